package import FirebreakWire
import GRDB
import Synchronization

/// The projects that may have messages to deliver, so that the next start finds them without opening every file. A
/// project is added before its first delivery and stays until a later start finds nothing left of it.
package final class DeliveringProjects: Sendable {
    private let queue: DatabaseQueue
    /// Whether anything outlives this run.
    private let isKept: Bool
    /// Those of this run.
    private let noted = NotedProjects()

    /// - Parameter queue: The server's database, see ``ServerDatabase``.
    init(_ queue: DatabaseQueue, isKept: Bool) {
        self.queue = queue
        self.isKept = isKept
    }

    /// To be called before deliveries of the project are stored. It waits for the disk once for each project.
    package func note(_ project: ProjectID) async throws {
        guard isKept, !noted.contains(project) else { return }
        try await StorageFailure.translating(file: queue.path) {
            try await queue.write { [noted] db in
                try db.execute(
                    sql: "INSERT OR IGNORE INTO deliveringProject (project) VALUES (?)", arguments: [project.rawValue])
                noted.insert(project)
            }
        }
    }

    /// Those of this run and of earlier ones.
    package func all() async throws -> [ProjectID] {
        try await StorageFailure.translating(file: queue.path) {
            try await queue.read { db in
                try String.fetchAll(db, sql: "SELECT project FROM deliveringProject ORDER BY project")
                    .map(ProjectID.init(rawValue:))
            }
        }
    }

    /// Removes a project in which nothing was left, unless this run has noted it.
    package func forget(_ project: ProjectID) async throws {
        try await StorageFailure.translating(file: queue.path) {
            try await queue.write { [noted] db in
                guard !noted.contains(project) else { return }
                try db.execute(sql: "DELETE FROM deliveringProject WHERE project = ?", arguments: [project.rawValue])
            }
        }
    }
}

/// The projects of this run; changed inside accesses of the database, so that both change in the same order.
private final class NotedProjects: Sendable {
    private let projects = Mutex<Set<ProjectID>>([])

    func contains(_ project: ProjectID) -> Bool { projects.withLock { $0.contains(project) } }
    func insert(_ project: ProjectID) { projects.withLock { _ = $0.insert(project) } }
}
