import FirebreakWire
import Foundation
import GRDB
import Synchronization

/// The file of an open database, to detect that its path no longer leads to it: SQLite would keep writing to a deleted
/// file.
struct DatabaseFile: Sendable {
    /// The files that were dropped with their projects: calls that are still using one may finish.
    final class Dropped: Sendable {
        private let files = Mutex<Set<Identity>>([])

        /// To be called before a file is removed.
        func insert(_ path: String) {
            if let identity = Identity(path) { files.withLock { _ = $0.insert(identity) } }
        }

        fileprivate func contains(_ identity: Identity) -> Bool { files.withLock { $0.contains(identity) } }

        /// The system reuses the numbers of deleted files.
        fileprivate func remove(_ identity: Identity) { files.withLock { _ = $0.remove(identity) } }
    }

    /// Distinguishes files, independently of their paths.
    fileprivate struct Identity: Hashable {
        private let device: UInt64
        private let number: UInt64

        /// - Returns: `nil` when there is no such file; `errno` says why.
        init?(_ path: String) {
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            device = UInt64(truncatingIfNeeded: status.st_dev)
            number = UInt64(truncatingIfNeeded: status.st_ino)
        }
    }

    let path: String
    private let identity: Identity
    private let dropped: Dropped

    /// Creates the file if it does not exist, accessible to its owner only; SQLite gives the files beside it the same
    /// mode.
    ///
    /// - Throws: ``StorageFailure`` if the file does not exist and cannot be created.
    static func make(_ path: String) throws(StorageFailure) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor < 0 else {
            _ = Foundation.close(descriptor)
            return
        }
        let failure = StorageFailure(ofSystemAt: path)
        // Whether an existing file is readable is for SQLite to find out.
        guard access(path, F_OK) == 0 else { throw failure }
    }

    /// Looks at an existing file before SQLite does, to which an empty file is an empty database. The server puts each
    /// of its files in place as a whole, so an empty one has lost what was in it.
    ///
    /// - Throws: ``StorageFailure`` for an empty file.
    static func checkContent(of path: String) throws(StorageFailure) {
        var status = stat()
        // What else may be wrong, SQLite says.
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size == 0 else { return }
        throw StorageFailure(.notADatabase, file: path, cause: "the file is empty, and so no database")
    }

    /// Whether there is a database file.
    ///
    /// - Throws: ``StorageFailure`` where only its log is left: SQLite would apply it to the next file of this name.
    static func exists(_ path: String) throws(StorageFailure) -> Bool {
        guard access(path, F_OK) != 0 else { return true }
        guard access(path + "-wal", F_OK) != 0 else {
            throw StorageFailure(.gone, file: path, cause: "its log is there without it, \(path)-wal")
        }
        return false
    }

    /// Tells a database of this product from an empty one and from those of other programs, before anything is written.
    ///
    /// - Parameters:
    ///   - tables: Some that this product has made since its first version.
    ///   - path: Of its file.
    /// - Throws: ``StorageFailure`` for another database.
    static func checkOrigin(_ db: Database, tables: [String], _ path: String) throws {
        // This product leaves the number at 0.
        guard try tables.allSatisfy({ try db.tableExists($0) }), try Int.fetchOne(db, sql: "PRAGMA application_id") == 0
        else {
            throw StorageFailure(.notADatabase, file: path, cause: "it is not a database of Firebreak")
        }
    }

    /// - Throws: ``StorageFailure`` if the file does not exist.
    init(_ path: String, _ dropped: Dropped) throws(StorageFailure) {
        guard let identity = Identity(path) else { throw StorageFailure(ofSystemAt: path) }
        self.path = path
        self.identity = identity
        self.dropped = dropped
        dropped.remove(identity)
    }

    /// - Throws: ``StorageFailure`` if the path no longer exists or leads to another file, unless the file was dropped.
    func check() throws(StorageFailure) {
        let present = Identity(path)
        guard present != identity else { return }
        let failure = present == nil ? StorageFailure(ofSystemAt: path) : nil
        guard !dropped.contains(identity) else { return }
        throw failure ?? StorageFailure(.gone, file: path, cause: "another file has taken its place")
    }
}
