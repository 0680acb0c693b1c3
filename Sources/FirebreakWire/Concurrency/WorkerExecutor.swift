import Dispatch
import FoundationEssentials
import Synchronization

/// Runs what takes long on threads of its own, few at a time.
///
/// Work here holds up neither an event loop nor the cooperative pool, and the number of threads bounds the processors
/// and the memory that it takes together; later work waits for a thread. A task that suspends gives its thread back.
///
/// The global concurrent executor is no substitute: preferring it counts as no preference, and a task stays on the
/// event loop that it came from.
package final class WorkerExecutor: TaskExecutor {
    private struct State {
        /// Lanes without a job.
        var idle: [DispatchQueue]
        /// Jobs that no thread has taken yet, oldest first.
        var waiting: [UnownedJob] = []
        /// Where the oldest one stands.
        var first = 0

        mutating func next() -> UnownedJob? {
            guard first < waiting.count else { return nil }
            defer {
                first += 1
                if first == waiting.count {
                    waiting.removeAll(keepingCapacity: true)
                    first = 0
                }
            }
            return waiting[first]
        }
    }

    private let state: Mutex<State>

    /// - Parameters:
    ///   - label: Of the threads, for debuggers.
    ///   - width: Jobs that run at once.
    package init(label: String, width: Int) {
        // Serial queues have threads of their own. A concurrent one would take them from the few that Swift's concurrency
        // has, one for each processor.
        state = Mutex(State(idle: (0..<width).map { _ in DispatchQueue(label: label) }))
    }

    /// For work on many accounts or large texts. More threads than processors, so that a short piece of work is not
    /// held up by a few long ones: the system shares out the time.
    package static let bulk = WorkerExecutor(
        label: "firebreak.bulk", width: max(8, ProcessInfo.processInfo.activeProcessorCount * 2))

    /// How many jobs wait for a thread.
    package var waitingCount: Int { state.withLock { $0.waiting.count - $0.first } }

    /// Computes something here, while the calling task waits without a thread.
    package func run<Value: Sendable>(_ body: @Sendable () -> Value) async -> Value {
        await withTaskExecutorPreference(self) { body() }
    }

    /// Does something here that nobody waits for.
    package func detach(_ body: @escaping @Sendable () -> Void) {
        Task.detached(executorPreference: self) { body() }
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let lane = state.withLock { state in
            let lane = state.idle.popLast()
            if lane == nil { state.waiting.append(job) }
            return lane
        }
        if let lane { lane.async { self.run(from: job, on: lane) } }
    }

    package func asUnownedTaskExecutor() -> UnownedTaskExecutor { UnownedTaskExecutor(ordinary: self) }

    /// Runs a job and those that wait after it, then gives the lane back.
    private func run(from first: UnownedJob, on lane: DispatchQueue) {
        let executor = asUnownedTaskExecutor()
        var next: UnownedJob? = first
        while let job = next {
            job.runSynchronously(on: executor)
            next = state.withLock { state in
                if let job = state.next() { return job }
                state.idle.append(lane)
                return nil
            }
        }
    }
}
