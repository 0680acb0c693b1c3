import FirebreakFixtures
import FirebreakOperations
package import FirebreakWire
import Synchronization

/// What the projects of a server are filled with again when they are reset: the fixtures that it was started with, or,
/// for a project that none of those is about, the last one that it was seeded with. A copy has those of its original.
package final class FixtureLibrary: Sendable {
    private struct Entry {
        var startup: [FixturePart] = []
        var last: [FixturePart] = []
    }

    private let entries = Mutex<[ProjectID: Entry]>([:])

    init() {}

    /// Keeps what the server is started with.
    package func keepStartup(_ part: FixturePart) {
        entries.withLock { $0[part.fixture.id, default: Entry()].startup.append(part) }
    }

    /// Keeps what a project was seeded with, instead of what it was seeded with before.
    func keepLast(_ part: FixturePart) {
        entries.withLock { $0[part.fixture.id, default: Entry()].last = [part] }
    }

    /// Gives a copy of a project what the original would be filled with again. Keys that select the original stay its
    /// own.
    func keep(for copy: ProjectID, from original: ProjectID) {
        let parts = parts(of: original).map(\.withoutAPIKeys)
        guard !parts.isEmpty else { return }
        entries.withLock { $0[copy, default: Entry()].last = parts }
    }

    /// Forgets what a project was seeded with, once it is dropped. What the server was started with stays: it says what
    /// the next project of this ID is to be filled with.
    func forget(_ project: ProjectID) {
        entries.withLock { entries in
            entries[project]?.last = []
            if entries[project]?.startup.isEmpty == true { entries[project] = nil }
        }
    }

    /// In the order in which they are applied.
    package func parts(of project: ProjectID) -> [FixturePart] {
        entries.withLock { entries in
            guard let entry = entries[project] else { return [] }
            return entry.startup.isEmpty ? entry.last : entry.startup
        }
    }
}
