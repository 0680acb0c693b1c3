package import FirebreakOperations
import FirebreakWire
import Logging
import Synchronization

/// Asks a Functions emulator of the Firebase CLI what it has (blocking-functions.md section 8), and keeps the answer.
package final class FunctionsEmulator: FunctionsFinder {
    /// Asks for a document, without following redirects.
    package typealias Getter =
        @Sendable (_ url: String) async throws(OutgoingRequest.Failure) -> OutgoingRequest.Response

    /// How long an answer counts.
    private static let freshness = Duration.seconds(1)
    /// Milliseconds that calls wait for an answer.
    private static let patience: Int64 = 500

    private enum Outcome: Sendable {
        case found(FunctionsAnswer)
        /// There was no answer that could be used.
        case failed(String)
        case otherProject(String, at: String)
    }

    /// What the log was told last.
    private enum Said: Equatable {
        case found(FoundFunctions, omitted: Int)
        case failed, lost, otherProject
    }

    private struct State {
        var found: FoundFunctions?
        var asking: Task<Void, Never>?
        var asked: ContinuousClock.Instant?
        var said: Said?
    }

    private let source: FunctionsSource
    private let hub: HubFinder
    private let project: String
    private let get: Getter
    private let logger: Logger
    private let state = Mutex(State())

    /// - Parameters:
    ///   - project: The project that the emulator should run for.
    ///   - hub: The hub to ask, where that is the source.
    init(_ source: FunctionsSource, for project: String, hub: HubFinder, _ get: @escaping Getter, _ logger: Logger) {
        self.source = source
        self.project = project
        self.hub = hub
        self.get = get
        self.logger = logger
    }

    package var latest: FoundFunctions? { state.withLock(\.found) }

    package func current() async -> FoundFunctions? {
        let asking: Task<Void, Never>? = state.withLock { state in
            if let asking = state.asking { return asking }
            if let asked = state.asked, .now - asked < Self.freshness { return nil }
            let asking = Task { await self.ask() }
            state.asking = asking
            return asking
        }
        await asking?.value
        return latest
    }

    private func ask() async {
        let outcome = await withTimeLimit(milliseconds: Self.patience) { await self.outcome() }
        note(outcome ?? .failed("it does not answer within \(Self.patience) ms"))
    }

    private func outcome() async -> Outcome {
        switch source {
        case .off: return .failed("there is none")
        case .at(let address): return await outcome(at: address)
        case .hub:
            do { return await outcome(at: try await hub.emulator("functions", get)) } catch {
                return .failed(error.description)
            }
        }
    }

    private func outcome(at address: EmulatorAddress) async -> Outcome {
        var failure = Outcome.failed("it has no address")
        for origin in address.origins {
            do {
                let answer = try await get(origin + "/backends")
                guard answer.status == 200 else {
                    failure = .failed("\(origin) answers with HTTP status \(answer.status)")
                    continue
                }
                return .found(try FunctionsAnswer(answer.body, from: origin, for: project))
            } catch let problem as FunctionsAnswer.Problem {
                switch problem {
                case .noFunctionsEmulator: failure = .failed("what answers at \(origin) is no Functions emulator")
                case .otherProject(let other): return .otherProject(other, at: origin)
                }
            } catch {
                failure = .failed("\(origin): \(error)")
            }
        }
        return failure
    }

    // MARK: Keeping

    private func note(_ outcome: Outcome) {
        let said: Said? = state.withLock { state in
            state.asking = nil
            state.asked = .now
            let said: Said
            switch outcome {
            case .found(let answer):
                state.found = answer.functions
                said = .found(answer.functions, omitted: answer.omitted)
            case .failed:
                // Its functions are still called: a sign-in that one of them would refuse must not get through.
                state.found?.isReachable = false
                said = state.found == nil ? .failed : .lost
            case .otherProject:
                state.found = nil
                said = .otherProject
            }
            guard state.said != said else { return nil }
            state.said = said
            return said
        }
        if let said { tell(said, of: outcome) }
    }

    private func tell(_ said: Said, of outcome: Outcome) {
        switch (said, outcome) {
        case (.found(let functions, let omitted), _):
            var metadata: Logger.Metadata = ["functions.url": .string(functions.origin)]
            metadata["functions"] = .string(functions.triggers.map(\.text).joined(separator: ", "))
            logger.info(
                functions.triggers.isEmpty
                    ? "The Functions emulator has no functions for accounts"
                    : "The functions of the Functions emulator are called",
                metadata: metadata)
            if omitted > 0 {
                logger.warning(
                    "Functions have names that cannot be called, and are left out",
                    metadata: ["functions.url": .string(functions.origin), "functions": "\(omitted)"])
            }
        case (.lost, .failed(let reason)):
            logger.warning(
                "The Functions emulator does not answer any more, calls that its functions are asked about fail: \(reason)"
            )
        case (_, .failed(let reason)):
            logger.warning("The Functions emulator is not reached, no functions of it are called: \(reason)")
        case (_, .otherProject(let other, let origin)):
            logger.warning(
                """
                The Functions emulator at \(origin) runs for project \(other.visible), not for \(project): its \
                functions are not called
                """)
        case (_, .found): break
        }
    }
}

extension FoundFunctions.Trigger {
    /// For the log: `beforeCreate us-central1/name`.
    fileprivate var text: String { "\(event) \(region)/\(name)" }
}
