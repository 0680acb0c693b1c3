package import FirebreakFixtures
import FirebreakOperations
package import FirebreakWire
import Synchronization

/// What the projects of a server are filled with again when they are reset: the fixtures that it was started with, or,
/// for a project that none of those is about, the last one that it was seeded with. A copy has those of its original.
package final class FixtureLibrary: Sendable {
    private struct Shelf {
        var startup: [ProjectSeed] = []
        var last: [ProjectSeed] = []
    }

    private let shelves = Mutex<[ProjectID: Shelf]>([:])

    package init() {}

    /// Keeps what the server is started with.
    package func keepStartup(_ seed: ProjectSeed) {
        shelves.withLock { $0[seed.part.id, default: Shelf()].startup.append(seed) }
    }

    /// Keeps what a project was seeded with, instead of what it was seeded with before.
    package func keepLast(_ seed: ProjectSeed) {
        shelves.withLock { $0[seed.part.id, default: Shelf()].last = [seed] }
    }

    /// Gives a copy of a project what the original would be filled with again. Keys that select the original stay its
    /// own.
    package func keep(for copy: ProjectID, from original: ProjectID) {
        let seeds = seeds(of: original).map(\.withoutAPIKeys)
        guard !seeds.isEmpty else { return }
        shelves.withLock { $0[copy, default: Shelf()].last = seeds }
    }

    /// Forgets what a project was seeded with, once it is dropped. What the server was started with stays: it says what
    /// the next project of this ID is to be filled with.
    package func forget(_ project: ProjectID) {
        shelves.withLock { shelves in
            shelves[project]?.last = []
            if shelves[project]?.startup.isEmpty == true { shelves[project] = nil }
        }
    }

    /// In the order in which they are applied.
    package func seeds(of project: ProjectID) -> [ProjectSeed] {
        shelves.withLock { shelves in
            guard let shelf = shelves[project] else { return [] }
            return shelf.startup.isEmpty ? shelf.last : shelf.startup
        }
    }
}

/// One project's part of a document, and how it is applied.
package struct ProjectSeed: Sendable {
    package let source: FixtureSource
    package let part: ProjectFixture
    package let strategy: FixtureStrategy

    package init(source: FixtureSource, part: ProjectFixture, strategy: FixtureStrategy) {
        self.source = source
        self.part = part
        self.strategy = strategy
    }

    fileprivate var withoutAPIKeys: ProjectSeed {
        var part = part
        part.apiKeys = []
        return ProjectSeed(source: source, part: part, strategy: strategy)
    }
}

extension Fixture {
    /// The parts of all projects.
    ///
    /// - Parameter strategy: `nil` for what the document says, else `merge`.
    package func seeds(_ strategy: FixtureStrategy? = nil) -> [ProjectSeed] {
        projects.map {
            ProjectSeed(source: source, part: $0, strategy: strategy ?? self.strategy ?? .merge)
        }
    }
}
