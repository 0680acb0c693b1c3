import FirebreakOperations

/// Holds a call until enough elements are there: it looks when it starts and after every element that could matter,
/// when one arrives by the clock, never in between, and once more when the time is over.
struct WaitLoop<Filter: WaiterFilter>: Sendable {
    let waiters: Waiters<Filter>
    /// Which elements wake it.
    let wakingFilter: Filter
    /// How long to wait, by the real clock.
    let time: WaitTime

    /// What a look finds.
    struct Findings<Element: Sendable>: Sendable {
        var elements: [Element]
        /// How long until one more may be there without anything happening; `nil` if that cannot be.
        var nextArrival: Duration?
    }

    /// - Parameters:
    ///   - count: How many elements are enough.
    ///   - look: Finds those that are there.
    /// - Returns: What the last look found; fewer than are enough when the time is over.
    /// - Throws: What `look` throws, `CancellationError` when the task was cancelled.
    func elements<Element: Sendable>(
        atLeast count: Int, _ look: () async throws -> Findings<Element>
    ) async throws -> [Element] {
        let deadline = ContinuousClock.now + time.duration
        while true {
            // Before the look, so that nothing is missed in between.
            let ticket = waiters.ticket(for: wakingFilter)
            let found: Findings<Element>
            do { found = try await look() } catch {
                waiters.discard(ticket)
                throw error
            }
            guard found.elements.count < count else {
                waiters.discard(ticket)
                return found.elements
            }
            let arrival = found.nextArrival.map { min(ContinuousClock.now + $0, deadline) }
            switch await waiters.wait(ticket, until: arrival ?? deadline) {
            case .element: continue
            case .cancellation: throw CancellationError()
            case .deadline:
                waiters.discard(ticket)
                if let arrival, arrival < deadline { continue }
                return try await look().elements
            }
        }
    }
}
