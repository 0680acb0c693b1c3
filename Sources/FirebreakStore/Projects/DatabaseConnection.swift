import FirebreakWire
import GRDB

/// One connection to a database, which one body at a time may use; the others wait in their order.
///
/// A body runs from its beginning to its end, even if its task is cancelled meanwhile: the library's own asynchronous access
/// would interrupt SQLite then, also in the middle of `COMMIT` or `ROLLBACK`, and end the process where a transaction is
/// left open. A body that takes long looks itself whether anyone still waits for it.
final class DatabaseConnection: Sendable {
    let queue: DatabaseQueue
    private let lock = TaskLock()
    /// Runs bodies that may wait for the disk.
    private let workers: WorkerExecutor

    init(_ queue: DatabaseQueue, _ workers: WorkerExecutor) {
        self.queue = queue
        self.workers = workers
    }

    /// The configuration that all connections share.
    static var configuration: Configuration {
        var configuration = Configuration()
        configuration.label = "firebreak"
        configuration.foreignKeysEnabled = false
        // The library would end the process where a rollback fails. The next body repeats it.
        configuration.allowsUnsafeTransactions = true
        return configuration
    }

    /// Runs a body outside of a transaction, on the caller's thread: it takes only some microseconds, less than a hop to
    /// another one, and no thread waits for its turn.
    ///
    /// - Parameter mayWait: Whether the body may have to wait for the disk, and so runs on a thread that may.
    /// - Throws: What the body throws; `CancellationError` if the task was cancelled before it was its turn.
    func run<Value: Sendable>(mayWait: Bool = false, _ body: (Database) throws -> Value) async throws -> Value {
        try await lock.run { hasWaited in
            if hasWaited { try Task.checkCancellation() }
            return mayWait ? try await workers.run { try attempt(body) } : try attempt(body)
        }
    }

    private func attempt<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try queue.writeWithoutTransaction { db in
            try db.rollBackIfNeeded()
            return try body(db)
        }
    }
}

extension Database {
    /// Runs a body in one transaction, rolled back when the body throws.
    func transact<Value>(_ body: () throws -> Value) throws -> Value {
        // Not by the library, which prepares these statements each time.
        try run("BEGIN IMMEDIATE")
        do {
            let value = try body()
            try run("COMMIT")
            return value
        } catch {
            // Where this fails as well, the next body finds the transaction open. The first error says more.
            try? rollBackIfNeeded()
            throw error
        }
    }

    /// Ends an open transaction; some errors of the disk have ended it already.
    fileprivate func rollBackIfNeeded() throws {
        if isInsideTransaction { try run("ROLLBACK") }
    }
}
