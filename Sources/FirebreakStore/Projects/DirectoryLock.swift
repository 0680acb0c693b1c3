import FirebreakWire
import Foundation
import Synchronization

/// Restricts a data directory to one server: with two, neither would see what the other has written.
///
/// The system releases the lock when the process ends, however it ends. The file stays and says which process has, or
/// had, the lock.
final class DirectoryLock: Sendable {
    private let descriptor: Mutex<Int32>

    /// - Parameter directory: An existing directory.
    /// - Throws: ``Storage/Failure`` naming the process that has the lock, or why the directory cannot be locked.
    init(_ directory: String) throws(Storage.Failure) {
        let path = directory + "/lock"
        let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else {
            throw Storage.Failure(
                description: "The data directory \(directory) cannot be locked: \(SystemError.text(errno))")
        }
        guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
            let code = errno
            defer { _ = Foundation.close(file) }
            guard code == EWOULDBLOCK else {
                throw Storage.Failure(
                    description: "The data directory \(directory) cannot be locked: \(SystemError.text(code))")
            }
            throw Storage.Failure(description: "The data directory \(directory) is in use by \(Self.owner(file)).")
        }
        let note = Array("process \(getpid()) since \(Timestamp.now.rfc3339)\n".utf8)
        // The note is informative: the lock holds without it, for example on a full disk.
        if ftruncate(file, 0) == 0 { _ = pwrite(file, note, note.count, 0) }
        descriptor = Mutex(file)
    }

    deinit { release() }

    /// Releases the directory for another server.
    func release() {
        descriptor.withLock { file in
            guard file >= 0 else { return }
            // Closing alone would not do: a program that is just being started still has a copy of the descriptor.
            _ = flock(file, LOCK_UN)
            _ = Foundation.close(file)
            file = -1
        }
    }

    private static func owner(_ file: Int32) -> String {
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = pread(file, &bytes, bytes.count, 0)
        let note = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
            .trimmingCharacters(in: .whitespacesAndNewlines)
        return note.isEmpty ? "another process" : note
    }
}
