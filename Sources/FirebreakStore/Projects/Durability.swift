import FirebreakWire
import Foundation

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
