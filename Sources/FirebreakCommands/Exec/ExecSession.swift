package import Firebreak
import FirebreakWire
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
    /// Where the run is kept if the command fails.
    let kept: KeptRunFile?
    /// Called once, before the command begins.
    let onReady: @Sendable (BoundAddress) -> Void

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
                    try await server.run { addressSink.yield($0) }
                    return .serverEnded(nil)
                } catch {
                    return .serverEnded(error)
                }
            }
            tasks.addTask {
                await kept?.keepUp(logger: server.logger)
                return .signalsEnded
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
        onReady(address)
        inheritedDescriptors.hideOthers()
        var environment = environment
        let variables = ExecEnvironment.variables(
            hostAndPort: address.hostAndPort,
            url: address.url,
            hub: address.hub,
            mailServer: address.mailServer,
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
                await kept?.end(outcome, logger: server.logger)
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

/// The variables that `exec` adds to the environment of a command.
package enum ExecEnvironment {
    /// The environment of a script of the Firebase CLI, with what the CLI adds besides the addresses of emulators: the
    /// settings by which Admin SDKs find the project, unless there are some, and the sign that it runs the script.
    package static func ofFirebaseCLI(_ environment: [String: String], project: String) -> [String: String] {
        let settings: JSON = [
            "projectId": .string(project), "storageBucket": .string("\(project).appspot.com"),
            "databaseURL": .string("https://\(project).firebaseio.com"),
        ]
        var environment = environment
        environment["FIREBASE_CONFIG"] = environment.variable("FIREBASE_CONFIG") ?? settings.text
        environment["IS_FIREBASE_CLI"] = "true"
        return environment
    }

    /// The variables that SDKs read, and those of the `firebreak` command itself.
    ///
    /// - Parameters:
    ///   - hostAndPort: In the form of `127.0.0.1:9099`, as SDKs expect it.
    ///   - url: The server's address for clients.
    ///   - hub: Where the server's hub listens; `nil` if it has none.
    ///   - mailServer: Where the server takes mails of apps, `host:port`; `nil` if it does not.
    ///   - configuration: The server's configuration.
    /// - Returns: The variables to add.
    package static func variables(
        hostAndPort: String,
        url: String,
        hub: String? = nil,
        mailServer: String? = nil,
        configuration: EmulatorConfiguration
    ) -> [String: String] {
        var variables = [
            "FIREBASE_AUTH_EMULATOR_HOST": hostAndPort,
            "GCLOUD_PROJECT": configuration.project,
            "GOOGLE_CLOUD_PROJECT": configuration.project,
            "FIREBREAK_URL": url,
            "FIREBREAK_PROJECT": configuration.project,
        ]
        variables["FIREBASE_EMULATOR_HUB"] = hub
        if let mailServer, let (host, port) = mailServer.parted(atLast: ":") {
            variables["FIREBREAK_SMTP_URL"] = "smtp://\(mailServer)"
            // Programs that take the two apart want an address without brackets.
            variables["FIREBREAK_SMTP_HOST"] = String(host.rest(afterBytes: "[")?.rest(beforeBytes: "]") ?? host)
            variables["FIREBREAK_SMTP_PORT"] = String(port)
        }
        // `firebreak outbox` in the command needs it.
        variables["FIREBREAK_CONTROL_TOKEN"] = configuration.controlToken
        return variables
    }
}

/// The signals that `exec` passes on to its command.
enum ForwardedSignals {
    /// Starts catching them.
    ///
    /// Signals that are ignored on entry stay ignored, by us and by the command: SIGHUP under `nohup`, SIGINT in a
    /// script's background job. SIGTERM is always caught; otherwise only SIGKILL would end us.
    static func trap() async -> UnixSignalsSequence {
        let candidates: [UnixSignal] = [.sigint, .sighup, .sigquit, .sigusr1, .sigusr2]
        return await UnixSignalsSequence(trapping: candidates.filter { !$0.isIgnored } + [.sigterm])
    }
}

extension UnixSignal {
    /// Whether this process ignores it, as one does for `nohup` that has not changed it.
    var isIgnored: Bool {
        var action = sigaction()
        guard sigaction(rawValue, nil, &action) == 0 else { return false }
        #if canImport(Darwin)
            let handler = action.__sigaction_u.__sa_handler
        #elseif canImport(Musl)
            let handler = action.__sa_handler.sa_handler
        #else
            let handler = action.__sigaction_handler.sa_handler
        #endif
        // Functions cannot be compared, their addresses can; SIG_IGN is not a function but the address 1.
        return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}
