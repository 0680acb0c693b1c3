import FirebreakWire
import Foundation
import Synchronization

/// Writes the log of a database file back once it has grown, in the stead of SQLite, which would do that in the call
/// that happens to make the log long enough, and let an event loop wait for the disk.
final class Checkpointer: Sendable {
    /// Bytes from which on a log is written back: a thousand pages, SQLite's own measure.
    static let limit = 1000 * 4096

    private let log: String
    let workers: WorkerExecutor
    private let isRunning = Atomic(false)

    /// - Parameter path: The database's file.
    init(_ path: String, _ workers: WorkerExecutor) {
        log = path + "-wal"
        self.workers = workers
    }

    /// To be called after each write. The log of a full disk stays as it is, and is tried again after the next one.
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
