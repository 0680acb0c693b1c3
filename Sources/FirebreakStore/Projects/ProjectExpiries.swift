package import FirebreakWire
import GRDB
import Synchronization

/// Which projects have an end, and when (firebreak.md section 4.6). They belong to the server, so that it knows the next
/// end without opening every project.
package final class ProjectExpiries: Sendable {
    private let queue: DatabaseQueue
    private let moments: Moments
    /// Tells that an end was set or taken back.
    package let changes: AsyncStream<Void>
    private let changed: AsyncStream<Void>.Continuation

    /// - Parameter queue: The server's database, see ``ServerDatabase``.
    init(_ queue: DatabaseQueue) throws {
        self.queue = queue
        let rows = try queue.read { db in try Row.fetchAll(db, sql: "SELECT project, expiresAt FROM projectExpiry") }
        var known: [ProjectID: Timestamp] = [:]
        for row in rows { known[ProjectID(rawValue: row[0])] = Timestamp(milliseconds: row[1]) }
        moments = Moments(known)
        (changes, changed) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// When the project ends; `nil` for one that does not end by itself.
    package subscript(project: ProjectID) -> Timestamp? { moments.content.withLock { $0[project] } }

    /// The next end of all.
    package var next: Timestamp? { moments.content.withLock { $0.values.min() } }

    /// The projects that have ended by then.
    package func due(at moment: Timestamp) -> [ProjectID] {
        moments.content.withLock { $0.filter { $0.value <= moment }.map(\.key) }
    }

    /// - Parameter moment: `nil` takes the end back.
    package func set(_ project: ProjectID, to moment: Timestamp?) async throws {
        guard moment != nil || self[project] != nil else { return }
        try await StorageFailure.translating(file: queue.path) {
            try await queue.write { [moments] db in
                if let moment {
                    try db.execute(
                        sql: "INSERT OR REPLACE INTO projectExpiry (project, expiresAt) VALUES (?, ?)",
                        arguments: [project.rawValue, moment.milliseconds])
                } else {
                    try db.execute(sql: "DELETE FROM projectExpiry WHERE project = ?", arguments: [project.rawValue])
                }
                // Inside the database access, so that the database and the map change in the same order.
                moments.content.withLock { $0[project] = moment }
            }
        }
        changed.yield()
    }

    /// Looks again at what is due.
    package func wake() { changed.yield() }
}

/// The ends in memory.
private final class Moments: Sendable {
    let content: Mutex<[ProjectID: Timestamp]>

    init(_ content: [ProjectID: Timestamp]) { self.content = Mutex(content) }
}
