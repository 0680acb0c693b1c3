package import FirebreakStore
package import FirebreakWire
import Synchronization

/// What a caller waits for.
package protocol WaiterFilter: Sendable {
    associatedtype Element

    /// What the callers are found by: an element is compared only with the filters that have a key of it, or none.
    var waiterKey: String? { get }

    static func waiterKeys(of element: Element) -> [String]

    /// Whether an element that has just been added matches.
    func matches(_ element: Element, at now: Timestamp) -> Bool
}

/// Wakes the callers that wait for something new in a project: messages right after the commit that stored them,
/// entries of the journal.
///
/// There is no polling: a waiter is a suspended continuation with its filter, and a new element resumes exactly the
/// waiters whose filter it matches. So waiters cost nothing while nothing happens.
package final class Waiters<Filter: WaiterFilter>: Sendable {
    /// How a wait ended.
    package enum Outcome: Sendable {
        case element
        case deadline
        /// The waiting task was cancelled.
        case cancellation
    }

    private struct Waiter {
        var filter: Filter
        var continuation: CheckedContinuation<Outcome, Never>
    }

    private struct State {
        var nextID: UInt64 = 0
        var waiters: [UInt64: Waiter] = [:]
        /// Tickets that were resolved by an element or a cancellation before their callers waited.
        var resolved: [UInt64: Outcome] = [:]
        var tickets: [UInt64: Filter] = [:]
        /// IDs of waiters and tickets by their filter's key; `nil` for any.
        var byKey: [String?: Set<UInt64>] = [:]
    }

    /// Whether there are waiters or tickets, so that an element without a waiter costs nothing. It is changed under the
    /// lock: a waiter that has not seen an element took the ticket before the element was added.
    private let isAwaited = Atomic(false)

    /// A place in the queue, taken before reading the existing elements, so that none is missed in between.
    package struct Ticket: Sendable { fileprivate let id: UInt64 }

    private let state = Mutex(State())

    package init() {}

    var waiterCount: Int { state.withLock { $0.waiters.count } }

    package func ticket(for filter: Filter) -> Ticket {
        state.withLock { state in
            state.nextID += 1
            state.tickets[state.nextID] = filter
            state.byKey[filter.waiterKey, default: []].insert(state.nextID)
            isAwaited.store(true, ordering: .sequentiallyConsistent)
            return Ticket(id: state.nextID)
        }
    }

    /// Waits until an element that matches the ticket's filter has been added.
    ///
    /// - Returns: `false` when the waiting task was cancelled.
    package func wait(_ ticket: Ticket) async -> Bool { await outcome(of: ticket) == .element }

    /// Waits until an element that matches the ticket's filter has been added, or until a moment of the real clock. The
    /// ticket is still valid after that moment: no element is missed before the next wait.
    package func wait(_ ticket: Ticket, until deadline: ContinuousClock.Instant) async -> Outcome {
        await withTaskGroup(of: Outcome?.self) { group in
            group.addTask { await self.outcome(of: ticket) }
            group.addTask {
                do { try await Task.sleep(until: deadline, clock: .continuous) } catch { return nil }
                self.interrupt(ticket)
                return nil
            }
            while let outcome = await group.next() {
                guard let outcome else { continue }
                group.cancelAll()
                return outcome
            }
            return .cancellation
        }
    }

    private func outcome(of ticket: Ticket) async -> Outcome {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let outcome: Outcome? = state.withLock { state in
                    if let outcome = state.resolved.removeValue(forKey: ticket.id) { return outcome }
                    guard let filter = state.tickets.removeValue(forKey: ticket.id) else { return .cancellation }
                    state.waiters[ticket.id] = Waiter(filter: filter, continuation: continuation)
                    return nil
                }
                if let outcome { continuation.resume(returning: outcome) }
            }
        } onCancel: {
            resolve(ticket.id, with: .cancellation)
        }
    }

    /// Ends a wait whose time is over, and keeps its place.
    private func interrupt(_ ticket: Ticket) {
        let waiter = state.withLock { state -> Waiter? in
            guard let waiter = state.waiters.removeValue(forKey: ticket.id) else {
                // The wait is about to begin, or has ended.
                if state.tickets[ticket.id] != nil { state.resolved[ticket.id] = .deadline }
                return nil
            }
            state.tickets[ticket.id] = waiter.filter
            return waiter
        }
        waiter?.continuation.resume(returning: .deadline)
    }

    private func forget(_ id: UInt64, _ filter: Filter, in state: inout State) {
        state.byKey[filter.waiterKey]?.remove(id)
        if state.byKey[filter.waiterKey]?.isEmpty == true { state.byKey[filter.waiterKey] = nil }
        isAwaited.store(!state.byKey.isEmpty, ordering: .sequentiallyConsistent)
    }

    /// Returns a ticket that was not waited for.
    package func discard(_ ticket: Ticket) {
        state.withLock { state in
            if let filter = state.tickets.removeValue(forKey: ticket.id) { forget(ticket.id, filter, in: &state) }
            state.resolved[ticket.id] = nil
        }
    }

    /// Resumes the waiters that these elements match.
    package func notify(_ elements: [Filter.Element], at now: Timestamp) {
        guard isAwaited.load(ordering: .sequentiallyConsistent) else { return }
        let matching = state.withLock { state in
            var matching: Set<UInt64> = []
            for element in elements {
                let keys: [String?] = Filter.waiterKeys(of: element) + [nil]
                for id in keys.compactMap({ state.byKey[$0] }).joined() {
                    guard let filter = state.waiters[id]?.filter ?? state.tickets[id] else { continue }
                    if filter.matches(element, at: now) { matching.insert(id) }
                }
            }
            return matching
        }
        for id in matching { resolve(id, with: .element) }
    }

    /// Resumes all waiters after a change that adds no element; those that find nothing wait again.
    package func wakeAll() {
        for id in state.withLock({ Array($0.waiters.keys) + Array($0.tickets.keys) }) { resolve(id, with: .element) }
    }

    private func resolve(_ id: UInt64, with outcome: Outcome) {
        let waiter: Waiter? = state.withLock { state in
            if let waiter = state.waiters.removeValue(forKey: id) {
                forget(id, waiter.filter, in: &state)
                return waiter
            }
            if let filter = state.tickets.removeValue(forKey: id) {
                forget(id, filter, in: &state)
                state.resolved[id] = outcome
            }
            return nil
        }
        waiter?.continuation.resume(returning: outcome)
    }
}

