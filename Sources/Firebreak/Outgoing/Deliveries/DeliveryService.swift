package import FirebreakControl
import FirebreakOperations
import FirebreakStore
package import FirebreakWire
import Logging
import ServiceLifecycle
import Synchronization

/// Delivers messages to webhooks and mail servers, in order for each project and destination, independently of the calls
/// that made them (firebreak.md section 5.4).
///
/// What is to be delivered, and how often it was tried, is in the projects' databases; in memory there are only the
/// queues that are at work. ``EventAnnouncer`` is another mechanism, because account events are no records of a project:
/// storing each would make every sign-up write more, for listeners that expect retries within seconds and nothing after
/// a restart.
package final class DeliveryService: Service, Sendable {
    typealias Queue = DeliverySignals.Queue

    /// Milliseconds before each further attempt.
    private static let pauses: [Int64] = [1_000, 5_000, 25_000, 125_000]
    /// Attempts at one destination at the same time, for all projects.
    private static let concurrentAttempts = 8
    /// How long attempts may take once the server ends.
    private static let grace = Duration.seconds(2)

    private struct Work {
        /// Whether messages were added after the queue was last looked at.
        var hasMore = false
        /// Ends the queue's pause.
        var poke: AsyncStream<Void>.Continuation?
    }

    private struct State {
        var working: [Queue: Work] = [:]
        var isEnding = false
    }

    private let signals: DeliverySignals
    private let control: ControlServices
    private let attempt: DeliveryAttempt
    private let sleep: @Sendable (_ milliseconds: Int64) async -> Void
    private let limiter = DeliveryLimiter(width: concurrentAttempts)
    private let state = Mutex(State())

    /// - Parameter sleep: Waits that long, or until the task is cancelled.
    package init(
        _ signals: DeliverySignals, _ control: ControlServices, _ attempt: DeliveryAttempt,
        sleep: @escaping @Sendable (_ milliseconds: Int64) async -> Void = { milliseconds in
            try? await Task.sleep(for: .milliseconds(milliseconds))
        }
    ) {
        self.signals = signals
        self.control = control
        self.attempt = attempt
        self.sleep = sleep
    }

    private var services: Services { control.services }

    /// Delivers until the server ends. Then each queue goes on until it would have to pause, but not for long.
    package func run() async throws {
        await withTaskGroup { group in
            group.addTask {
                await withGracefulShutdownHandler {
                    await self.deliver()
                } onGracefulShutdown: {
                    self.end()
                }
            }
            group.addTask {
                guard (try? await gracefulShutdown()) != nil else { return }
                try? await Task.sleep(for: Self.grace)
            }
            await group.next()
            group.cancelAll()
        }
    }

    private func end() {
        let pokes = state.withLock { state in
            state.isEnding = true
            return state.working.values.compactMap(\.poke)
        }
        for poke in pokes { poke.yield() }
        signals.finish()
    }

    private func deliver() async {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.resume() }
            for await queue in signals.queues where begin(queue) {
                group.addTask { await self.work(on: queue) }
            }
        }
    }

    /// Goes on with what an earlier run left, one project after the other and beside everything else.
    private func resume() async {
        do {
            for id in try await services.storage.deliveringProjects.all() where !state.withLock({ $0.isEnding }) {
                // A project that cannot be used does not keep the others from going on.
                do { try await resume(id) } catch is CancellationError { return } catch {
                    services.logger.warning(
                        "Deliveries of an earlier run do not go on: \(error)",
                        metadata: ["project": .string(id.rawValue)])
                }
            }
        } catch is CancellationError {
            // The server ends, and the next start goes on with them.
        } catch {
            services.logger.warning("Deliveries of an earlier run do not go on: \(error)")
        }
    }

    private func resume(_ id: ProjectID) async throws {
        let destinations = try await services.projects.project(id).read { tx in try tx.pendingDestinations() }
        if destinations.isEmpty { try await services.storage.deliveringProjects.forget(id) }
        signals.add(id, destinations)
    }

    // MARK: Queues

    /// - Returns: Whether a task has to be started for the queue; otherwise the one at work is told.
    private func begin(_ queue: Queue) -> Bool {
        let poke = state.withLock { state -> AsyncStream<Void>.Continuation?? in
            guard var work = state.working[queue] else {
                state.working[queue] = Work()
                return nil
            }
            work.hasMore = true
            state.working[queue] = work
            return .some(work.poke)
        }
        guard let poke else { return true }
        poke?.yield()
        return false
    }

    private func work(on queue: Queue) async {
        await services.noteDeliveries(of: queue.project)
        repeat {
            do { while try await deliverNext(of: queue) {} } catch is CancellationError {
                // The server ends, and the next start goes on with them.
            } catch {
                services.logger.warning(
                    "Deliveries to \(queue.destination) stop until the next message: \(error)",
                    metadata: ["project": .string(queue.project.rawValue)])
            }
        } while goesOn(queue)
    }

    private func goesOn(_ queue: Queue) -> Bool {
        state.withLock { state in
            guard state.working[queue]?.hasMore == true, !state.isEnding else {
                state.working[queue] = nil
                return false
            }
            state.working[queue]?.hasMore = false
            return true
        }
    }

    /// Makes the next attempt, or waits until it is time for it.
    ///
    /// - Returns: Whether there is more to do.
    private func deliverNext(of queue: Queue) async throws -> Bool {
        // The project is looked up each time, so that a pause does not keep its file open.
        let project = try services.projects.project(queue.project)
        let clock = try await project.settings().clock
        let now = clock.time(at: services.now())
        let (next, arrival) = try await project.read { tx in
            (try tx.pendingDelivery(to: queue.destination, at: now), try tx.nextArrival(after: now))
        }
        guard !Task.isCancelled else { return false }
        guard let delivery = next else {
            // A clock that stands still is moved by a call, which wakes the queue.
            guard let arrival, clock.frozenAt == nil else { return false }
            return await pause(queue, milliseconds: arrival.milliseconds - now.milliseconds)
        }
        let wait = delivery.nextAt.map { $0.milliseconds - services.now().milliseconds } ?? 0
        guard wait <= 0 else { return await pause(queue, milliseconds: wait) }
        guard let failure = try await outcome(of: delivery, in: project) else { return false }
        try await note(failure, of: delivery, in: project)
        return true
    }

    /// - Returns: Why the attempt failed, `.some(nil)` for a success; `nil` if it was not made to its end.
    private func outcome(of delivery: PendingDelivery, in project: Project) async throws -> DeliveryFailure?? {
        let call = try await ControlCall(control: control, project: project, origin: "")
        let failure = await limiter.run(delivery.destination.name) { await attempt.deliver(delivery, call) }
        if let failure, failure != nil, Task.isCancelled { return nil }
        return failure
    }

    private func note(_ failure: DeliveryFailure?, of delivery: PendingDelivery, in project: Project) async throws {
        let attempts = delivery.attempts + 1
        var outcome = StoredDelivery(
            destination: delivery.destination.name, state: .delivered, attempts: attempts)
        var nextAt: Timestamp?
        if let failure {
            let pause = Self.pauses.dropFirst(Int(delivery.attempts)).first
            outcome.lastError = failure.text
            outcome.state = pause == nil || failure.isPermanent ? .failed : .pending
            if outcome.state == .pending, let pause { nextAt = services.now().advanced(byMilliseconds: pause) }
            if outcome.state == .failed {
                services.logger.warning(
                    "Message \(delivery.message.id) was not delivered to \(outcome.destination): \(failure.text)")
            }
        }
        let now = services.now()
        // In a task of its own: a message that was delivered while the server ends must not be delivered again.
        _ = try await Task { [outcome, nextAt] in
            try await project.writeIfExists(at: now) { tx in
                try tx.note(outcome, of: delivery.message, nextAt: nextAt)
            }
        }.value
    }

    /// Waits, but not longer than until a message is added: what is waited for may have been deleted in the meantime.
    ///
    /// - Returns: `false` if the server ends.
    private func pause(_ queue: Queue, milliseconds: Int64) async -> Bool {
        let (pokes, poke) = AsyncStream.makeStream(of: Void.self)
        let isEnding = state.withLock { state in
            if state.working[queue]?.hasMore == true { poke.yield() }
            state.working[queue]?.hasMore = false
            state.working[queue]?.poke = poke
            return state.isEnding
        }
        guard !isEnding else { return false }
        await withTaskGroup { group in
            group.addTask { await self.sleep(milliseconds) }
            group.addTask { for await _ in pokes { break } }
            await group.next()
            group.cancelAll()
        }
        return state.withLock { state in
            state.working[queue]?.poke = nil
            return !state.isEnding
        }
    }
}

