import FirebreakFixtures
package import FirebreakOperations
package import FirebreakStore
import FirebreakWire

/// Fills a project from fixtures in one transaction: all of it or nothing (firebreak.md section 6).
package struct FixtureWriter: Sendable {
    private let services: Services
    private let project: Project
    /// Scheme, host and port that links lead to.
    private let origin: String

    package init(_ project: Project, origin: String, _ services: Services) {
        self.services = services
        self.project = project
        self.origin = origin
    }

    /// Applies fixtures of this project in their order.
    ///
    /// - Parameter kept: For a project that is emptied first, what stays.
    /// - Throws: ``FixtureError`` with everything that the project cannot be filled with; nothing has changed then.
    package func apply(_ parts: [FixturePart], resetKeeping kept: Set<Transaction.Part>? = nil) async throws
        -> FixtureResult
    {
        let result = try await write(parts, to: project, resetKeeping: kept, commits: true)
        try await services.storage.apiKeys.register(parts.flatMap(\.fixture.apiKeys), for: project.id)
        return result
    }

    /// Tells whether the project can be filled, and leaves it as it is: for fixtures of several projects, none of which
    /// is to be filled when one cannot be.
    ///
    /// - Throws: As ``apply(_:resetKeeping:)``.
    package func check(_ parts: [FixturePart]) async throws -> FixtureResult {
        // A project that there is not is not made for it.
        let place = try await project.exists ? project : project.emptyCopy()
        do { return try await write(parts, to: place, resetKeeping: nil, commits: false) } catch let trial as Trial {
            return trial.result
        }
    }

    /// Takes back what was only tried.
    private struct Trial: Error {
        var result: FixtureResult
    }

    private func write(
        _ parts: [FixturePart], to project: Project, resetKeeping kept: Set<Transaction.Part>?, commits: Bool
    ) async throws -> FixtureResult {
        let rules = parts.map(checkedRules)
        let server = services.now()
        let before = try await project.settings().clock.time(at: server)
        return try await project.write(at: before) { tx in
            if let kept { try tx.reset(keeping: kept, at: before) }
            var result = FixtureResult(project: project.id)
            var issues: [FixtureIssue] = []
            for (part, rules) in zip(parts, rules) {
                var seeding = FixtureTransaction(part, rules.good, project, origin: origin, services, tx)
                try seeding.apply()
                let problems = part.problems + rules.problems + seeding.problems
                if !problems.isEmpty { issues += part.source.error(problems).issues }
                result.add(seeding.result)
            }
            guard issues.isEmpty else { throw FixtureError(issues) }
            guard commits else { throw Trial(result: result) }
            return result
        } afterwards: { effects in
            for message in effects.messages { message.log(to: services.logger) }
            if !effects.deliveries.isEmpty { services.deliveries.wake(project.id, effects.deliveries) }
        }
    }

    /// The rules of a fixture under their real names: reading keys takes too long for a transaction.
    private func checkedRules(_ part: FixturePart) -> (good: [JSON.Member], problems: [FixtureProblem]) {
        var good: [JSON.Member] = []
        var problems: [FixtureProblem] = []
        for rule in part.fixture.rules?.objectValue ?? [] where problems.count < FixtureTransaction.maximumProblems {
            do throws(WireError) {
                good += try PatchRules.checked(.object([rule]), services.profile)
            } catch {
                problems.append(
                    FixtureProblem(
                        part.fixture.path / "rules" / rule.key, error.explanation(in: services.profile)))
            }
        }
        return (good, problems)
    }
}

extension WireError {
    /// What the error says in words, without the code that clients look at; the code where there are no words.
    func explanation(in profile: Profile) -> String {
        let prefix = "INVALID_ARGUMENT : "
        let message = message(in: profile)
        return message.startsWithBytes(of: prefix) ? String(message.dropFirst(prefix.count)) : message
    }
}
