package import FirebreakWire
import Foundation
import GRDB
import Synchronization

/// What belongs to the server rather than a project: API keys, which find the project, the key that signs tokens, and
/// which projects have messages to deliver or an end.
final class ServerDatabase: Sendable {
    private let connection: DatabaseConnection
    private let isFile: Bool

    /// - Parameters:
    ///   - path: The database file; `nil` for memory.
    ///   - durability: Whether writes wait for the disk to the end.
    ///   - workers: Runs what waits for the disk.
    /// - Throws: ``StorageFailure`` when the file cannot be used.
    init(path: String?, _ durability: Durability, _ workers: WorkerExecutor) throws {
        if let path { try Self.prepare(path, durability) }
        isFile = path != nil
        let queue = try StorageFailure.translating(file: path ?? StorageFailure.memory) {
            var configuration = DatabaseConnection.configuration
            if durability == .full {
                // A change is made when its journal is gone, and this waits until that is on the disk.
                configuration.prepareDatabase { db in try db.execute(sql: "PRAGMA synchronous = EXTRA") }
            }
            let queue =
                try path.map { try DatabaseQueue(path: $0, configuration: configuration) }
                ?? DatabaseQueue(configuration: configuration)
            try queue.write { db in try db.execute(sql: Self.tables) }
            return queue
        }
        connection = DatabaseConnection(queue, workers)
    }

    /// Passes what a start reads to the body, row by row.
    ///
    /// - Throws: ``StorageFailure`` when the file cannot be used, and what the body throws.
    func forEachRow(_ query: String, _ body: (ResultRow) throws -> Void) throws {
        try StorageFailure.translating(file: connection.queue.path) {
            try connection.queue.read { db in
                try db.run(query) { row in
                    try body(row)
                    return true
                }
            }
        }
    }

    /// - Throws: ``StorageFailure`` when the file cannot be used, and what the body throws.
    func read<Value: Sendable>(_ body: (Database) throws -> Value) async throws -> Value {
        try await StorageFailure.translating(file: connection.queue.path) {
            try await connection.run(mayWait: isFile, body)
        }
    }

    /// Runs a body in a transaction.
    ///
    /// - Throws: ``StorageFailure`` when the file cannot be used, and what the body throws.
    func write<Value: Sendable>(_ body: (Database) throws -> Value) async throws -> Value {
        try await read { db in try db.transact { try body(db) } }
    }

    /// Makes the file if there is none: as a whole, so that an empty one is known to have lost what was in it.
    ///
    /// - Throws: ``StorageFailure`` for an existing file that is empty or another program's.
    private static func prepare(_ path: String, _ durability: Durability) throws {
        guard try !DatabaseFile.exists(path) else {
            try DatabaseFile.checkContent(of: path)
            // Not opened for reading alone: after a process that was killed while it wrote, SQLite first has to take back
            // what its journal says.
            return try StorageFailure.translating(file: path) {
                try DatabaseQueue(path: path).read { db in try DatabaseFile.checkOrigin(db, tables: ["apiKey"], path) }
            }
        }
        let draft = path + ".draft"
        try Storage.removeFiles(of: draft)  // of a start that did not get to its end
        try DatabaseFile.make(draft)
        try StorageFailure.translating(file: draft) {
            let queue = try DatabaseQueue(path: draft)
            try queue.write { db in try db.execute(sql: tables) }
            try queue.close()
        }
        try DatabaseFile.move(draft, to: path)
        try durability.settleName(of: path)
    }

    private static let tables = """
        CREATE TABLE IF NOT EXISTS apiKey (
            key TEXT PRIMARY KEY,
            project TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS signingKey (
            number INTEGER PRIMARY KEY CHECK (number = 1),
            pem TEXT NOT NULL
        ) STRICT;
        CREATE TABLE IF NOT EXISTS deliveringProject (
            project TEXT PRIMARY KEY
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS projectExpiry (
            project TEXT PRIMARY KEY,
            expiresAt INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """
}

extension Storage {
    /// The stored private key in PEM, if there is one.
    package func signingKey() async throws -> String? {
        try await server.read { db in try String.fetchOne(db, sql: "SELECT pem FROM signingKey WHERE number = 1") }
    }

    /// Stores a private key unless there is one.
    ///
    /// - Returns: The stored key.
    package func keepSigningKey(_ pem: String) async throws -> String {
        try await server.write { db in
            try db.execute(sql: "INSERT OR IGNORE INTO signingKey (number, pem) VALUES (1, ?)", arguments: [pem])
            return try String.fetchOne(db, sql: "SELECT pem FROM signingKey WHERE number = 1") ?? pem
        }
    }
}

