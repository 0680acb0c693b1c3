package import FirebreakWire
import GRDB
import Synchronization

/// Which registered API key selects which project (firebreak.md section 2). Keys belong to the server, not to a
/// project's database, because they are used to find the project.
package final class APIKeyRegistry: Sendable {
    private let queue: DatabaseQueue
    private let projects: KeyMap

    /// - Parameter queue: The server's database, see ``ServerDatabase``.
    init(_ queue: DatabaseQueue) throws {
        self.queue = queue
        let rows = try queue.read { db in try Row.fetchAll(db, sql: "SELECT key, project FROM apiKey") }
        var known: [ExactText: ProjectID] = [:]
        for row in rows { known[ExactText(row[0])] = ProjectID(rawValue: row[1]) }
        projects = KeyMap(known)
    }

    package func project(of key: String) -> ProjectID? { projects[key] }

    /// The keys of one project, sorted.
    package func keys(of project: ProjectID) -> [String] { projects.keys(of: project) }

    /// Makes the key select the project, replacing any project it selected before.
    ///
    /// - Parameter isKept: Whether it outlives this run; keys of the configuration do not.
    package func register(_ key: String, for project: ProjectID, isKept: Bool = true) async throws {
        try await StorageFailure.translating(file: queue.path) {
            try await queue.write { [projects] db in
                if isKept {
                    try db.execute(
                        sql: "INSERT OR REPLACE INTO apiKey (key, project) VALUES (?, ?)",
                        arguments: [key, project.rawValue])
                }
                // Inside the database access, so that the database and the map change in the same order.
                projects.set(key, to: project)
            }
        }
    }

    /// - Returns: Whether the key was registered for that project.
    package func remove(_ key: String, of project: ProjectID) async throws -> Bool {
        try await StorageFailure.translating(file: queue.path) {
            try await queue.write { [projects] db in
                guard projects[key] == project else { return false }
                try db.execute(sql: "DELETE FROM apiKey WHERE key = ?", arguments: [key])
                projects.set(key, to: nil)
                return true
            }
        }
    }
}

/// The registered keys in memory.
private final class KeyMap: Sendable {
    private let projects: Mutex<[ExactText: ProjectID]>

    init(_ projects: [ExactText: ProjectID]) { self.projects = Mutex(projects) }

    subscript(key: String) -> ProjectID? { projects.withLock { $0[ExactText(key)] } }

    func set(_ key: String, to project: ProjectID?) { projects.withLock { $0[ExactText(key)] = project } }

    func keys(of project: ProjectID) -> [String] {
        projects.withLock { all in all.filter { $0.value == project }.keys.map(\.rawValue).sorted() }
    }
}
