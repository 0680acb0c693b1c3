import FirebreakWire
import Foundation

/// The file of an open database, to tell when it is not the one any more that its path names: SQLite would go on writing
/// to a file that somebody has deleted.
struct DatabaseFile: Sendable {
    let path: String
    private let device: UInt64
    private let number: UInt64

    /// Makes the file if it is absent, for its owner alone; SQLite gives the files beside it the same mode.
    ///
    /// - Throws: ``StorageFailure`` when there is no such file and none can be made.
    static func make(_ path: String) throws(StorageFailure) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor < 0 else { _ = Foundation.close(descriptor); return }
        // Whether it can be read at all is for SQLite to find out.
        guard access(path, F_OK) != 0 else { return }
        throw Self.failure(path)
    }

    init(_ path: String) throws(StorageFailure) {
        self.path = path
        guard let status = Self.status(of: path) else { throw Self.failure(path) }
        (device, number) = status
    }

    /// - Throws: ``StorageFailure`` when the path leads nowhere, or to another file.
    func check() throws(StorageFailure) {
        guard let status = Self.status(of: path) else { throw Self.failure(path) }
        guard status == (device, number) else {
            throw StorageFailure(.gone, file: path, cause: "another file has taken its place")
        }
    }

    private static func failure(_ path: String) -> StorageFailure {
        let code = errno
        let kind: StorageFailure.Kind =
            switch code {
            case ENOENT, ENOTDIR: .gone
            case ENOSPC, EDQUOT: .full
            case EROFS, EACCES, EPERM: .readOnly
            default: .unreadable
            }
        return StorageFailure(kind, file: path, cause: String(cString: strerror(code)))
    }

    private static func status(of path: String) -> (device: UInt64, number: UInt64)? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        return (UInt64(truncatingIfNeeded: status.st_dev), UInt64(truncatingIfNeeded: status.st_ino))
    }
}
