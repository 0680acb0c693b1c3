import Foundation

/// A tiny process that kills a process group when we die without a chance to do so, as by SIGKILL.
///
/// It waits for the end of a pipe that only we can write to. Linux's `PR_SET_PDEATHSIG` would not be enough: it must be
/// set in the child between fork and exec, reaches the command but not its children, and fires when the thread ends
/// that started the command.
struct Watchdog {
    private let process: pid_t
    private let pipe: Int32

    /// The first line is the group, a second one means that all is well; the end of the pipe means that we are gone.
    private static let script = #"read -r group && { read -r _ || kill -s KILL -- "-$group"; }"#

    /// Starts it. To be called before the command is started, so that only the moment between that and ``watch(_:)`` is
    /// not covered: the group is not known earlier.
    ///
    /// - Returns: `nil` if there is no `/bin/sh`; the command then runs without a watchdog.
    init?() {
        var ends: [Int32] = [-1, -1]
        guard makePipe(&ends) else { return nil }
        defer { close(ends[0]) }
        // Its own group, which Ctrl-C does not reach, and without output, so that it keeps no pipe open.
        let request = SpawnRequest(
            command: ["/bin/sh", "-c", Self.script, "firebreak-watchdog"],
            environment: [:],
            input: ends[0],
            isSilent: true
        )
        guard let process = try? request.spawn() else {
            close(ends[1])
            return nil
        }
        self.process = process
        pipe = ends[1]
    }

    /// Tells it which group to kill.
    func watch(_ group: pid_t) {
        send("\(group)\n")
    }

    /// Ends it, because the group has ended or was never created.
    func dismiss() {
        send("\n")
        close(pipe)
        var status: Int32 = 0
        while waitpid(process, &status, 0) == -1, errno == EINTR {}
    }

    private func send(_ line: String) {
        // It fails only if the watchdog was killed, and cannot block: the pipe holds more than two lines.
        write(pipe, line, line.utf8.count)
    }
}

/// A pipe that no child inherits.
private func makePipe(_ ends: inout [Int32]) -> Bool {
    guard pipe(&ends) == 0 else { return false }
    return ends.allSatisfy { fcntl($0, F_SETFD, FD_CLOEXEC) == 0 }
}
