package import FirebreakWire
import Foundation
import GRDB
import Synchronization

/// One project's SQLite database behind one connection.
///
/// Reads and writes are serialised: a body sees a consistent state without a read transaction, and a write is one
/// transaction. If the connection is free, the body runs directly on the caller's thread, because it takes only some
/// microseconds, less than a hop to another thread; otherwise the caller suspends until its turn, so that no thread of
/// the cooperative pool ever waits for another.
package final class ProjectDatabase: Sendable {
    let queue: DatabaseQueue
    /// `nil` in a file, or in memory of SQLite's own.
    let pages: PageStore?
    /// `nil` in memory.
    private let file: DatabaseFile?
    /// Writes the file's log back; `nil` leaves that to SQLite.
    private let checkpointer: Checkpointer?
    private let durability: Durability
    /// Bodies running or waiting.
    private let users = Atomic<Int>(0)

    /// - Parameters:
    ///   - queue: A connection to a database of this product, or to an empty one.
    ///   - pages: The memory of the database; `nil` in a file, or in memory of SQLite's own.
    ///   - file: The file of the database; `nil` in memory.
    ///   - checkpointer: Writes the file's log back; `nil` leaves that to SQLite.
    ///   - durability: Whether writes wait for the disk.
    ///   - isNew: Whether it may have no tables yet.
    ///   - prepare: Runs before anything is written.
    /// - Throws: ``StorageFailure`` if a newer version or another program has written the database; the file is then left
    ///   unchanged.
    init(
        queue: DatabaseQueue, pages: PageStore? = nil, file: DatabaseFile? = nil, checkpointer: Checkpointer? = nil,
        durability: Durability = .normal, isNew: Bool = true, prepare: (Database) throws -> Void = { _ in }
    ) throws {
        self.queue = queue
        self.pages = pages
        self.file = file
        self.checkpointer = checkpointer
        self.durability = durability
        if !isNew { try queue.read { db in try Self.checkOrigin(db, queue.path) } }
        guard try !queue.read(Schema.migrator.hasBeenSuperseded) else {
            throw StorageFailure(.newerVersion, file: queue.path, cause: "it has migrations that this version lacks")
        }
        try queue.writeWithoutTransaction(prepare)
        try Schema.migrator.migrate(queue)
    }

    /// - Throws: ``StorageFailure`` for a database that this product has not made.
    static func checkOrigin(_ db: Database, _ path: String) throws {
        try DatabaseFile.checkOrigin(db, tables: ["grdb_migrations", "account"], path)
    }

    /// A copy of another database, or one to copy another one into, which has no tables until then.
    ///
    /// - Parameter pages: The memory of the database; `nil` in a file, or in memory of SQLite's own.
    init(forCopy queue: DatabaseQueue, in pages: PageStore? = nil) {
        self.queue = queue
        self.pages = pages
        file = nil
        checkpointer = nil
        durability = .normal
    }

    /// The thread that releases the last reference does not wait for the log to be written back.
    deinit {
        let queue = queue
        checkpointer?.workers.detach { try? queue.close() }  // already closed, or the next opening reads the log
    }

    /// The configuration that all connections share.
    static var configuration: Configuration {
        var configuration = Configuration()
        configuration.label = "firebreak"
        configuration.foreignKeysEnabled = false
        return configuration
    }

    /// An empty database in memory.
    static func inMemory() throws -> ProjectDatabase {
        let pages = MemoryFileSystem.newStore()
        return try ProjectDatabase(queue: MemoryFileSystem.open(pages, configuration), pages: pages)
    }

    /// A database file, created if it does not exist. Journal mode WAL: what was answered survives the end of the process
    /// at any moment, and with full durability the end of the machine.
    ///
    /// - Throws: ``StorageFailure`` if the file cannot be used. A file created by this call is removed again in that
    ///   case.
    static func file(
        _ path: String, _ template: NewFileTemplate, _ dropped: DatabaseFile.Dropped, _ workers: WorkerExecutor,
        _ durability: Durability
    ) throws -> ProjectDatabase {
        var configuration = configuration
        configuration.busyMode = .timeout(5)
        let isNew = try !DatabaseFile.exists(path)
        do {
            if isNew { try template.makeFile(path, durability) }
            try DatabaseFile.checkContent(of: path)
            return try StorageFailure.translating(file: path) {
                try ProjectDatabase(
                    queue: DatabaseQueue(path: path, configuration: configuration), file: DatabaseFile(path, dropped),
                    checkpointer: Checkpointer(path, workers), durability: durability, isNew: false
                ) { db in
                    // Not by the library's configuration, which writes before the version is checked.
                    try db.execute(
                        sql: """
                            PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0;
                            PRAGMA synchronous = \(durability == .full ? "FULL" : "NORMAL")
                            """)
                }
            }
        } catch {
            if isNew { try? Storage.removeFiles(of: path) }  // an incomplete database would prevent a new one
            throw error
        }
    }

    /// Closes the connection, which writes the write-ahead log into the database file.
    func close() {
        // A body that is still running keeps it open; then the log stays, and the next opening reads it.
        try? queue.close()
    }

    /// Runs a body that only reads.
    package func read<Value: Sendable>(
        tenant: TenantID?, _ body: @Sendable (Transaction) throws -> Value
    ) async throws -> Value {
        try await withConnection { db in try body(Transaction(db, tenant: tenant)) }
    }

    /// Runs a body in one transaction, rolled back when the body throws.
    ///
    /// - Returns: What the body returns, and the effects to report after the commit.
    package func write<Value: Sendable>(
        tenant: TenantID?, _ body: @Sendable (Transaction) throws -> Value
    ) async throws -> (value: Value, effects: Transaction.Effects) {
        let outcome = try await withConnection(mayWait: durability == .full) { db in
            try Self.transact(db, tenant, body)
        }
        checkpointer?.run(for: self)
        return outcome
    }

    /// Writes the write-ahead log into the database file and empties the log.
    func checkpoint() async throws {
        try await withConnection { db in _ = try db.checkpoint(.truncate) }
    }

    private static func transact<Value>(
        _ db: Database, _ tenant: TenantID?, _ body: (Transaction) throws -> Value
    ) throws -> (value: Value, effects: Transaction.Effects) {
        let transaction = Transaction(db, tenant: tenant)
        // Not by the library, which prepares these statements each time.
        try db.run("BEGIN IMMEDIATE")
        do {
            let result = try body(transaction)
            try transaction.storeAccountChanges()
            try db.run("COMMIT")
            return (result, transaction.effects)
        } catch {
            // Some errors of the disk have ended it already.
            if db.isInsideTransaction { try db.run("ROLLBACK") }
            throw error
        }
    }

    /// Runs a body with the connection, outside of a transaction.
    ///
    /// - Parameter mayWait: Whether the body may have to wait for the disk, and so leaves the caller's thread in any case.
    /// - Throws: ``StorageFailure`` when the database's file cannot be used, and what the body throws.
    func withConnection<Value: Sendable>(
        mayWait: Bool = false, _ body: @Sendable (Database) throws -> Value
    ) async throws -> Value {
        try file?.check()
        let others = users.wrappingAdd(1, ordering: .acquiringAndReleasing).oldValue
        defer { users.wrappingSubtract(1, ordering: .acquiringAndReleasing) }
        let name = file?.path ?? "memory"
        return others == 0 && !mayWait
            ? try StorageFailure.translating(file: name) { try queue.writeWithoutTransaction(body) }
            : try await StorageFailure.translating(file: name) { try await queue.writeWithoutTransaction(body) }
    }
}