extension MessageFilter: WaiterFilter {
    package var waiterKey: String? { recipients.count == 1 ? recipient : nil }

    package static func waiterKeys(of message: Message) -> [String] { [message.recipient] }
}

/// A listener's subscription, kept between waits and ended with the object.
package final class WaiterSubscription<Filter: WaiterFilter>: Sendable {
    private let waiters: Waiters<Filter>
    private let filter: Filter
    private let ticket = Mutex<Waiters<Filter>.Ticket?>(nil)

    package init(to waiters: Waiters<Filter>, for filter: Filter) {
        self.waiters = waiters
        self.filter = filter
    }

    deinit { release() }

    /// Waits until something is found. A look is made only when the subscription has just begun, or something has come
    /// since.
    ///
    /// - Parameter look: Finds what there is; `nil` if there will never be anything more.
    /// - Returns: What was found; nothing when the time is over, after which the subscription goes on.
    /// - Throws: What `look` throws, `CancellationError` when the task was cancelled.
    package func elements<Element>(
        within time: Duration, _ look: () async throws -> [Element]?
    ) async throws -> [Element]? {
        let deadline = ContinuousClock.now + time
        while true {
            if take() {
                let found = try await look()
                guard let found, found.isEmpty else {
                    release()
                    return found
                }
            }
            switch await wait(until: deadline) {
            case .element: continue
            case .deadline: return []
            case .cancellation: throw CancellationError()
            }
        }
    }

    /// - Returns: Whether it was free: otherwise nothing has come since it was taken.
    private func take() -> Bool {
        ticket.withLock { ticket in
            guard ticket == nil else { return false }
            ticket = waiters.ticket(for: filter)
            return true
        }
    }

    private func release() {
        let held = ticket.withLock { ticket in
            defer { ticket = nil }
            return ticket
        }
        if let held { waiters.discard(held) }
    }

    private func wait(until deadline: ContinuousClock.Instant) async -> Waiters<Filter>.Outcome {
        guard let held = ticket.withLock({ $0 }) else { return .element }
        let outcome = await waiters.wait(held, until: deadline)
        if outcome != .deadline { release() }
        return outcome
    }
}
