import FirebreakControl
import FirebreakOperations
import FirebreakStore
import FirebreakWire
import Logging
import ServiceLifecycle

/// Drops projects at their end, by the server's time (firebreak.md section 4.6).
struct ProjectExpiryService: Service {
    private let control: ControlServices
    /// After a failure, such as that of a disk.
    private static let pause = Duration.seconds(60)

    init(_ control: ControlServices) { self.control = control }

    private var expiries: ProjectExpiries { control.services.storage.expiries }

    func run() async throws {
        await cancelWhenGracefulShutdown { await watch() }
    }

    private func watch() async {
        await withDiscardingTaskGroup { group in
            // What an earlier run left.
            expiries.wake()
            // The earliest moment for which a task is asleep.
            var awaited: Timestamp?
            for await _ in expiries.changes {
                let now = control.services.now()
                let isDone = await dropEnded(at: now)
                if let moment = awaited, moment <= now { awaited = nil }
                guard let next = expiries.next, awaited.map({ next < $0 }) ?? true else { continue }
                awaited = next
                let wait = isDone ? Duration.milliseconds(next.milliseconds - now.milliseconds) : Self.pause
                group.addTask {
                    guard (try? await Task.sleep(for: wait)) != nil else { return }
                    expiries.wake()
                }
            }
            group.cancelAll()
        }
    }

    /// - Returns: Whether all that ended are gone.
    private func dropEnded(at now: Timestamp) async -> Bool {
        var isDone = true
        for project in expiries.due(at: now) {
            do {
                _ = try await control.drop(project)
                control.services.logger.info("\(project) is dropped at its end.")
            } catch is CancellationError {
                // The server ends, and the next start drops it.
                return false
            } catch {
                control.services.logger.error("\(project) cannot be dropped at its end: \(error)")
                isDone = false
            }
        }
        return isDone
    }
}
