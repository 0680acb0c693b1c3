import Synchronization

/// A listener's place among waiters, kept between waits and given up with the object.
package final class WaiterPlace<Filter: WaiterFilter>: Sendable {
    private let waiters: Waiters<Filter>
    private let filter: Filter
    private let ticket = Mutex<Waiters<Filter>.Ticket?>(nil)

    package init(among waiters: Waiters<Filter>, for filter: Filter) {
        self.waiters = waiters
        self.filter = filter
    }

    deinit { release() }

    /// Takes the place, before existing elements are read.
    ///
    /// - Returns: Whether it was free: otherwise nothing has come since it was taken.
    package func take() -> Bool {
        ticket.withLock { ticket in
            guard ticket == nil else { return false }
            ticket = waiters.ticket(for: filter)
            return true
        }
    }

    /// Gives up the place.
    package func release() {
        let held = ticket.withLock { ticket in
            defer { ticket = nil }
            return ticket
        }
        if let held { waiters.discard(held) }
    }

    /// Waits in the place, which is kept when the time is over.
    package func wait(until deadline: ContinuousClock.Instant) async -> Waiters<Filter>.Outcome {
        guard let held = ticket.withLock({ $0 }) else { return .element }
        let outcome = await waiters.wait(held, until: deadline)
        if outcome != .deadline { release() }
        return outcome
    }
}
