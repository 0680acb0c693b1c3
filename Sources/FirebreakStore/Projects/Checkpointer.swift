import FirebreakWire
import Foundation
import Synchronization

/// Writes the log of a database file back once it has grown, instead of SQLite, which would do so in the call that
/// makes the log long enough and so make an event loop wait for the disk.
final class Checkpointer: Sendable {
    /// Size in bytes from which a log is written back: a thousand pages, SQLite's own threshold.
    static let limit = 1000 * 4096

    private let log: String
    let workers: WorkerExecutor
    private let isRunning = Atomic(false)

    /// - Parameter path: The database's file.
    init(_ path: String, _ workers: WorkerExecutor) {
        log = path + "-wal"
        self.workers = workers
    }

    /// To be called after each write. If the disk is full, the log stays as it is, and the next write tries again.
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
