import Dispatch
import FoundationEssentials
import Synchronization

/// Runs long work on a small number of threads of its own.
///
/// Work here blocks neither an event loop nor the cooperative pool, and the number of threads limits the processor time
/// and memory it uses in total; further work waits for a thread. A task that suspends releases its thread.
///
/// The global concurrent executor is no substitute: preferring it counts as no preference, and a task stays on the
/// event loop that it came from.
package final class WorkerExecutor: TaskExecutor {
    private struct State {
        /// Lanes without a job.
        var idle: [DispatchQueue]
        /// Jobs that no thread has taken yet, oldest first.
        var waiting: [UnownedJob] = []
        /// The index of the oldest one.
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
    ///   - label: Name of the threads, for debuggers.
    ///   - width: Number of jobs that run concurrently.
    package init(label: String, width: Int) {
        // Serial queues have threads of their own. A concurrent one would take them from the few of Swift's concurrency
        // runtime, one for each processor.
        state = Mutex(State(idle: (0..<width).map { _ in DispatchQueue(label: label) }))
    }

    /// For work on many accounts or large texts. More threads than processors, so that a short job is not blocked by a
    /// few long ones: the system shares the processor time.
    package static let bulk = WorkerExecutor(
        label: "firebreak.bulk", width: max(8, ProcessInfo.processInfo.activeProcessorCount * 2))

    /// How many jobs wait for a thread.
    package var waitingCount: Int { state.withLock { $0.waiting.count - $0.first } }

    /// Runs something here, while the calling task waits without a thread. What it calls runs here as well.
    package func run<Value, Failure: Error>(
        _ body: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        try await withTaskExecutorPreference(self) { () async throws(Failure) -> Value in
            Self.arrive()
            return try await body()
        }
    }

    /// Does nothing. The compiler leaves out the change of threads before a call of an asynchronous function, so that such
    /// a call alone would run where the caller was; before any other call it does not.
    @inline(never)
    private static func arrive() {}

    /// Runs work here without waiting for it.
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

    /// Runs a job and those waiting after it, then releases the lane.
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
