import FirebreakFixtures
import FirebreakOperations
import FirebreakWire
import Synchronization

/// The fixtures that a server is started with, and whether they are in.
final class StartupFixtures: Sendable {
    let fixtures: [Fixture]
    private let services: Services
    private let applied = Atomic(false)

    var isApplied: Bool { applied.load(ordering: .acquiring) }

    init(_ fixtures: [Fixture], _ services: Services) {
        self.fixtures = fixtures
        self.services = services
        for seed in fixtures.flatMap({ $0.seeds() }) { services.fixtures.keepStartup(seed) }
    }

    /// Fills every project that the fixtures are about, each in one transaction.
    ///
    /// - Parameter origin: Scheme, host and port that links lead to.
    /// - Throws: ``EmulatorError/invalidFixture`` with everything that the projects do not take.
    func apply(origin: String) async throws {
        var complaints: [String] = []
        var seen: Set<ProjectID> = []
        for part in fixtures.flatMap(\.projects) where seen.insert(part.id).inserted {
            do {
                let project = try services.projects.project(part.id)
                _ = try await ProjectSeeder(project, origin: origin, services)
                    .apply(services.fixtures.seeds(of: part.id))
            } catch let error as FixtureError {
                complaints.append(error.description)
            }
        }
        guard complaints.isEmpty else {
            throw EmulatorError(.invalidFixture, complaints.joined(separator: "\n"))
        }
        applied.store(true, ordering: .releasing)
    }
}
