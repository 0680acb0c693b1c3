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

    /// Waits in the place until something is found. A look is made only when the place has just been taken, or something
    /// has come since.
    ///
    /// - Parameter look: Finds what there is; `nil` if there will never be anything more.
    /// - Returns: What was found; nothing when the time is over, after which the place is kept.
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
