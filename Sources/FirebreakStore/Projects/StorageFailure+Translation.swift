import FirebreakWire
import Foundation
import GRDB

extension StorageFailure {
    /// The system's last error for a file: `errno`.
    init(ofSystemAt path: String) {
        let code = errno
        let kind: Kind =
            switch code {
            case ENOENT, ENOTDIR: .gone
            case ENOSPC, EDQUOT: .full
            case EROFS, EACCES, EPERM: .readOnly
            default: .unreadable
            }
        self.init(kind, file: path, cause: SystemError.text(code))
    }

    /// Runs a body on a database or its files; what a full disk, a damaged file and the like lead to becomes
    /// ``StorageFailure``, all other errors are rethrown.
    static func translating<Value>(file: String, _ body: () throws -> Value) throws -> Value {
        do { return try body() } catch let error as CocoaError {
            throw StorageFailure(kind(of: error), file: file, cause: error.fileReason)
        } catch {
            throw translated(error, file)
        }
    }

    static func translating<Value>(file: String, _ body: () async throws -> Value) async throws -> Value {
        do { return try await body() } catch { throw translated(error, file) }
    }

    private static func translated(_ error: any Error, _ file: String) -> any Error {
        switch error {
        case let error as DatabaseError: translated(error, file)
        case let error as DamagedValue: StorageFailure(.notADatabase, file: file, cause: error.cause)
        // Its own text has the row in it.
        case is RowDecodingError: StorageFailure(.notADatabase, file: file, cause: "a value is of another type")
        default: error
        }
    }

    private static func translated(_ error: DatabaseError, _ file: String) -> any Error {
        guard var kind = kind(of: error, inFile: file != memory) else { return error }
        if kind == .full, file == memory { kind = .memoryFull }
        var cause = error.message ?? "SQLite error \(error.extendedResultCode.rawValue)"
        // SQLite's message for these gives no reason; the system may know one.
        if kind == .unreadable { cause += " (SQLite code \(error.extendedResultCode.rawValue))" }
        return StorageFailure(kind, file: file, cause: cause)
    }

    private static func kind(of error: CocoaError) -> Kind {
        switch error.code {
        case .fileWriteOutOfSpace: .full
        case .fileWriteVolumeReadOnly, .fileWriteNoPermission: .readOnly
        case .fileNoSuchFile, .fileReadNoSuchFile: .gone
        default: .unreadable
        }
    }

    /// `nil` for errors that do not concern the disk.
    private static func kind(of error: DatabaseError, inFile: Bool) -> Kind? {
        switch error.resultCode {
        case .SQLITE_FULL: .full
        case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH: .readOnly
        case .SQLITE_NOTADB, .SQLITE_CORRUPT, .SQLITE_FORMAT: .notADatabase
        case .SQLITE_BUSY, .SQLITE_LOCKED: .locked
        case .SQLITE_CANTOPEN, .SQLITE_IOERR, .SQLITE_NOMEM, .SQLITE_NOLFS: .unreadable
        // Statements suit the schema, unless a damaged file has another one.
        case .SQLITE_ERROR, .SQLITE_SCHEMA, .SQLITE_MISMATCH, .SQLITE_INTERNAL: inFile ? .notADatabase : nil
        default: nil
        }
    }
}
