import Firebreak
import Foundation
import Logging
import UnixSignals

/// One run of `exec`: the server in this process, the command in its own, both ended at the end.
struct ExecSession: Sendable {
    let server: PreparedServer
    let command: [String]
    /// The environment of the command, before ``ExecEnvironment`` is added.
    let environment: [String: String]
    let grace: Duration
    /// What the command inherits besides the standard streams.
    let inheritedDescriptors: InheritedDescriptors

    private enum Step {
        /// The command was not started, because the server ended before it was bound.
        case neverReady
        case signalsEnded
        /// With the error if it did not end because it was told to.
        case serverEnded((any Error)?)
        case commandEnded(ChildOutcome)
    }

    /// Starts the server, runs the command, stops the server.
    ///
    /// - Returns: How the command ended.
    /// - Throws: ``LaunchFailure``, or the server's error if it did not start or ended before the command; the command
    ///   is then ended as by SIGTERM.
    func run() async throws -> ChildOutcome {
        let caught = await ForwardedSignals.trap()
        let (signals, signalSink) = AsyncStream<Int32>.makeStream()
        let (addresses, addressSink) = AsyncStream<BoundAddress>.makeStream()

        return try await withThrowingTaskGroup(of: Step.self) { tasks in
            tasks.addTask {
                // Signals that arrive before the command runs wait in the stream for it.
                for await signal in caught { signalSink.yield(signal.rawValue) }
                return .signalsEnded
            }
            tasks.addTask {
                defer { addressSink.finish() }
                do {
                    try await server.emulator.run { addressSink.yield($0) }
                    return .serverEnded(nil)
                } catch {
                    return .serverEnded(error)
                }
            }
            tasks.addTask {
                for await address in addresses {
                    return .commandEnded(try await runCommand(at: address, forwarding: signals))
                }
                return .neverReady
            }
            // A command that cannot be started throws here, and the task group ends the server.
            return try await outcome(of: &tasks, endingCommandBy: signalSink)
        }
    }

    private func runCommand(
        at address: BoundAddress,
        forwarding signals: AsyncStream<Int32>
    ) async throws -> ChildOutcome {
        server.announce(at: address)
        inheritedDescriptors.hideOthers()
        var environment = environment
        let variables = ExecEnvironment.variables(
            hostAndPort: address.hostAndPort,
            url: address.url,
            configuration: server.configuration
        )
        environment.merge(variables) { $1 }
        return try await ChildProcess(command: command, environment: environment, grace: grace)
            .run(forwarding: signals)
    }

    private func outcome(
        of tasks: inout ThrowingTaskGroup<Step, any Error>,
        endingCommandBy signals: AsyncStream<Int32>.Continuation
    ) async throws -> ChildOutcome {
        var failure: (any Error)?
        var isReady = true
        for try await step in tasks {
            switch step {
            case .neverReady:
                isReady = false
            case .signalsEnded:
                break
            case .serverEnded(let error):
                failure = error ?? CommandFailure("the server ended before the command")
                signals.yield(SIGTERM)
            case .commandEnded(let outcome):
                ShutdownDeadline.of(server.configuration).start()
                tasks.cancelAll()
                if let failure { throw failure }
                try await serverEnd(&tasks, after: outcome)
                return outcome
            }
            if !isReady, let failure { throw failure }
        }
        throw failure ?? CancellationError()
    }

    /// Waits for the server's last steps, such as writing an export.
    ///
    /// - Throws: The error of those steps, unless the command failed as well: then its own code counts.
    private func serverEnd(
        _ tasks: inout ThrowingTaskGroup<Step, any Error>, after outcome: ChildOutcome
    ) async throws {
        while let step = await tasks.nextResult() {
            guard case .success(.serverEnded(let error?)) = step, !(error is CancellationError) else { continue }
            guard outcome != .exited(0) else { throw error }
            server.logger.error("The server did not shut down cleanly", metadata: ["error": "\(error)"])
        }
    }
}