/// Lets few attempts at one destination be made at the same time, so that many projects neither overwhelm a server nor
/// use up the connections of this one. Those at other destinations are not affected.
final class DeliveryLimiter: Sendable {
    private struct Destination {
        var inside = 0
        var waiting: [(id: UInt64, continuation: CheckedContinuation<Bool, Never>)] = []
    }

    private struct State {
        var nextID: UInt64 = 0
        var destinations: [String: Destination] = [:]
        /// Those that were cancelled before they waited.
        var cancelled: Set<UInt64> = []
    }

    private let width: Int
    private let state = Mutex(State())

    init(width: Int) { self.width = width }

    /// Runs a body when there is room.
    ///
    /// - Returns: `nil` if the task was cancelled before.
    func run<Value>(_ name: String, _ body: () async -> Value) async -> Value? {
        guard await wait(name) else { return nil }
        defer { leave(name) }
        return await body()
    }

    private func wait(_ name: String) async -> Bool {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isInside: Bool? = state.withLock { state in
                    guard state.cancelled.remove(id) == nil else { return false }
                    guard state.destinations[name, default: Destination()].inside >= width else {
                        state.destinations[name, default: Destination()].inside += 1
                        return true
                    }
                    state.destinations[name]?.waiting.append((id, continuation))
                    return nil
                }
                if let isInside { continuation.resume(returning: isInside) }
            }
        } onCancel: {
            cancel(id, name)
        }
    }

    private func cancel(_ id: UInt64, _ name: String) {
        let continuation = state.withLock { state -> CheckedContinuation<Bool, Never>? in
            guard let index = state.destinations[name]?.waiting.firstIndex(where: { $0.id == id }) else {
                state.cancelled.insert(id)
                return nil
            }
            return state.destinations[name]?.waiting.remove(at: index).continuation
        }
        continuation?.resume(returning: false)
    }

    private func leave(_ name: String) {
        let next = state.withLock { state -> CheckedContinuation<Bool, Never>? in
            guard var destination = state.destinations[name] else { return nil }
            defer { state.destinations[name] = destination.inside == 0 ? nil : destination }
            guard !destination.waiting.isEmpty else {
                destination.inside -= 1
                return nil
            }
            return destination.waiting.removeFirst().continuation
        }
        next?.resume(returning: true)
    }
}

/// The queues that have got something to deliver, on their way from the commits to the ``DeliveryService``.
package struct DeliverySignals: Sendable {
    /// The messages of one project to one destination, which are delivered in order.
    struct Queue: Hashable, Sendable {
        var project: ProjectID
        var destination: String
    }

    let queues: AsyncStream<Queue>
    private let wake: AsyncStream<Queue>.Continuation

    package init() { (queues, wake) = AsyncStream.makeStream() }

    /// To be called after the commit.
    package func add(_ project: ProjectID, _ destinations: some Sequence<String>) {
        for destination in destinations { wake.yield(Queue(project: project, destination: destination)) }
    }

    func finish() { wake.finish() }
}
