import FirebreakOperations

/// Holds a call until enough elements are there: it looks when it starts and after every element that could matter,
/// never in between, and once more when the time is over.
struct WaitLoop<Filter: WaiterFilter>: Sendable {
    let waiters: Waiters<Filter>
    /// Which elements wake it.
    let wakingFilter: Filter
    /// How long to wait, by the real clock.
    let time: WaitTime

    /// - Parameters:
    ///   - count: How many elements are enough.
    ///   - look: Finds those that are there.
    /// - Returns: What the last look found; fewer than are enough when the time is over.
    /// - Throws: What `look` throws, `CancellationError` when the task was cancelled.
    func elements<Element: Sendable>(atLeast count: Int, _ look: () async throws -> [Element]) async throws -> [Element]
    {
        let deadline = ContinuousClock.now + time.duration
        while true {
            // Before the look, so that nothing is missed in between.
            let ticket = waiters.ticket(for: wakingFilter)
            let found: [Element]
            do { found = try await look() } catch {
                waiters.discard(ticket)
                throw error
            }
            guard found.count < count else {
                waiters.discard(ticket)
                return found
            }
            switch await waiters.wait(ticket, until: deadline) {
            case .element: continue
            case .cancellation: throw CancellationError()
            case .deadline:
                waiters.discard(ticket)
                return try await look()
            }
        }
    }
}
