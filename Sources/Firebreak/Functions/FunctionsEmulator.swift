package import FirebreakOperations
import FirebreakWire
import Logging
import Synchronization

/// Asks a Functions emulator of the Firebase CLI what it has (blocking-functions.md section 8), and keeps the answer.
package final class FunctionsEmulator: FunctionsFinder {
    /// Asks for a document, without following redirects.
    package typealias Getter =
        @Sendable (_ url: String) async throws(OutgoingRequest.Failure) -> OutgoingRequest.Response

    /// Milliseconds that calls wait for an answer.
    private static let patience: Int64 = 500
    /// How many functions a line of the log names.
    private static let maximumNamed = 10

    private enum Outcome: Sendable {
        case found(FoundFunctions)
        /// No hub names a Functions emulator.
        case notNamed(String)
        /// There was no answer that could be used, for this reason.
        case failed(String)
    }

    /// What the log was told last.
    private enum Said: Equatable {
        case found(FoundFunctions)
        case notNamed, failed, lost
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
    private let freshness: Duration
    private let logger: Logger
    private let state = Mutex(State())

    /// - Parameters:
    ///   - project: The project that the emulator should run for.
    ///   - hub: The hub to ask, where that is the source.
    ///   - freshness: How long an answer counts.
    init(
        _ source: FunctionsSource, for project: String, hub: HubFinder, freshness: Duration = .seconds(1),
        _ get: @escaping Getter, _ logger: Logger
    ) {
        self.source = source
        self.project = project
        self.hub = hub
        self.get = get
        self.freshness = freshness
        self.logger = logger
    }

    package var latest: FoundFunctions? { state.withLock(\.found) }

    package func current() async -> FoundFunctions? {
        let asking: Task<Void, Never>? = state.withLock { state in
            if let asking = state.asking { return asking }
            if let asked = state.asked, .now - asked < freshness { return nil }
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
                return .notNamed(error.description)
            }
        }
    }

    private func outcome(at address: EmulatorAddress) async -> Outcome {
        // What answers says more than what does not.
        var failure: Outcome?
        for origin in address.origins {
            do {
                let answer = try await get(origin + "/backends")
                guard answer.status == 200 else {
                    failure = .failed("\(origin) answers with HTTP status \(answer.status)")
                    continue
                }
                return .found(try FunctionsAnswer(answer.body, from: origin, for: project).functions)
            } catch let problem as FunctionsAnswer.Problem {
                failure = .failed(problem.sentence(about: origin, project))
            } catch {
                failure = failure ?? .failed("\(origin): \(error)")
            }
        }
        return failure ?? .failed("it has no address")
    }

    // MARK: Keeping

    private func note(_ outcome: Outcome) {
        let said: Said? = state.withLock { state in
            state.asking = nil
            state.asked = .now
            let said: Said
            switch outcome {
            case .found(let functions):
                state.found = functions
                said = .found(functions)
            case .notNamed where state.found == nil: said = .notNamed
            case .failed where state.found == nil: said = .failed
            case .notNamed, .failed:
                // Its functions are still called: a sign-in that one of them would refuse must not get through.
                state.found?.isReachable = false
                said = .lost
            }
            guard state.said != said else { return nil }
            state.said = said
            return said
        }
        if let said { tell(said, of: outcome) }
    }

    private func tell(_ said: Said, of outcome: Outcome) {
        switch (said, outcome) {
        case (_, .found(let functions)):
            var metadata: Logger.Metadata = ["functions.url": .string(functions.origin)]
            metadata["functions"] = .string(Self.list(functions.triggers))
            logger.info(
                functions.triggers.isEmpty
                    ? "The Functions emulator has no functions for accounts"
                    : "The functions of the Functions emulator are called",
                metadata: metadata)
        case (.lost, .notNamed(let reason)), (.lost, .failed(let reason)):
            logger.warning(
                """
                The Functions emulator does not say any more which functions it has, and those that it had are still \
                called: \(reason)
                """)
        case (_, .notNamed(let reason)):
            // The hub may be one that has no functions, or its file may be that of a hub that is gone.
            logger.notice("No functions are called until a hub names a Functions emulator: \(reason)")
        case (_, .failed(let reason)):
            logger.warning("The Functions emulator is not reached, no functions of it are called: \(reason)")
        }
    }

    /// For the log: `beforeCreate us-central1/name`, some of them where there are many.
    private static func list(_ triggers: [FoundFunctions.Trigger]) -> String {
        var texts = triggers.prefix(maximumNamed).map { "\($0.event) \($0.region)/\($0.name)" }
        if triggers.count > texts.count { texts.append("and \(triggers.count - texts.count) more") }
        return texts.joined(separator: ", ")
    }
}

extension FunctionsAnswer.Problem {
    /// Why functions are not taken from an answer, for the log.
    fileprivate func sentence(about origin: String, _ project: String) -> String {
        switch self {
        case .noFunctionsEmulator: "what answers at \(origin) is not a Functions emulator"
        case .malformed(let place): "the answer of \(origin)/backends cannot be used, because of its \(place)"
        case .otherProject(let other): "the one at \(origin) runs for project \(other.visible), not for \(project)"
        }
    }
}
