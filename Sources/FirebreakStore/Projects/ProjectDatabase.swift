package import FirebreakWire
import Foundation
import GRDB
import GRDBSQLite
import Synchronization

/// One project's SQLite database behind one connection.
///
/// Reads and writes are serialised: a body sees a consistent state without a read transaction, and a write is one
/// transaction.
package final class ProjectDatabase: Sendable {
    private let connection: DatabaseConnection
    /// `nil` in memory.
    private let file: DatabaseFile?
    /// Writes the file's log back; `nil` leaves that to SQLite.
    private let checkpointer: Checkpointer?
    private let durability: Durability
    /// Settings of messages that are stored, so that the next message with the same ones need not look for them.
    let lastMessageSettings = Mutex<StoredMessageSettings?>(nil)
    /// How many read from a state of their own.
    private let readersAside = Atomic<Int>(0)

    var queue: DatabaseQueue { connection.queue }

    /// - Parameters:
    ///   - queue: A connection to a database of this product, or to an empty one.
    ///   - file: The file of the database; `nil` in memory.
    ///   - checkpointer: Writes the file's log back; `nil` leaves that to SQLite.
    ///   - durability: Whether writes wait for the disk.
    ///   - isNew: Whether it may have no tables yet.
    ///   - prepare: Runs before anything is written.
    /// - Throws: ``StorageFailure`` if a newer version or another program has written the database; the file is then left
    ///   unchanged.
    init(
        queue: DatabaseQueue, file: DatabaseFile? = nil, checkpointer: Checkpointer? = nil,
        durability: Durability = .normal, isNew: Bool = true, prepare: (Database) throws -> Void = { _ in }
    ) throws {
        connection = DatabaseConnection(queue, checkpointer?.workers ?? .bulk)
        self.file = file
        self.checkpointer = checkpointer
        self.durability = durability
        if !isNew { try queue.read { db in try Self.checkOrigin(db, queue.path) } }
        try queue.read { db in try Schema.checkVersion(of: db, queue.path) }
        try queue.writeWithoutTransaction(prepare)
        try Schema.migrator.migrate(queue)
    }

    /// - Throws: ``StorageFailure`` for a database that this product has not made.
    static func checkOrigin(_ db: Database, _ path: String) throws {
        try DatabaseFile.checkOrigin(db, tables: ["grdb_migrations", "account"], path)
    }

    /// A database to copy another one into, which has no tables until then.
    private init(forCopy queue: DatabaseQueue) {
        connection = DatabaseConnection(queue, .bulk)
        file = nil
        checkpointer = nil
        durability = .normal
    }

    /// The thread that releases the last reference does not wait for the log to be written back.
    deinit {
        let queue = queue
        checkpointer?.workers.detach { try? queue.close() }  // already closed, or the next opening reads the log
    }

    /// An empty database in memory.
    static func inMemory() throws -> ProjectDatabase {
        try ProjectDatabase(queue: memory())
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
        var configuration = DatabaseConnection.configuration
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

    /// Runs a body that reads for long: others wait only until it has a state of its own, which in a file a second
    /// connection has, and in memory a copy.
    package func readAside<Value: Sendable>(
        tenant: TenantID?, _ body: @Sendable (Transaction) throws -> Value
    ) async throws -> Value {
        // Making that takes longer than to read a few.
        guard try await read(tenant: nil, { try $0.totalAccountCount() }) > Self.fewAccounts else {
            return try await read(tenant: tenant, body)
        }
        guard let file else {
            let copy = try await ProjectDraft(copying: self, in: nil).database
            return try await copy.read(tenant: tenant, body)
        }
        readersAside.add(1, ordering: .acquiringAndReleasing)
        defer { readersAside.subtract(1, ordering: .acquiringAndReleasing) }
        try file.check()
        return try StorageFailure.translating(file: file.path) {
            var configuration = DatabaseConnection.configuration
            configuration.busyMode = .timeout(5)
            configuration.readonly = true
            return try DatabaseQueue(path: file.path, configuration: configuration).read { db in
                try body(Transaction(db, tenant: tenant))
            }
        }
    }

    private static let fewAccounts = 2000

    /// Runs a body in one transaction, rolled back when the body throws.
    ///
    /// - Returns: What the body returns, and the effects to report after the commit.
    package func write<Value: Sendable>(
        tenant: TenantID?, _ body: @Sendable (Transaction) throws -> Value
    ) async throws -> (value: Value, effects: Transaction.Effects) {
        let outcome = try await withConnection(mayWait: durability == .full) { db in
            try transact(db, tenant, body)
        }
        checkpointer?.run(for: self)
        return outcome
    }

    /// Writes the write-ahead log into the database file and empties the log, which is not waited for where others read
    /// from it.
    func checkpoint() async throws {
        let isRead = readersAside.load(ordering: .acquiring) > 0
        try await withConnection { db in _ = try db.checkpoint(isRead ? .passive : .truncate) }
    }

    private func transact<Value>(
        _ db: Database, _ tenant: TenantID?, _ body: (Transaction) throws -> Value
    ) throws -> (value: Value, effects: Transaction.Effects) {
        let transaction = Transaction(db, tenant: tenant)
        transaction.lastMessageSettings = lastMessageSettings.withLock { $0 }
        let result = try db.transact {
            let result = try body(transaction)
            try transaction.finishAccountChanges()
            return result
        }
        lastMessageSettings.withLock { $0 = transaction.lastMessageSettings }
        return (result, transaction.effects)
    }

    /// Runs a body with the connection, outside of a transaction.
    ///
    /// - Parameter mayWait: Whether the body may have to wait for the disk, and so leaves the caller's thread in any case.
    /// - Throws: ``StorageFailure`` when the database's file cannot be used, and what the body throws.
    func withConnection<Value: Sendable>(
        mayWait: Bool = false, _ body: @Sendable (Database) throws -> Value
    ) async throws -> Value {
        try file?.check()
        return try await StorageFailure.translating(file: file?.path ?? StorageFailure.memory) {
            try await connection.run(mayWait: mayWait, body)
        }
    }
}

/// Copies of whole databases, made by SQLite's backup API; `VACUUM INTO` takes four times as long for a file.
extension ProjectDatabase {
    /// A new database for a copy, which has no tables until then.
    ///
    /// - Parameter path: A file, which does not wait for the disk: it counts only once it is renamed. `nil` for memory.
    static func draft(_ path: String?) throws -> ProjectDatabase {
        guard let path else { return ProjectDatabase(forCopy: try memory()) }
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

    /// A connection to a database of its own in SQLite's memdb file system. With `:memory:` all pages are in the page cache,
    /// through which SQLite goes at many a commit, so that each account would make the next one slower.
    ///
    /// - Parameter namesAreURLs: Whether SQLite takes a name that begins with `file:` for a URL. Where it does not, this one
    ///   would be that of a file in the working directory, which all projects would share.
    static func memory(namesAreURLs: Bool = namesAreURLs) throws -> DatabaseQueue {
        var configuration = DatabaseConnection.configuration
        configuration.prepareDatabase { db in
            // Otherwise what a large sort has no room for would be in a file.
            try db.execute(sql: "PRAGMA temp_store = MEMORY")
            guard namesAreURLs else {
                let pages = try Limit.memory.maximum / (Int.fetchOne(db, sql: "PRAGMA page_size") ?? 4096)
                return try db.execute(sql: "PRAGMA max_page_count = \(pages)")
            }
            var size = Int64(Limit.memory.maximum)
            sqlite3_file_control(db.sqliteConnection, "main", SQLITE_FCNTL_SIZE_LIMIT, &size)
        }
        guard namesAreURLs else { return try DatabaseQueue(configuration: configuration) }
        // Only names that begin with a slash are shared.
        return try DatabaseQueue(path: "file:firebreak?vfs=memdb", configuration: configuration)
    }

    /// Whether SQLite was built with `SQLITE_USE_URI`, as Debian and Apple do; the library does not ask for it at opening.
    private static let namesAreURLs = sqlite3_compileoption_used("USE_URI") != 0

    static var unsynchronized: Configuration {
        var configuration = DatabaseConnection.configuration
        configuration.busyMode = .timeout(5)
        configuration.prepareDatabase { db in try db.execute(sql: "PRAGMA synchronous = OFF") }
        return configuration
    }

    /// The size of the database, without the memory of its connection.
    func byteCount() async throws -> Int {
        try await withConnection { db in
            let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
            return pages * (try Int.fetchOne(db, sql: "PRAGMA page_size") ?? 0)
        }
    }
}

/// Writes the log of a database file back once it has grown, instead of SQLite, which would do so in the call that
/// makes the log long enough and so make an event loop wait for the disk.
final class Checkpointer: Sendable {
    /// Size in bytes from which a log is written back: a thousand pages, SQLite's own threshold.
    static let limit = 1000 * 4096

    private let log: String
    let workers: WorkerExecutor
    private let isRunning = Atomic(false)

    /// - Parameter path: The database's file.
    init(_ path: String, _ workers: WorkerExecutor) {
        log = path + "-wal"
        self.workers = workers
    }

    /// To be called after each write. If the disk is full, the log stays as it is, and the next write tries again.
    func run(for database: ProjectDatabase) {
        guard isLong, !isRunning.exchange(true, ordering: .acquiring) else { return }
        Task(executorPreference: workers) {
            try? await database.checkpoint()
            self.isRunning.store(false, ordering: .releasing)
        }
    }

    private var isLong: Bool {
        var status = stat()
        return stat(log, &status) == 0 && Int(status.st_size) >= Self.limit
    }
}
