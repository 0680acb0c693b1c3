import FirebreakControl
import FirebreakFixtures
import FirebreakOperations
import FirebreakWire
import ServiceLifecycle
import Synchronization

/// The fixtures of a server's start, and whether they have been applied.
final class StartupFixtures: Sendable {
    let fixtures: [Fixture]
    private let control: ControlServices
    private let applied = Atomic(false)

    var isApplied: Bool { applied.load(ordering: .acquiring) }

    init(_ fixtures: [Fixture], _ control: ControlServices) {
        self.fixtures = fixtures
        self.control = control
        for part in fixtures.flatMap({ $0.parts() }) { control.fixtures.keepStartup(part) }
    }

    /// Applies the fixtures to every project that they name, each in one transaction; to none if one of them fails.
    ///
    /// - Parameter origin: Scheme, host and port that links lead to.
    /// - Throws: ``EmulatorError/invalidFixture`` with every problem.
    func apply(origin: String) async throws {
        var seen: Set<ProjectID> = []
        let projects = fixtures.flatMap(\.projects).map(\.id).filter { seen.insert($0).inserted }
        // A document that is wrong by itself is only tried: nothing is made for it.
        if projects.count > 1 || fixtures.contains(where: { !$0.problems.isEmpty }) {
            try await forEach(projects, origin) { writer, parts in _ = try await writer.check(parts) }
        }
        try await forEach(projects, origin) { writer, parts in _ = try await writer.apply(parts) }
        applied.store(true, ordering: .releasing)
    }

    /// Tells everything that is wrong with documents that are wrong by themselves, for which the server need not listen.
    ///
    /// - Throws: ``EmulatorError/invalidFixture`` with every problem.
    func refuseWrongDocuments(origin: String) async throws {
        guard fixtures.contains(where: { !$0.problems.isEmpty }) else { return }
        try await apply(origin: origin)
    }

    private func forEach(
        _ projects: [ProjectID], _ origin: String, _ body: (FixtureWriter, [FixturePart]) async throws -> Void
    ) async throws {
        var complaints: [String] = []
        for id in projects {
            do {
                let project = try control.services.projects.project(id)
                try await body(FixtureWriter(project, origin: origin, control.services), control.fixtures.parts(of: id))
            } catch let error as FixtureError {
                complaints.append(error.description)
            }
        }
        guard complaints.isEmpty else {
            throw EmulatorError(.invalidFixture, complaints.joined(separator: "\n"))
        }
    }
}

/// Does the work between the server's listening and its being ready, then waits until the server ends.
struct SeedingService: Service {
    /// Yields once, when the server listens.
    let listening: AsyncStream<Void>
    /// If it throws, the server ends.
    let seed: @Sendable () async throws -> Void

    func run() async throws {
        try await cancelWhenGracefulShutdown {
            for await _ in listening {
                try await seed()
                break
            }
        }
        // Cancelled: the server ended on its own.
        try? await gracefulShutdown()
    }
}
