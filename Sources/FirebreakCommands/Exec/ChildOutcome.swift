/// How a command ended.
package enum ChildOutcome: Equatable, Sendable {
    /// By itself, with this code (0 through 255).
    case exited(Int32)
    /// By this signal.
    case signaled(Int32)

    /// What `exec` exits with: the code, or 128 plus the signal, as shells say it.
    package var exitCode: Int32 {
        switch self {
        case .exited(let code): code
        case .signaled(let signal): 128 + signal
        }
    }
}

/// A command could not be started.
package struct LaunchFailure: Error, Equatable, CustomStringConvertible {
    package var command: String
    /// `errno` of the attempt.
    package var errorNumber: Int32
    /// 127 if there is no such command, 126 if it cannot be run, as shells say it.
    package var exitCode: Int32
    package var description: String
}