/// Which registered API key selects which project (firebreak.md section 2). Keys belong to the server, not to a
/// project's database, because they are used to find the project.
package final class APIKeyRegistry: Sendable {
    private let server: ServerDatabase
    /// As the database has them, and the keys of the configuration.
    private let projects: Mutex<[ExactText: ProjectID]>

    init(_ server: ServerDatabase) throws {
        self.server = server
        var known: [ExactText: ProjectID] = [:]
        try server.forEachRow("SELECT key, project FROM apiKey") { row in
            known[ExactText(try row.text(0))] = ProjectID(rawValue: try row.text(1))
        }
        projects = Mutex(known)
    }

    package func project(of key: String) -> ProjectID? { projects.withLock { $0[ExactText(key)] } }

    /// The keys of one project, sorted.
    package func keys(of project: ProjectID) -> [String] {
        projects.withLock { all in all.filter { $0.value == project }.keys.map(\.rawValue).sorted() }
    }

    /// Makes the keys select the project, replacing any project they selected before: all of them or none.
    ///
    /// - Parameter isKept: Whether they outlive this run; keys of the configuration do not.
    package func register(_ keys: [String], for project: ProjectID, isKept: Bool = true) async throws {
        guard !keys.isEmpty else { return }
        try await server.write { [self] db in
            for key in keys where isKept {
                try db.execute(
                    sql: "INSERT OR REPLACE INTO apiKey (key, project) VALUES (?, ?)",
                    arguments: [key, project.rawValue])
            }
            // Inside the database access, so that the database and the map change in the same order.
            projects.withLock { known in for key in keys { known[ExactText(key)] = project } }
        }
    }

    /// - Returns: Whether the key was registered for that project.
    package func remove(_ key: String, of project: ProjectID) async throws -> Bool {
        try await server.write { [self] db in
            guard self.project(of: key) == project else { return false }
            try db.execute(sql: "DELETE FROM apiKey WHERE key = ?", arguments: [key])
            projects.withLock { $0[ExactText(key)] = nil }
            return true
        }
    }
}

/// The projects that may have messages to deliver, so that the next start finds them without opening every file. A
/// project is added before its first delivery and stays until a later start finds nothing left of it.
package final class DeliveringProjects: Sendable {
    private let server: ServerDatabase
    /// Whether anything outlives this run.
    private let isKept: Bool
    /// Those of this run; changed inside accesses of the database, so that both change in the same order.
    private let noted = Mutex<Set<ProjectID>>([])

    init(_ server: ServerDatabase, isKept: Bool) {
        self.server = server
        self.isKept = isKept
    }

    /// To be called before deliveries of the project are stored. It waits for the disk once for each project.
    package func note(_ project: ProjectID) async throws {
        guard isKept, !isNoted(project) else { return }
        try await server.write { [self] db in
            try db.execute(
                sql: "INSERT OR IGNORE INTO deliveringProject (project) VALUES (?)", arguments: [project.rawValue])
            noted.withLock { _ = $0.insert(project) }
        }
    }

    /// Those of this run and of earlier ones.
    package func all() async throws -> [ProjectID] {
        try await server.read { db in
            try String.fetchAll(db, sql: "SELECT project FROM deliveringProject ORDER BY project")
                .map(ProjectID.init(rawValue:))
        }
    }

    /// Removes a project in which nothing was left, unless this run has noted it.
    package func forget(_ project: ProjectID) async throws {
        try await server.write { [self] db in
            guard !isNoted(project) else { return }
            try db.execute(sql: "DELETE FROM deliveringProject WHERE project = ?", arguments: [project.rawValue])
        }
    }

    private func isNoted(_ project: ProjectID) -> Bool { noted.withLock { $0.contains(project) } }
}

/// Which projects have an end, and when (firebreak.md section 4.6). They belong to the server, so that it knows the next
/// end without opening every project.
package final class ProjectExpiries: Sendable {
    private let server: ServerDatabase
    private let moments: Mutex<[ProjectID: Timestamp]>
    /// Tells that an end was set or taken back.
    package let changes: AsyncStream<Void>
    private let changed: AsyncStream<Void>.Continuation

    init(_ server: ServerDatabase) throws {
        self.server = server
        var known: [ProjectID: Timestamp] = [:]
        try server.forEachRow("SELECT project, expiresAt FROM projectExpiry") { row in
            known[ProjectID(rawValue: try row.text(0))] = row.time(1)
        }
        moments = Mutex(known)
        (changes, changed) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// When the project ends; `nil` for one that does not end by itself.
    package subscript(project: ProjectID) -> Timestamp? { moments.withLock { $0[project] } }

    /// The next end of all.
    package var next: Timestamp? { moments.withLock { $0.values.min() } }

    /// The projects that have ended by then.
    package func due(at moment: Timestamp) -> [ProjectID] {
        moments.withLock { $0.filter { $0.value <= moment }.map(\.key) }
    }

    /// - Parameter moment: `nil` takes the end back.
    package func set(_ project: ProjectID, to moment: Timestamp?) async throws {
        guard moment != nil || self[project] != nil else { return }
        try await server.write { [self] db in
            if let moment {
                try db.execute(
                    sql: "INSERT OR REPLACE INTO projectExpiry (project, expiresAt) VALUES (?, ?)",
                    arguments: [project.rawValue, moment.milliseconds])
            } else {
                try db.execute(sql: "DELETE FROM projectExpiry WHERE project = ?", arguments: [project.rawValue])
            }
            // Inside the database access, so that the database and the map change in the same order.
            moments.withLock { $0[project] = moment }
        }
        changed.yield()
    }

    /// Looks again at what is due.
    package func wake() { changed.yield() }
}
