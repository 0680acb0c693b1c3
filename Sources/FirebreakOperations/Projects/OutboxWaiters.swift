package import FirebreakStore
package import FirebreakWire
import Synchronization

/// Wakes the callers that wait for messages of one project, right after the commit that stored them.
///
/// There is no polling: a waiter is a suspended continuation with its filter, and a new message resumes exactly the
/// waiters whose filter it matches. So waiters cost nothing while no messages arrive.
package final class OutboxWaiters: Sendable {
    private struct Waiter {
        var filter: MessageFilter
        var continuation: CheckedContinuation<Bool, Never>
    }

    private struct State {
        var nextID: UInt64 = 0
        var waiters: [UInt64: Waiter] = [:]
        /// Tickets that were resolved by a message or a cancellation before their callers waited.
        var resolved: [UInt64: Bool] = [:]
        var tickets: [UInt64: MessageFilter] = [:]
        /// IDs of waiters and tickets by the recipient they look for; `nil` for any. A message is compared only with
        /// those that it can match.
        var byRecipient: [String?: Set<UInt64>] = [:]

        mutating func forget(_ id: UInt64, _ filter: MessageFilter) {
            byRecipient[filter.recipient]?.remove(id)
            if byRecipient[filter.recipient]?.isEmpty == true { byRecipient[filter.recipient] = nil }
        }
    }

    /// A place in the queue, taken before reading the existing messages, so that no message is missed in between.
    package struct Ticket: Sendable { fileprivate let id: UInt64 }

    private let state = Mutex(State())

    package init() {}

    package var waiterCount: Int { state.withLock { $0.waiters.count } }

    package func ticket(for filter: MessageFilter) -> Ticket {
        state.withLock { state in
            state.nextID += 1
            state.tickets[state.nextID] = filter
            state.byRecipient[filter.recipient, default: []].insert(state.nextID)
            return Ticket(id: state.nextID)
        }
    }

    /// Waits until a message that matches the ticket's filter has been stored.
    ///
    /// - Returns: `false` when the waiting task was cancelled.
    package func wait(_ ticket: Ticket) async -> Bool {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let outcome: Bool? = state.withLock { state in
                    if let outcome = state.resolved.removeValue(forKey: ticket.id) { return outcome }
                    guard let filter = state.tickets.removeValue(forKey: ticket.id) else { return false }
                    state.waiters[ticket.id] = Waiter(filter: filter, continuation: continuation)
                    return nil
                }
                if let outcome { continuation.resume(returning: outcome) }
            }
        } onCancel: {
            resolve(ticket.id, with: false)
        }
    }

    /// Returns a ticket that was not waited for.
    package func discard(_ ticket: Ticket) {
        state.withLock { state in
            if let filter = state.tickets.removeValue(forKey: ticket.id) { state.forget(ticket.id, filter) }
            state.resolved[ticket.id] = nil
        }
    }

    /// Resumes the waiters that these messages match.
    package func notify(_ messages: [Message], at now: Timestamp) {
        let matching = state.withLock { state in
            var matching: Set<UInt64> = []
            for message in messages {
                for id in (state.byRecipient[message.recipient] ?? []).union(state.byRecipient[nil] ?? []) {
                    guard let filter = state.waiters[id]?.filter ?? state.tickets[id] else { continue }
                    if filter.matches(message, at: now) { matching.insert(id) }
                }
            }
            return matching
        }
        for id in matching { resolve(id, with: true) }
    }

    /// Resumes all waiters after a change that adds no message; those that find nothing wait again.
    package func wakeAll() {
        for id in state.withLock({ Array($0.waiters.keys) + Array($0.tickets.keys) }) { resolve(id, with: true) }
    }

    private func resolve(_ id: UInt64, with outcome: Bool) {
        let waiter: Waiter? = state.withLock { state in
            if let waiter = state.waiters.removeValue(forKey: id) {
                state.forget(id, waiter.filter)
                return waiter
            }
            if let filter = state.tickets.removeValue(forKey: id) {
                state.forget(id, filter)
                state.resolved[id] = outcome
            }
            return nil
        }
        waiter?.continuation.resume(returning: outcome)
    }
}
