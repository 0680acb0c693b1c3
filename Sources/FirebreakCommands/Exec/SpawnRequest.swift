import FirebreakWire
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
        let reason = isMissing ? "command not found" : SystemError.text(errorNumber)
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

/// The file descriptors that we inherited and that our command inherits in turn (a jobserver of `make`, say).
///
/// All others are ours: if a grandchild that outlives us in a session of its own inherited them, the server's port
/// would stay taken.
struct InheritedDescriptors: Sendable {
    private let descriptors: Set<Int32>

    /// Recorded when this is first asked for, which must be before the process opens any.
    static let atLaunch = InheritedDescriptors()

    private init() {
        // Those that the language's runtime has opened meanwhile are already marked to be closed.
        descriptors = Set(Self.open().filter { fcntl($0, F_GETFD) & FD_CLOEXEC == 0 })
    }

    /// Marks all others to be closed in a command.
    func hideOthers() {
        for descriptor in Self.open() where !descriptors.contains(descriptor) {
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        }
    }

    /// Without the one used to list them, which is closed by then.
    private static func open() -> [Int32] {
        // Without that directory nothing is known to be inherited, and each descriptor we open is marked by the code
        // that opens it.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/dev/fd")) ?? []
        return names.compactMap { Int32($0) }.filter { $0 > STDERR_FILENO && fcntl($0, F_GETFD) != -1 }
    }
}
