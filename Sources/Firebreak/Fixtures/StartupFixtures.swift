import FirebreakControl
import FirebreakFixtures
import FirebreakOperations
import FirebreakWire
import Foundation
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

    /// Tells everything that is wrong with documents that are wrong by themselves, for which nobody needs to listen.
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

/// The fixture documents of a configuration, read from their files.
enum FixtureFiles {
    /// - Throws: ``EmulatorError/invalidFixture`` where one of them cannot be read, with every problem in all of them. Those
    ///   of documents that can be read are left to who applies them, who finds more.
    static func read(_ configuration: EmulatorConfiguration) throws(EmulatorError) -> [Fixture] {
        var fixtures: [Fixture] = []
        var complaints: [String] = []
        var isReadable = true
        for path in configuration.fixtures {
            do throws(Unreadable) {
                let fixture = try read(path, configuration)
                fixtures.append(fixture)
                do throws(FixtureError) { try fixture.check() } catch { complaints.append(error.description) }
            } catch {
                isReadable = false
                complaints.append(error.complaint)
            }
        }
        guard isReadable else { throw EmulatorError(.invalidFixture, complaints.joined(separator: "\n")) }
        return fixtures
    }

    private struct Unreadable: Error {
        var complaint: String
    }

    private static func read(
        _ path: String, _ configuration: EmulatorConfiguration
    ) throws(Unreadable) -> Fixture {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw Unreadable(complaint: "\(path): the file cannot be read")
        }
        do throws(FixtureError) {
            let source = try FixtureSource(Array(data), file: path, environment: configuration.fixtureVariables)
            let fixture = Fixture(source, partOf: ProjectID(rawValue: configuration.project))
            if fixture.projects.isEmpty { try fixture.check() }
            return fixture
        } catch {
            throw Unreadable(complaint: error.description)
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
