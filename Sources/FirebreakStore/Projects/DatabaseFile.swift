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

    /// Gives a file its name. It is there as a whole, or what was there before.
    ///
    /// - Throws: ``StorageFailure``
    static func move(_ draft: String, to path: String) throws(StorageFailure) {
        guard rename(draft, path) == 0 else { throw StorageFailure(ofSystemAt: path) }
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
        guard try tables.allSatisfy({ try has($0, db) }), try Int.fetchOne(db, sql: "PRAGMA application_id") == 0
        else {
            throw StorageFailure(.notADatabase, file: path, cause: "it is not a database of Firebreak")
        }
    }

    /// Whether there is a table of this name. The library's own look at the schema ends the process where a damaged one
    /// lacks the name or type of something.
    private static func has(_ table: String, _ db: Database) throws -> Bool {
        var isThere = false
        try db.run("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", [table]) { _ in
            isThere = true
            return false
        }
        return isThere
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

/// The content of a database file with all tables and no rows, from which new files are made: writing it takes a fraction
/// of the time of making the tables.
final class NewFileTemplate: Sendable {
    private let content = Mutex<[UInt8]?>(nil)

    /// Makes a database file that does not exist yet, accessible to its owner only. It is there as a whole or not at all.
    ///
    /// - Throws: ``StorageFailure`` if it cannot be written.
    func makeFile(_ path: String, _ durability: Durability) throws {
        let directory = URL(filePath: path).deletingLastPathComponent().path
        let content = try content(in: directory)
        let draft = directory + "/" + Storage.draftName()
        do {
            try Self.write(content, to: draft)
            try DatabaseFile.move(draft, to: path)
        } catch {
            unlink(draft)  // the next start removes what is left
            throw error
        }
        try durability.settleName(of: path)
    }

    private static func write(_ content: [UInt8], to path: String) throws {
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw StorageFailure(ofSystemAt: path) }
        defer { _ = close(file) }
        try content.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = Foundation.write(file, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                guard count > 0 else { throw StorageFailure(ofSystemAt: path) }
                rest = rest.dropFirst(count)
            }
        }
        // With either durability: where the machine loses power, the name could be on the disk without the content.
        guard fsync(file) == 0 else { throw StorageFailure(ofSystemAt: path) }
    }

    /// Made by the first caller, in a file of its own: only a file has the form that a file has.
    private func content(in directory: String) throws -> [UInt8] {
        try content.withLock { content in
            if let content { return content }
            let path = directory + "/" + Storage.draftName()
            defer { try? Storage.removeFiles(of: path) }  // the next start removes what is left
            try ProjectDatabase.empty(path).close()
            let made = try StorageFailure.translating(file: path) { Array(try Data(contentsOf: URL(filePath: path))) }
            content = made
            return made
        }
    }
}

/// What of a data directory survives when the machine loses power. The end of the process loses nothing in either case.
package enum Durability: Sendable {
    /// The file system writes when it wants to: a loss of power can take the last changes of a project, all of them from
    /// some moment on. No file is damaged.
    case normal
    /// Every change is on the disk before it is answered.
    case full

    /// Waits until a file that was written without waiting is on the disk, and the name that it has in its directory.
    ///
    /// - Throws: ``StorageFailure``
    func settle(_ path: String) throws {
        guard self == .full else { return }
        try Self.flush(path)
        try settleName(of: path)
    }

    /// Waits until the directory says on the disk that a file is there, or no longer is.
    ///
    /// - Throws: ``StorageFailure``
    func settleName(of path: String) throws {
        guard self == .full else { return }
        try Self.flush(URL(filePath: path).deletingLastPathComponent().path)
    }

    private static func flush(_ path: String) throws {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw StorageFailure(ofSystemAt: path) }
        defer { _ = close(descriptor) }
        guard fsync(descriptor) == 0 else { throw StorageFailure(ofSystemAt: path) }
    }
}
