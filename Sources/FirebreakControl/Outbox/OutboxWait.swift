package import FirebreakOperations
package import FirebreakStore
import FirebreakWire

/// Waits until the outbox has enough matching messages (firebreak.md section 5, `outbox:wait`).
///
/// It checks when it starts and after every message that could matter, never in between. Messages that exist already
/// count, unless ``MessageFilter/after`` says otherwise. A change of the clock or of the whole project wakes it as
/// well; any other change of status does not, but it checks once more when the time is over.
package struct OutboxWait: Sendable {
    /// What to wait for.
    package var filter: MessageFilter
    /// How many messages must match.
    package var count: Int
    /// How long to wait, by the real clock.
    package var time: WaitTime
    /// The maximum number of messages to return; `count` if that is more.
    package var limit: Int
    /// Whether the newest comes first.
    package var isDescending = false

    package init(for filter: MessageFilter, count: Int = 1, time: WaitTime = .standard, limit: Int = 100) {
        self.filter = filter
        self.count = count
        self.time = time
        self.limit = limit
    }

    private enum Event { case message, deadline, cancellation }

    /// - Returns: At least ``count`` messages.
    /// - Throws: ``WireError/outboxTimeout(_:)`` with an explanation when the time is over, `CancellationError` when
    ///   the task was cancelled.
    package func messages(in project: Project, _ services: Services) async throws -> [Message] {
        let deadline = ContinuousClock.now + time.duration
        let signal = project.outboxWaiters
        while true {
            // Before the check, so that no message is missed in between.
            let ticket = signal.ticket(for: wakingFilter)
            let found: [Message]
            do { found = try await look(in: project, services) } catch {
                signal.discard(ticket)
                throw error
            }
            guard found.count < count else {
                signal.discard(ticket)
                return found
            }
            switch await Self.nextEvent(signal, ticket, deadline) {
            case .message: continue
            case .cancellation: throw CancellationError()
            case .deadline:
                let last = try await look(in: project, services)
                guard last.count < count else { return last }
                throw try await OutboxTimeout(self, matched: last.count, in: project, services).error
            }
        }
    }

    /// Which messages wake it: a new message may also change the status of an older one that is waited for.
    private var wakingFilter: MessageFilter {
        var filter = filter
        filter.status = nil
        return filter
    }

    private func look(in project: Project, _ services: Services) async throws -> [Message] {
        let settings = try await project.settings()
        let now = settings.expiryMoment(at: settings.clock.time(at: services.now()))
        return try await project.read { tx in
            try tx.messages(filter, at: now, descending: isDescending, limit: max(limit, count))
        }
    }

    private static func nextEvent(
        _ signal: Waiters<MessageFilter>, _ ticket: Waiters<MessageFilter>.Ticket, _ deadline: ContinuousClock.Instant
    ) async -> Event {
        await withTaskGroup(of: Event.self) { group in
            group.addTask { await signal.wait(ticket) ? .message : .cancellation }
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
