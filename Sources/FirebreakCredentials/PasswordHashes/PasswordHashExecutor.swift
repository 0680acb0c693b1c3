import Dispatch
import FoundationEssentials
import Synchronization

/// Runs what computes password hashes, on threads of its own and few at a time.
///
/// A hash is made to cost time and memory. Here it holds up neither an event loop nor the cooperative pool, and the
/// number of threads bounds the processors and the memory that hashes take together; who comes later waits.
package final class PasswordHashExecutor: TaskExecutor {
    /// The process's own: what it shares out belongs to the machine, not to one of several servers.
    package static let shared = PasswordHashExecutor(
        width: min(max(ProcessInfo.processInfo.activeProcessorCount - 1, 1), maximumWidth))

    /// Threads at most. One hash takes up to 256 MiB.
    private static let maximumWidth = 4

    private struct State {
        var running = 0
        /// Jobs that no thread has taken yet, oldest first.
        var waiting: [UnownedJob] = []
    }

    private let width: Int
    private let queue = DispatchQueue(label: "firebreak.password-hashes", attributes: .concurrent)
    private let state = Mutex(State())

    /// - Parameter width: Jobs that run at once.
    package init(width: Int) { self.width = width }

    /// How many jobs wait for a thread.
    package var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// Computes something here, while the calling task waits without a thread.
    package func run<Value: Sendable>(_ body: @Sendable () -> Value) async -> Value {
        await withTaskExecutorPreference(self) { body() }
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let starts = state.withLock { state in
            guard state.running < width else {
                state.waiting.append(job)
                return false
            }
            state.running += 1
            return true
        }
        if starts { queue.async { self.run(from: job) } }
    }

    package func asUnownedTaskExecutor() -> UnownedTaskExecutor { UnownedTaskExecutor(ordinary: self) }

    /// Runs a job and those that wait after it.
    private func run(from first: UnownedJob) {
        let executor = asUnownedTaskExecutor()
        var next: UnownedJob? = first
        while let job = next {
            job.runSynchronously(on: executor)
            next = state.withLock { state in
                guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
                state.running -= 1
                return nil
            }
        }
    }
}
