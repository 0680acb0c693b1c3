import Foundation

/// One call of `posix_spawnp`: a command in its own process group, with default signal handling.
struct SpawnRequest {
    /// Not empty.
    var command: [String]
    var environment: [String: String]
    /// Becomes standard input; `nil` inherits ours.
    var input: Int32?
    /// Standard output and error go nowhere.
    var isSilent = false

    /// Starts the command.
    ///
    /// - Returns: The process's number, which is the group's as well. The caller must wait for it.
    /// - Throws: ``LaunchFailure``.
    func spawn() throws -> pid_t {
        #if canImport(Darwin)
            var attributes: posix_spawnattr_t?
            var actions: posix_spawn_file_actions_t?
        #else
            var attributes = posix_spawnattr_t()
            var actions = posix_spawn_file_actions_t()
        #endif
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }

        let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
        posix_spawnattr_setpgroup(&attributes, 0)
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        // Handlers are reset by exec; signals that we ignore would stay ignored. Those ignored on entry should (nohup).
        sigaddset(&signals, SIGPIPE)
        posix_spawnattr_setsigdefault(&attributes, &signals)

        if let input { posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO) }
        if isSilent {
            posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
            posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        }
        posix_spawnattr_setflags(&attributes, Int16(flags))

        var process: pid_t = 0
        let errorNumber = withCStrings(command) { arguments in
            withCStrings(environment.map { "\($0.key)=\($0.value)" }) { environment in
                posix_spawnp(&process, command[0], &actions, &attributes, arguments, environment)
            }
        }
        guard errorNumber == 0 else { throw launchFailure(errorNumber) }
        return process
    }

    private func launchFailure(_ errorNumber: Int32) -> LaunchFailure {
        let name = command.first ?? ""
        let isMissing = errorNumber == ENOENT || errorNumber == ENOTDIR
        let reason = isMissing ? "command not found" : String(cString: strerror(errorNumber))
        return LaunchFailure(
            command: name,
            errorNumber: errorNumber,
            exitCode: isMissing ? 127 : 126,
            description: "\(name): \(reason)"
        )
    }
}

/// Calls a function with a null-terminated array of C strings.
private func withCStrings<Result>(
    _ strings: [String],
    _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
) -> Result {
    let pointers = strings.map { strdup($0) } + [nil]
    defer { pointers.forEach { free($0) } }
    return body(pointers)
}
