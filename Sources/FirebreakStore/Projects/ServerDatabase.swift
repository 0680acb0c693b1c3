import FirebreakWire
import Foundation
import GRDB

/// What belongs to the server rather than a project: API keys, which find the project, the key that signs tokens, and
/// which projects have messages to deliver or an end.
enum ServerDatabase {
    /// - Parameters:
    ///   - path: The database file; `nil` for memory.
    ///   - durability: Whether writes wait for the disk to the end.
    /// - Throws: ``StorageFailure`` when the file cannot be used.
    static func open(path: String?, _ durability: Durability) throws -> DatabaseQueue {
        if let path { try prepare(path, durability) }
        return try StorageFailure.translating(file: path ?? "memory") {
            var configuration = Configuration()
            if durability == .full {
                // A change is made when its journal is gone, and this waits until that is on the disk.
                configuration.prepareDatabase { db in try db.execute(sql: "PRAGMA synchronous = EXTRA") }
            }
            let queue =
                try path.map { try DatabaseQueue(path: $0, configuration: configuration) }
                ?? DatabaseQueue(configuration: configuration)
            try queue.write { db in try db.execute(sql: tables) }
            return queue
        }
    }

    /// Makes the file if there is none: as a whole, so that an empty one is known to have lost what was in it.
    ///
    /// - Throws: ``StorageFailure`` for an existing file that is empty or another program's.
    private static func prepare(_ path: String, _ durability: Durability) throws {
        guard try !DatabaseFile.exists(path) else {
            try DatabaseFile.checkContent(of: path)
            var configuration = Configuration()
            configuration.readonly = true
            return try StorageFailure.translating(file: path) {
                try DatabaseQueue(path: path, configuration: configuration).read { db in
                    try DatabaseFile.checkOrigin(db, tables: ["apiKey"], path)
                }
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
        guard rename(draft, path) == 0 else { throw StorageFailure(ofSystemAt: path) }
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
        try await StorageFailure.translating(file: server.path) {
            try await server.read { db in try String.fetchOne(db, sql: "SELECT pem FROM signingKey WHERE number = 1") }
        }
    }

    /// Stores a private key unless there is one.
    ///
    /// - Returns: The stored key.
    package func keepSigningKey(_ pem: String) async throws -> String {
        try await StorageFailure.translating(file: server.path) {
            try await server.write { db in
                try db.execute(sql: "INSERT OR IGNORE INTO signingKey (number, pem) VALUES (1, ?)", arguments: [pem])
                return try String.fetchOne(db, sql: "SELECT pem FROM signingKey WHERE number = 1") ?? pem
            }
        }
    }
}
