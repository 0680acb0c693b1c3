package import FirebreakWire
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
    /// Bodies running or waiting.
    private let users = Atomic<Int>(0)

    /// - Parameter queue: A connection to a database of this product, or to an empty one.
    init(queue: DatabaseQueue) throws {
        self.queue = queue
        guard try !queue.read(Schema.migrator.hasBeenSuperseded) else {
            throw DatabaseError(message: "the database was written by a newer version of Firebreak")
        }
        try Schema.migrator.migrate(queue)
    }

    /// A database that a copy is made into, and that has no tables until then.
    init(forCopy queue: DatabaseQueue) { self.queue = queue }

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
    static func file(_ path: String) throws -> ProjectDatabase {
        var configuration = configuration
        configuration.busyMode = .timeout(5)
        configuration.journalMode = .wal
        return try ProjectDatabase(queue: DatabaseQueue(path: path, configuration: configuration))
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
        try await access { queue in
            try queue.writeWithoutTransaction { db in try Self.transact(db, tenant, body) }
        } waiting: { queue in
            try await queue.writeWithoutTransaction { db in try Self.transact(db, tenant, body) }
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

    func access<Value>(
        _ now: (DatabaseQueue) throws -> Value, waiting: (DatabaseQueue) async throws -> Value
    ) async throws -> Value {
        let others = users.wrappingAdd(1, ordering: .acquiringAndReleasing).oldValue
        defer { users.wrappingSubtract(1, ordering: .acquiringAndReleasing) }
        return others == 0 ? try now(queue) : try await waiting(queue)
    }
}
