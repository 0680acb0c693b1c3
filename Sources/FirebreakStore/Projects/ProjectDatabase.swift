package import FirebreakWire
import Foundation
import GRDB
import Synchronization

/// One project's SQLite database behind one connection.
///
/// Reads and writes are serialised: a body sees a consistent state without a read transaction, and a write is one
/// transaction. When nobody else is using the connection the body runs right on the caller's thread, because that is
/// some microseconds of computing and a hop to another thread costs more than it; otherwise the caller suspends until
/// its turn comes, so that no thread of the cooperative pool ever waits for another.
package final class ProjectDatabase: Sendable {
    let queue: DatabaseQueue
    /// `nil` in memory.
    private let file: DatabaseFile?
    /// Writes the file's log back; `nil` where that is left to SQLite.
    private let checkpointer: Checkpointer?
    /// Bodies running or waiting.
    private let users = Atomic<Int>(0)

    /// - Parameters:
    ///   - queue: A connection to a database of this product, or to an empty one.
    ///   - file: The database's; `nil` in memory.
    ///   - checkpointer: Writes the file's log back; `nil` leaves that to SQLite.
    ///   - prepare: Is run before anything is written.
    /// - Throws: ``StorageFailure`` when a newer version has written it; the file is left as it is then.
    init(
        queue: DatabaseQueue, file: DatabaseFile? = nil, checkpointer: Checkpointer? = nil,
        prepare: (Database) throws -> Void = { _ in }
    ) throws {
        self.queue = queue
        self.file = file
        self.checkpointer = checkpointer
        guard try !queue.read(Schema.migrator.hasBeenSuperseded) else {
            throw StorageFailure(.newerVersion, file: queue.path, cause: "it has migrations that this version lacks")
        }
        try queue.writeWithoutTransaction(prepare)
        try Schema.migrator.migrate(queue)
    }

    /// A database that a copy is made into, and that has no tables until then.
    init(forCopy queue: DatabaseQueue) {
        self.queue = queue
        file = nil
        checkpointer = nil
    }

    /// Whoever lets go of it last need not wait for the log to be written back.
    deinit {
        let queue = queue
        checkpointer?.workers.detach { try? queue.close() }  // already closed, or the next opening reads the log
    }

    /// What all connections have in common.
    static var configuration: Configuration {
        var configuration = Configuration()
        configuration.label = "firebreak"
        configuration.foreignKeysEnabled = false
        return configuration
    }

    /// An empty database in memory.
    static func inMemory() throws -> ProjectDatabase {
        try ProjectDatabase(queue: DatabaseQueue(configuration: configuration))
    }

    /// A database file, made if absent. Journal mode WAL with `synchronous = NORMAL`: what was answered survives the
    /// end of the process at any moment.
    ///
    /// - Throws: ``StorageFailure`` when the file cannot be used. One that was made here is gone again then.
    static func file(
        _ path: String, _ dropped: DatabaseFile.Dropped, _ workers: WorkerExecutor
    ) throws -> ProjectDatabase {
        var configuration = configuration
        configuration.busyMode = .timeout(5)
        let isNew = !FileManager.default.fileExists(atPath: path)
        do {
            try DatabaseFile.make(path)
            return try StorageFailure.translating(file: path) {
                try ProjectDatabase(
                    queue: DatabaseQueue(path: path, configuration: configuration), file: DatabaseFile(path, dropped),
                    checkpointer: Checkpointer(path, workers)
                ) { db in
                    // Not by the library's configuration, which writes before the version is looked at.
                    try db.execute(
                        sql: """
                            PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 0
                            """)
                }
            }
        } catch {
            if isNew { try? Storage.removeFiles(of: path) }  // half a database would be in the way of a whole one
            throw error
        }
    }

    /// Closes the connection, which writes what stands in the write-ahead log into the database file.
    func close() {
        // A body that still runs keeps it open; then the log stays, and the next opening reads it.
        try? queue.close()
    }

    /// Runs a body that only reads.
    package func read<Value: Sendable>(
        tenant: TenantID?, _ body: @Sendable (Transaction) throws -> Value
    ) async throws -> Value {
        try await access { queue in
            try queue.writeWithoutTransaction { db in try body(Transaction(db, tenant: tenant)) }
        } waiting: { queue in
            try await queue.writeWithoutTransaction { db in try body(Transaction(db, tenant: tenant)) }
        }
    }

    /// Runs a body in one transaction, rolled back when the body throws.
    ///
    /// - Returns: What the body returns, and what others are to be told now.
    package func write<Value: Sendable>(
        tenant: TenantID?, _ body: @Sendable (Transaction) throws -> Value
    ) async throws -> (value: Value, effects: Transaction.Effects) {
        let outcome = try await access { queue in
            try queue.writeWithoutTransaction { db in try Self.transact(db, tenant, body) }
        } waiting: { queue in
            try await queue.writeWithoutTransaction { db in try Self.transact(db, tenant, body) }
        }
        checkpointer?.run(for: self)
        return outcome
    }

    /// Writes what stands in the write-ahead log into the database file, and empties the log.
    func checkpoint() async throws {
        try await access { queue in
            try queue.writeWithoutTransaction { db in _ = try db.checkpoint(.truncate) }
        } waiting: { queue in
            try await queue.writeWithoutTransaction { db in _ = try db.checkpoint(.truncate) }
        }
    }

    private static func transact<Value>(
        _ db: Database, _ tenant: TenantID?, _ body: (Transaction) throws -> Value
    ) throws -> (value: Value, effects: Transaction.Effects) {
        let transaction = Transaction(db, tenant: tenant)
        var result: Value?
        try db.inTransaction(.immediate) {
            result = try body(transaction)
            return .commit
        }
        guard let result else { throw DatabaseError(resultCode: .SQLITE_ABORT) }
        return (result, transaction.effects)
    }

    /// - Throws: ``StorageFailure`` when the database's file cannot be used, and what the body throws.
    func access<Value>(
        _ now: (DatabaseQueue) throws -> Value, waiting: (DatabaseQueue) async throws -> Value
    ) async throws -> Value {
        try file?.check()
        let others = users.wrappingAdd(1, ordering: .acquiringAndReleasing).oldValue
        defer { users.wrappingSubtract(1, ordering: .acquiringAndReleasing) }
        let name = file?.path ?? "memory"
        return others == 0
            ? try StorageFailure.translating(file: name) { try now(queue) }
            : try await StorageFailure.translating(file: name) { try await waiting(queue) }
    }
}
