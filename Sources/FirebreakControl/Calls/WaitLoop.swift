import FirebreakOperations

/// Holds a call until enough elements are there: it looks when it starts and after every element that could matter,
/// never in between, and once more when the time is over.
struct WaitLoop<Filter: WaiterFilter>: Sendable {
    let waiters: Waiters<Filter>
    /// Which elements wake it.
    let wakingFilter: Filter
    /// How long to wait, by the real clock.
    let time: WaitTime

    private enum Event { case element, deadline, cancellation }

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
            switch await nextEvent(ticket, deadline) {
            case .element: continue
            case .cancellation: throw CancellationError()
            case .deadline: return try await look()
            }
        }
    }

    private func nextEvent(_ ticket: Waiters<Filter>.Ticket, _ deadline: ContinuousClock.Instant) async -> Event {
        let waiters = waiters
        return await withTaskGroup(of: Event.self) { group in
            group.addTask { await waiters.wait(ticket) ? .element : .cancellation }
            group.addTask {
                do { try await Task.sleep(until: deadline, clock: .continuous) } catch { return .cancellation }
                return .deadline
            }
            let first = await group.next() ?? .cancellation
            group.cancelAll()
            return first
        }
    }
}
