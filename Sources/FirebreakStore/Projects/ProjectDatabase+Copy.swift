import FirebreakWire
import GRDB

/// Copies of whole databases. In memory they share the pages of the original. Others are made by SQLite's backup API;
/// `VACUUM INTO` takes four times as long for a file.
extension ProjectDatabase {
    /// A database in memory over pages, which may be empty.
    ///
    /// - Parameter pages: `nil` for memory of SQLite's own.
    static func inMemory(over pages: PageStore?) throws -> ProjectDatabase {
        ProjectDatabase(forCopy: try MemoryFileSystem.open(pages, configuration), in: pages)
    }

    /// A new database in memory with the content of this one, which is in memory too.
    ///
    /// - Parameter source: The connection of this one.
    func copyInMemory(_ source: Database) throws -> ProjectDatabase {
        let copy = try Self.inMemory(over: pages.map(PageStore.init(copying:)))
        if pages == nil { try copy.queue.writeWithoutTransaction { try source.backup(to: $0) } }
        return copy
    }

    /// A new database in memory with the content of this one, which is in memory too, except for deliveries that are
    /// pending: the original makes those. Concurrent calls wait.
    func copyInMemory() async throws -> ProjectDatabase {
        let copy: @Sendable (Database) throws -> ProjectDatabase = { [self] source in
            // The connection is free now, so nothing is half written.
            let database = try copyInMemory(source)
            try database.queue.writeWithoutTransaction(Self.dropPendingDeliveries)
            return database
        }
        return try await withConnection(copy)
    }

    private static func dropPendingDeliveries(_ db: Database) throws {
        try db.execute(sql: "DELETE FROM delivery WHERE state = 'pending'")
    }

    /// A new file for a copy, which does not wait for the disk: it counts only once it is renamed.
    static func draft(_ path: String) throws -> ProjectDatabase {
        try DatabaseFile.make(path)
        return try StorageFailure.translating(file: path) {
            ProjectDatabase(forCopy: try DatabaseQueue(path: path, configuration: unsynchronized))
        }
    }

    /// The file of a snapshot, brought to the present schema.
    static func snapshot(_ path: String) throws -> ProjectDatabase {
        try DatabaseFile.checkContent(of: path)
        return try StorageFailure.translating(file: path) {
            try ProjectDatabase(queue: DatabaseQueue(path: path, configuration: unsynchronized), isNew: false)
        }
    }

    /// A new file with all tables and no rows, which does not wait for the disk.
    ///
    /// - Throws: ``StorageFailure`` if it cannot be made.
    static func empty(_ path: String) throws -> ProjectDatabase {
        try DatabaseFile.make(path)
        return try StorageFailure.translating(file: path) {
            try ProjectDatabase(queue: DatabaseQueue(path: path, configuration: unsynchronized)) { db in
                try db.execute(sql: "PRAGMA journal_mode = WAL")
            }
        }
    }

    private static var unsynchronized: Configuration {
        var configuration = configuration
        configuration.busyMode = .timeout(5)
        configuration.prepareDatabase { db in try db.execute(sql: "PRAGMA synchronous = OFF") }
        return configuration
    }

    /// Copies everything into another database that has no other users, except for deliveries that are pending: the
    /// original makes those. Concurrent calls wait.
    func copy(to other: ProjectDatabase) async throws {
        let target = other.queue
        let copy: @Sendable (Database) throws -> Void = { source in
            try target.writeWithoutTransaction { target in
                try source.backup(to: target)
                try Self.dropPendingDeliveries(target)
            }
        }
        try await withConnection(copy)
    }

    /// Replaces the content of this database with that of another one, in one SQLite transaction. Numbers that are
    /// never reused continue from the higher of both counters.
    package func replace(with other: ProjectDatabase) async throws {
        let replace: @Sendable (Database) throws -> Void = { [pages] target in
            let numbers = try Self.sequences(target)
            try other.queue.writeWithoutTransaction { source in
                // In the source, where these numbers are a lower bound as well, because the copy is one transaction
                // only if no other statement has to follow it.
                try source.inTransaction {
                    for number in numbers { try Self.raise(number, source) }
                    return .commit
                }
                if let pages, let newPages = other.pages {
                    try MemoryFileSystem.asFromOutside(target) { pages.replace(with: newPages) }
                } else {
                    try source.backup(to: target)
                }
            }
        }
        try await withConnection(replace)
    }

    /// The size of the database, without the memory of its connection.
    func byteCount() async throws -> Int {
        let count: @Sendable (Database) throws -> Int = { db in
            let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
            return pages * (try Int.fetchOne(db, sql: "PRAGMA page_size") ?? 0)
        }
        return try await withConnection(count)
    }
}
