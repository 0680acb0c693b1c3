import Foundation

/// A command to run in a process group of its own; when it ends, the group is killed.
///
/// Started with `posix_spawn` rather than swift-subprocess: the command must not be reaped before its group is killed
/// (until then the group's number cannot be reused), its stops must be noticed (Ctrl-Z in a terminal), and both require
/// our own wait.
package struct ChildProcess: Sendable {
    /// The command and its arguments; not empty. A command without a slash is searched for in `PATH`.
    package var command: [String]
    /// Its whole environment.
    package var environment: [String: String]
    /// Time between the first signal that asks the command to end and SIGKILL.
    package var grace: Duration

    /// The signals that ask for the end, as opposed to SIGUSR1 and the like.
    private static let terminating: Set<Int32> = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

    package init(command: [String], environment: [String: String], grace: Duration) {
        self.command = command
        self.environment = environment
        self.grace = grace
    }

    /// Runs the command to its end, with this process's standard input, output and error.
    ///
    /// When the command ends, the rest of its process group is killed. When the calling task is cancelled, the whole
    /// group is.
    ///
    /// - Parameter signals: Signals to pass on to the group. After one that asks for the end, the group gets SIGKILL
    ///   when ``grace`` has passed.
    /// - Returns: How the command ended, as soon as it and its group have.
    /// - Throws: ``LaunchFailure``.
    package func run(forwarding signals: AsyncStream<Int32>) async throws -> ChildOutcome {
        let child = try RunningChild(command: command, environment: environment)
        return await withTaskCancellationHandler {
            await withTaskGroup(of: Void.self) { tasks in
                tasks.addTask { await forward(signals, to: child) }
                let outcome = await child.outcome()
                tasks.cancelAll()
                return outcome
            }
        } onCancel: {
            child.send(SIGKILL)
        }
    }

    private func forward(_ signals: AsyncStream<Int32>, to child: RunningChild) async {
        await withTaskGroup(of: Void.self) { escalation in
            var isEscalating = false
            for await signal in signals {
                child.send(signal)
                // A stopped command can only handle the signal once it runs.
                child.send(SIGCONT)
                guard Self.terminating.contains(signal), !isEscalating else { continue }
                isEscalating = true
                escalation.addTask {
                    guard (try? await Task.sleep(for: grace)) != nil else { return }  // cancelled: it ended in time
                    child.send(SIGKILL)
                }
            }
        }
    }
}

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
