import Dispatch
import Synchronization

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Runs long work on a small number of threads of its own.
///
/// Work here blocks neither an event loop nor the cooperative pool, and the number of threads limits the processor time
/// and memory it uses in total; further work waits for a thread. A task that suspends releases its thread.
///
/// Work that says whose it is (``Share``) gets no more than its part of the threads, and the shares that wait take turns:
/// sixteen long calls of one kind leave threads for everybody else.
///
/// The global concurrent executor is not a substitute: preferring it counts as no preference, and a task stays on the
/// event loop that it came from.
package final class WorkerExecutor: TaskExecutor {
    /// Whose work it is.
    package struct Share: Hashable, Sendable {
        /// What names the project in the call; empty for the server's own.
        package var project: String
        /// The kind of call.
        package var kind: String

        package init(project: String, kind: String) {
            self.project = project
            self.kind = kind
        }
    }

    private let state: Mutex<WorkQueue>

    /// - Parameters:
    ///   - label: Name of the threads, for debuggers.
    ///   - width: Number of jobs that run concurrently.
    package init(label: String, width: Int) {
        // Serial queues have threads of their own. A concurrent one would take them from the few of Swift's concurrency
        // runtime, one for each processor.
        state = Mutex(WorkQueue(lanes: (0..<width).map { _ in DispatchQueue(label: label) }))
    }

    /// For work on many accounts or large texts. More threads than processors, so that a short job is not blocked by a
    /// few long ones: the system shares the processor time.
    package static let bulk = WorkerExecutor(
        label: "firebreak.bulk", width: max(8, ProcessInfo.processInfo.activeProcessorCount * 2))

    /// How many jobs wait for a thread.
    package var waitingCount: Int { state.withLock { $0.waitingCount } }

    /// Runs something here, while the calling task waits without a thread. What it calls runs here as well.
    ///
    /// - Parameter share: Whose work it is; `nil` for short work, which takes any thread.
    package func run<Value, Failure: Error>(
        for share: Share? = nil, _ body: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let executor: any TaskExecutor = share.map { SharedExecutor(self, $0) as any TaskExecutor } ?? self
        return try await withTaskExecutorPreference(executor) { () async throws(Failure) -> Value in
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

    package func enqueue(_ job: consuming ExecutorJob) { enqueue(UnownedJob(job), nil, on: self) }

    package func asUnownedTaskExecutor() -> UnownedTaskExecutor { UnownedTaskExecutor(ordinary: self) }

    fileprivate func enqueue(_ job: UnownedJob, _ share: Share?, on executor: any TaskExecutor) {
        let entry = WorkQueue.Entry(job: job, executor: executor, share: share)
        let start = state.withLock { state in
            state.add(entry)
            return state.takeWithLane()
        }
        if let (entry, lane) = start { lane.async { self.run(from: entry, on: lane) } }
    }

    /// Runs a job and those waiting after it, then releases the lane.
    private func run(from first: WorkQueue.Entry, on lane: DispatchQueue) {
        var next: WorkQueue.Entry? = first
        while let entry = next {
            entry.job.runSynchronously(on: entry.executor.asUnownedTaskExecutor())
            next = state.withLock { state in
                state.end(entry)
                if let next = state.take() { return next }
                state.release(lane)
                return nil
            }
        }
    }
}

/// The threads of a ``WorkerExecutor`` for work of one share.
private final class SharedExecutor: TaskExecutor {
    private let workers: WorkerExecutor
    private let share: WorkerExecutor.Share

    init(_ workers: WorkerExecutor, _ share: WorkerExecutor.Share) {
        self.workers = workers
        self.share = share
    }

    func enqueue(_ job: consuming ExecutorJob) { workers.enqueue(UnownedJob(job), share, on: self) }
    func asUnownedTaskExecutor() -> UnownedTaskExecutor { UnownedTaskExecutor(ordinary: self) }
}

/// The jobs that wait, and how many of whom are running.
private struct WorkQueue {
    typealias Share = WorkerExecutor.Share

    struct Entry {
        var job: UnownedJob
        /// Kept for as long as the job is here.
        var executor: any TaskExecutor
        var share: Share?
    }

    /// Lanes without a job.
    private var idle: [DispatchQueue]
    private let width: Int
    private var lines: [Share?: Line<Entry>] = [:]
    /// The shares that have jobs waiting, the one whose turn it is first.
    private var turns: [Share?] = []
    private var running: [Share: Int] = [:]
    private var runningOfProjects: [String: Int] = [:]

    init(lanes: [DispatchQueue]) {
        idle = lanes
        width = lanes.count
    }

    var waitingCount: Int { lines.values.reduce(0) { $0 + $1.count } }

    mutating func add(_ entry: Entry) {
        if lines[entry.share] == nil { turns.append(entry.share) }
        lines[entry.share, default: Line()].append(entry)
    }

    /// One kind of call of a project takes at most a quarter of the threads, all its calls together half of them.
    private func mayRun(_ share: Share?) -> Bool {
        guard let share else { return true }
        return running[share, default: 0] < max(1, width / 4)
            && runningOfProjects[share.project, default: 0] < max(1, width / 2)
    }

    /// The next job that may run now; its share goes to the end of the turns.
    mutating func take() -> Entry? {
        guard let turn = turns.firstIndex(where: mayRun) else { return nil }
        let share = turns.remove(at: turn)
        guard var line = lines.removeValue(forKey: share), let entry = line.popFirst() else { return nil }
        if line.count > 0 {
            lines[share] = line
            turns.append(share)
        }
        if let share {
            running[share, default: 0] += 1
            runningOfProjects[share.project, default: 0] += 1
        }
        return entry
    }

    /// The same with a lane for it; `nil` if there is no lane, either.
    mutating func takeWithLane() -> (entry: Entry, lane: DispatchQueue)? {
        guard let lane = idle.last, let entry = take() else { return nil }
        idle.removeLast()
        return (entry, lane)
    }

    /// Notes that a job gave its thread back.
    mutating func end(_ entry: Entry) {
        guard let share = entry.share else { return }
        Self.decrease(&running, share)
        Self.decrease(&runningOfProjects, share.project)
    }

    private static func decrease<Key>(_ counts: inout [Key: Int], _ key: Key) {
        guard let count = counts[key] else { return }
        counts[key] = count > 1 ? count - 1 : nil
    }

    mutating func release(_ lane: DispatchQueue) { idle.append(lane) }
}

/// What waits, in the order in which it came.
struct Line<Element> {
    private var elements: [Element?] = []
    /// The index of the oldest one.
    private var first = 0

    var count: Int { elements.count - first }

    mutating func append(_ element: Element) { elements.append(element) }

    mutating func popFirst() -> Element? {
        guard first < elements.count else { return nil }
        let element = elements[first]
        elements[first] = nil
        first += 1
        // Moving the others costs no more than taking the ones before them did, and a line that is never empty stays short.
        if first > elements.count / 2 {
            elements.removeFirst(first)
            first = 0
        }
        return element
    }
}
