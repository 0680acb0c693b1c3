import Foundation
import GRDB
import GRDBSQLite
import Synchronization

/// The file system (`sqlite3_vfs`) of databases in memory, whose files are ``PageStore``s.
///
/// SQLite's own databases in memory can only be copied page by page. To this file system there are no journals, locks or
/// disks: connections keep the journal in memory, and each file has one connection.
enum MemoryFileSystem {
    private static let name = "firebreak-memory"
    /// Files that are being opened, by name.
    private static let files = Mutex<(last: Int, opening: [String: PageStore])>((0, [:]))
    /// Only a name that is read as a URL can name its file system, and not every SQLite reads names so. This one is only
    /// read, so that no other file system makes a file of it.
    private static let isAvailable =
        register() == SQLITE_OK
        && opening(PageStore()) { url in
            var connection: OpaquePointer?
            defer { sqlite3_close(connection) }
            return sqlite3_open_v2(url, &connection, SQLITE_OPEN_READONLY, nil) == SQLITE_OK
        }

    /// Memory for a database; `nil` where SQLite does not know this file system, and memory of its own has to do.
    static func newStore() -> PageStore? { isAvailable ? PageStore() : nil }

    /// Opens a connection to a database.
    ///
    /// - Parameter store: `nil` for memory of SQLite's own.
    static func open(_ store: PageStore?, _ configuration: Configuration) throws -> DatabaseQueue {
        guard let store else { return try DatabaseQueue(configuration: configuration) }
        var configuration = configuration
        // Nobody else has the file, so no transaction has to look whether it has changed.
        configuration.prepareDatabase { db in
            try db.execute(
                sql: "PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE")
        }
        return try opening(store) { try DatabaseQueue(path: $0, configuration: configuration) }
    }

    /// Runs a body that changes a file as another process would, which the connection notices by the file's change
    /// counter: it looks at that when it locks the file anew.
    static func asFromOutside(_ db: Database, _ change: () -> Void) throws {
        // The lock is given up by the next statement that reads.
        try db.execute(sql: "PRAGMA locking_mode = NORMAL; SELECT 1 FROM sqlite_master LIMIT 1")
        change()
        try db.execute(sql: "PRAGMA locking_mode = EXCLUSIVE")
    }

    /// Runs a body that opens a file by a URL.
    private static func opening<Value>(_ store: PageStore, _ body: (_ url: String) throws -> Value) rethrows -> Value {
        let file = files.withLock { files in
            files.last += 1
            files.opening[String(files.last)] = store
            return String(files.last)
        }
        defer { files.withLock { _ = $0.opening.removeValue(forKey: file) } }
        return try body("file:\(file)?vfs=\(name)")
    }

    /// A file as SQLite has it: its own members first.
    private struct OpenFile {
        var base: sqlite3_file
        var store: Unmanaged<PageStore>
    }

    /// What is not about files is done by the system's file system.
    private static func register() -> CInt {
        guard let system = sqlite3_vfs_find(nil) else { return SQLITE_ERROR }
        let memory = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
        memory.initialize(to: system.pointee)
        memory.pointee.pNext = nil
        memory.pointee.szOsFile = CInt(MemoryLayout<OpenFile>.stride)
        // Never freed, as the registration never ends.
        memory.pointee.zName = UnsafePointer(strdup(name))
        memory.pointee.xOpen = { _, name, file, flags, openedFlags in
            guard let file else { return SQLITE_MISUSE }
            file.pointee.pMethods = nil
            var store: PageStore?
            if flags & SQLITE_OPEN_MAIN_DB != 0, let name {
                store = MemoryFileSystem.files.withLock { $0.opening[String(cString: name)] }
            } else {
                // A temporary file, as large sorts use.
                store = PageStore()
            }
            guard let store else { return SQLITE_CANTOPEN }
            UnsafeMutableRawPointer(file).initializeMemory(
                as: OpenFile.self,
                to: OpenFile(base: sqlite3_file(pMethods: MemoryFileSystem.methods), store: .passRetained(store)))
            openedFlags?.pointee = flags
            return SQLITE_OK
        }
        memory.pointee.xDelete = { _, _, _ in SQLITE_OK }
        memory.pointee.xAccess = { _, _, _, result in
            result?.pointee = 0
            return SQLITE_OK
        }
        memory.pointee.xFullPathname = { _, name, capacity, path in
            guard let name, let path, strlen(name) < capacity else { return SQLITE_CANTOPEN }
            path.update(from: name, count: strlen(name) + 1)
            return SQLITE_OK
        }
        return sqlite3_vfs_register(memory, 0)
    }

    nonisolated(unsafe) private static let methods: UnsafePointer<sqlite3_io_methods> = {
        var methods = sqlite3_io_methods()
        methods.iVersion = 1
        methods.xClose = { file in
            withFile(file) { $0.release() }
            file?.pointee.pMethods = nil
            return SQLITE_OK
        }
        methods.xRead = { file, buffer, count, offset in
            let buffer = UnsafeMutableRawBufferPointer(start: buffer, count: Int(count))
            let read = withFile(file) { $0._withUnsafeGuaranteedRef { $0.read(into: buffer, at: Int(offset)) } }
            return read == buffer.count ? SQLITE_OK : ioErrorShortRead
        }
        methods.xWrite = { file, bytes, count, offset in
            let bytes = UnsafeRawBufferPointer(start: bytes, count: Int(count))
            withFile(file) { $0._withUnsafeGuaranteedRef { $0.write(bytes, at: Int(offset)) } }
            return SQLITE_OK
        }
        methods.xTruncate = { file, size in
            withFile(file) { $0._withUnsafeGuaranteedRef { $0.truncate(to: Int(size)) } }
            return SQLITE_OK
        }
        methods.xFileSize = { file, size in
            size?.pointee = withFile(file) { $0._withUnsafeGuaranteedRef { Int64($0.size) } } ?? 0
            return SQLITE_OK
        }
        methods.xSync = { _, _ in SQLITE_OK }
        methods.xLock = { _, _ in SQLITE_OK }
        methods.xUnlock = { _, _ in SQLITE_OK }
        methods.xCheckReservedLock = { _, isReserved in
            isReserved?.pointee = 0
            return SQLITE_OK
        }
        methods.xFileControl = { _, _, _ in SQLITE_NOTFOUND }
        methods.xSectorSize = { _ in CInt(PageStore.pageSize) }
        // Nothing is ever half written.
        methods.xDeviceCharacteristics = { _ in
            SQLITE_IOCAP_ATOMIC | SQLITE_IOCAP_SAFE_APPEND | SQLITE_IOCAP_SEQUENTIAL | SQLITE_IOCAP_POWERSAFE_OVERWRITE
        }
        let pointer = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
        pointer.initialize(to: methods)
        return UnsafePointer(pointer)
    }()

    /// `SQLITE_IOERR_SHORT_READ`, a macro that Swift does not import.
    private static let ioErrorShortRead = SQLITE_IOERR | 2 << 8

    @discardableResult
    private static func withFile<Value>(
        _ file: UnsafeMutablePointer<sqlite3_file>?, _ body: (Unmanaged<PageStore>) -> Value
    ) -> Value? {
        file.map { file in
            UnsafeMutableRawPointer(file).withMemoryRebound(to: OpenFile.self, capacity: 1) { body($0.pointee.store) }
        }
    }
}
