package import FirebreakWire
import Foundation
import GRDB
import GRDBSQLite
import Synchronization

/// Where the projects' databases are: in memory, or one file each under a data directory.
package final class Storage: Sendable {
    /// A data directory or file that cannot be used, in words for the operator.
    package struct Failure: Error, CustomStringConvertible, Sendable {
        package let description: String
    }

    /// The directory of the files; `nil` for memory.
    let directory: String?
    /// The databases in memory, which exist only as long as they are referenced here.
    let databases = Mutex<[ProjectID: ProjectDatabase]>([:])
    /// It is never written, so all of the process share one. It takes milliseconds to make, for which no start waits.
    private static let sharedBlank = Result { try ProjectDatabase.inMemory() }
    package let snapshots: SnapshotStore
    let server: ServerDatabase
    package let apiKeys: APIKeyRegistry
    package let deliveringProjects: DeliveringProjects
    package let expiries: ProjectExpiries
    /// Counts the projects, where there may only be some.
    let limit: ProjectLimit?
    /// Opens files and writes their logs back, so that no event loop waits for the disk.
    package let workers: WorkerExecutor
    let durability: Durability
    /// What new files are made from.
    private let template = NewFileTemplate()
    private let lock: DirectoryLock?
    let droppedFiles = DatabaseFile.Dropped()

    /// - Parameters:
    ///   - dataDirectory: Created if it does not exist, accessible to its owner only; `nil` keeps everything in memory.
    ///   - durability: What survives a loss of power.
    ///   - maximumProjects: How many projects there may be; `nil` for any number.
    ///   - workers: Runs what waits for the disk.
    /// - Throws: ``Failure``, also if another server uses the directory.
    package init(
        dataDirectory: String?, durability: Durability = .normal, maximumProjects: Int? = nil,
        workers: WorkerExecutor = .bulk
    ) throws(Failure) {
        self.durability = durability
        self.workers = workers
        do {
            try Self.checkVersion()
            if let dataDirectory {
                let projects = dataDirectory + "/projects"
                var isDirectory: ObjCBool = true
                if FileManager.default.fileExists(atPath: dataDirectory, isDirectory: &isDirectory),
                    !isDirectory.boolValue
                {
                    throw Failure(description: "The data directory \(dataDirectory) is a file")
                }
                try Self.makeDirectory(dataDirectory)
                // First of all: unfinished files of another running server must not be removed.
                lock = try DirectoryLock(dataDirectory)
                try Self.makeDirectory(projects)
                try Self.removeDrafts(in: projects)
                try SnapshotStore.removeDrafts(below: dataDirectory + "/snapshots")
                directory = projects
                snapshots = SnapshotStore(directory: dataDirectory + "/snapshots", durability)
            } else {
                lock = nil
                directory = nil
                snapshots = SnapshotStore(directory: nil)
            }
            server = try ServerDatabase(path: dataDirectory.map { $0 + "/server.sqlite" }, durability, workers)
            apiKeys = try APIKeyRegistry(server)
            deliveringProjects = DeliveringProjects(server, isKept: dataDirectory != nil)
            expiries = try ProjectExpiries(server)
            limit = try maximumProjects.map { maximum in
                let files = try dataDirectory.map { try Self.projects(in: $0 + "/projects") } ?? []
                return ProjectLimit(maximum, files: files.count)
            }
        } catch let failure as Failure {
            throw failure
        } catch let failure as StorageFailure {
            throw Failure(description: "The data directory \(dataDirectory ?? "") cannot be used: \(failure)")
        } catch {
            let reason = (error as? DatabaseError)?.message ?? error.fileReason
            throw Failure(description: "The data directory \(dataDirectory ?? "") cannot be used: \(reason)")
        }
        WorkerExecutor.bulk.detach { Self.prepare() }
    }

    /// Makes what all storages share, so that the first who needs it does not have to.
    package static func prepare() { _ = sharedBlank }

    /// The empty database that projects without a database read from.
    package var blank: ProjectDatabase {
        get throws { try Self.sharedBlank.get() }
    }

    /// Releases the data directory for another server. Nothing may be used afterwards.
    package func close() { lock?.release() }

    /// Creates a directory that only its owner may enter, and its missing parents.
    static func makeDirectory(_ path: String) throws {
        guard !FileManager.default.fileExists(atPath: path) else { return }
        try StorageFailure.translating(file: path) {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        }
    }

    /// The project's database, or `nil` when it has none and `create` is false.
    ///
    /// - Throws: ``StorageFailure`` when its file, or the directory, cannot be used.
    package func open(_ project: ProjectID, create: Bool) throws -> ProjectDatabase? {
        if let directory {
            let path = Self.path(of: project, in: directory)
            let isThere = try DatabaseFile.exists(path)
            guard create || isThere else {
                // Without its directory it is unknown whether a project has a database.
                guard FileManager.default.fileExists(atPath: directory) else {
                    throw StorageFailure(.gone, file: path, cause: "there is no directory \(directory)")
                }
                return nil
            }
            guard let limit, !isThere else { return try openFile(path) }
            return try limit.adding { try openFile(path) }
        }
        if let database = databases.withLock({ $0[project] }) { return database }
        guard create else { return nil }
        let database = try newDatabase()
        return try databases.withLock { databases in
            // Another caller may have made one in the meantime.
            if let other = databases[project] { return other }
            try limit?.check(existing: databases.count)
            databases[project] = database
            return database
        }
    }

    func openFile(_ path: String) throws -> ProjectDatabase {
        try ProjectDatabase.file(path, template, droppedFiles, workers, durability)
    }

    /// Reads from the file of a project that is not open, without the files that SQLite makes beside it, and removes
    /// again, for each opening: they take most of its time.
    ///
    /// - Returns: `nil` in memory, where a process that was killed has left a log, and where the file cannot be read: what
    ///   the reason is, only opening it tells.
    package func readClosedFile<Value>(of project: ProjectID, _ body: (Transaction) throws -> Value?) -> Value? {
        guard let directory else { return nil }
        let path = Self.path(of: project, in: directory)
        guard !FileManager.default.fileExists(atPath: path + "-wal"), (try? DatabaseFile.checkContent(of: path)) != nil
        else { return nil }
        var configuration = DatabaseConnection.configuration
        configuration.readonly = true
        let escaped = path.separated(by: "/", omittingEmptySubsequences: false)
            .map { PercentEncoding.encode(String($0)) }.joined(separator: "/")
        // Where SQLite does not read names as URLs there is no such file.
        guard let queue = try? DatabaseQueue(path: "file:\(escaped)?immutable=1", configuration: configuration) else {
            return nil
        }
        return try? queue.inDatabase { db in
            try ProjectDatabase.checkOrigin(db, path)
            try Schema.checkVersion(of: db, path)
            return try body(Transaction(db, tenant: nil))
        }
    }

    /// Whether opening a project has to wait for the disk.
    package var opensSlowly: Bool { directory != nil }

    /// An empty database in memory.
    private func newDatabase() throws -> ProjectDatabase {
        let database = try ProjectDatabase.draft(nil)
        try blank.queue.writeWithoutTransaction { blank in
            try database.queue.writeWithoutTransaction { try blank.backup(to: $0) }
        }
        return database
    }

    /// Releases what a database in memory keeps for its next calls, such as prepared statements: a multiple of what a
    /// small project contains. The caller does not wait for it.
    package func rest(_ database: ProjectDatabase) {
        guard directory == nil else { return }
        let queue = database.queue
        workers.detach { queue.releaseMemory() }
    }

    /// Whether the project's file exists.
    package func hasFile(of project: ProjectID) -> Bool {
        directory.map { FileManager.default.fileExists(atPath: Self.path(of: project, in: $0)) } ?? false
    }

    /// Closes a database that is no longer needed. One in memory stays open, because closing it would delete it.
    package func close(_ database: ProjectDatabase) {
        if directory != nil { database.close() }
    }

    /// All projects that have a database, sorted.
    package func projects() throws -> [ProjectID] {
        let projects = try directory.map(Self.projects(in:)) ?? databases.withLock { Array($0.keys) }
        return projects.sorted { $0.rawValue < $1.rawValue }
    }

    private static func projects(in directory: String) throws -> [ProjectID] {
        try StorageFailure.translating(file: directory) {
            // A log without its database is that of a project whose database is gone.
            let names = try FileManager.default.contentsOfDirectory(atPath: directory)
                .map { $0.rest(beforeBytes: fileExtension + "-wal").map { String($0) + fileExtension } ?? $0 }
            return Set(names).compactMap(project(fileName:))
        }
    }

    /// Removes the project's database with everything in it, and its snapshots.
    ///
    /// - Returns: Whether the database existed.
    package func drop(_ project: ProjectID) throws -> Bool {
        try snapshots.removeAll(of: project)
        guard let directory else { return databases.withLock { $0.removeValue(forKey: project) } != nil }
        let path = Self.path(of: project, in: directory)
        guard (try? DatabaseFile.exists(path)) != false else { return false }
        droppedFiles.insert(path)
        try Self.removeFiles(of: path)
        limit?.removed()
        try durability.settleName(of: path)
        return true
    }

    /// Removes a database file and those that SQLite keeps beside it: a remaining log would be applied to the next file
    /// with this name. The last connection to close removes those two as well, possibly at the same time.
    static func removeFiles(of path: String) throws {
        for suffix in ["-wal", "-shm", ""] {
            guard unlink(path + suffix) == 0 || errno == ENOENT else {
                throw StorageFailure(ofSystemAt: path + suffix)
            }
        }
    }

    // MARK: File names

    static let fileExtension = ".sqlite"

    static func path(of project: ProjectID, in directory: String) -> String {
        directory + "/" + fileName(of: project)
    }

    /// IDs of the usual alphabet are their own file name; all others are written in base 32 after a `_`, so that `..`,
    /// `/`, NUL, upper case (on file systems that fold it) and long IDs are safe.
    static func fileName(of project: ProjectID) -> String { fileStem(of: project.rawValue) + fileExtension }

    static func fileStem(of id: String) -> String {
        let isPlain =
            !id.isEmpty
            && id.utf8.allSatisfy { $0.isASCIILowercase || $0.isASCIIDigit || $0 == UInt8(ascii: "-") }
        return isPlain ? id : "_" + Base32.encode(Array(id.utf8), .lowercase)
    }

    static func project(fileName: String) -> ProjectID? { id(fileName: fileName).map(ProjectID.init(rawValue:)) }

    /// What ``fileStem(of:)`` made the name of a database file from; `nil` for other files.
    static func id(fileName: String) -> String? {
        guard let stem = fileName.rest(beforeBytes: fileExtension) else { return nil }
        guard let code = stem.rest(afterBytes: "_") else { return String(stem) }
        return Base32.decode(code, .lowercase).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Whether the system's SQLite has STRICT tables (3.37 and later).
    private static func checkVersion() throws(Failure) {
        guard sqlite3_libversion_number() >= 3_037_000 else {
            let version = String(cString: sqlite3_libversion())
            throw Failure(description: "SQLite 3.37 or newer is needed; this system has \(version)")
        }
    }
}

/// How many projects a server may have (firebreak.md section 4.6).
final class ProjectLimit: Sendable {
    private let maximum: Int
    /// The database files that there are.
    private let files: Mutex<Int>

    /// - Parameter files: How many database files there are.
    init(_ maximum: Int, files: Int) {
        self.maximum = maximum
        self.files = Mutex(files)
    }

    /// - Throws: `RESOURCE_EXHAUSTED` when there may be no more projects than these.
    func check(existing: Int) throws(WireError) {
        guard existing < maximum else { throw .tooManyProjects(maximum: String(maximum)) }
    }

    /// Makes another file.
    ///
    /// - Throws: `RESOURCE_EXHAUSTED` when there are too many, or what `make` throws; then there is no other file.
    func adding<Made>(_ make: () throws -> Made) throws -> Made {
        try files.withLock { files in
            try check(existing: files)
            files += 1
        }
        do { return try make() } catch {
            removed()
            throw error
        }
    }

    /// To be called when a file was removed.
    func removed() { files.withLock { $0 -= 1 } }
}
