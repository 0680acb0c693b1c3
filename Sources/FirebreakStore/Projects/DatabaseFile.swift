import FirebreakWire
import Foundation
import Synchronization

/// The file of an open database, to tell when it is not the one any more that its path names: SQLite would go on writing
/// to a file that somebody has deleted.
struct DatabaseFile: Sendable {
    /// The files that were dropped with their projects: calls that are in the middle of one may finish.
    final class Dropped: Sendable {
        private let files = Mutex<Set<Identity>>([])

        /// To be called before a file is removed.
        func insert(_ path: String) {
            if let identity = Identity(path) { files.withLock { _ = $0.insert(identity) } }
        }

        fileprivate func contains(_ identity: Identity) -> Bool { files.withLock { $0.contains(identity) } }

        /// The system gives numbers of files that are gone to new ones.
        fileprivate func remove(_ identity: Identity) { files.withLock { _ = $0.remove(identity) } }
    }

    /// What tells files apart, wherever they are.
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

    /// Makes the file if it is absent, for its owner alone; SQLite gives the files beside it the same mode.
    ///
    /// - Throws: ``StorageFailure`` when there is no such file and none can be made.
    static func make(_ path: String) throws(StorageFailure) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor < 0 else {
            _ = Foundation.close(descriptor)
            return
        }
        let failure = StorageFailure(ofSystemAt: path)
        // Whether one that is there can be read is for SQLite to find out.
        guard access(path, F_OK) == 0 else { throw failure }
    }

    /// - Throws: ``StorageFailure`` when there is no such file.
    init(_ path: String, _ dropped: Dropped) throws(StorageFailure) {
        guard let identity = Identity(path) else { throw StorageFailure(ofSystemAt: path) }
        self.path = path
        self.identity = identity
        self.dropped = dropped
        dropped.remove(identity)
    }

    /// - Throws: ``StorageFailure`` when the path leads nowhere, or to another file, unless the file was dropped.
    func check() throws(StorageFailure) {
        let present = Identity(path)
        guard present != identity else { return }
        let failure = present == nil ? StorageFailure(ofSystemAt: path) : nil
        guard !dropped.contains(identity) else { return }
        throw failure ?? StorageFailure(.gone, file: path, cause: "another file has taken its place")
    }
}
