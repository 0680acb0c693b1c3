package import FirebreakOperations
package import FirebreakStore
import FirebreakWire

/// Waits until the outbox has enough matching messages (firebreak.md section 5, `outbox:wait`).
///
/// It checks when it starts, after every message that could matter, and when a message that a fault delays arrives;
/// never in between. Messages that exist already count, unless ``MessageFilter/after`` says otherwise. A change of the
/// clock or of the whole project wakes it as well; any other change of status does not, but it checks once more when
/// the time is over.
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
            let found: Findings
            do { found = try await look(in: project, services) } catch {
                signal.discard(ticket)
                throw error
            }
            guard found.messages.count < count else {
                signal.discard(ticket)
                return found.messages
            }
            let arrival = found.arrival.map { min(ContinuousClock.now + $0, deadline) }
            switch await Self.nextEvent(signal, ticket, arrival ?? deadline) {
            case .message: continue
            case .cancellation: throw CancellationError()
            case .deadline:
                if let arrival, arrival < deadline { continue }
                let last = try await look(in: project, services).messages
                guard last.count < count else { return last }
                throw try await OutboxTimeout(self, matched: last.count, in: project, services).error
            }
        }
    }

    /// Which messages wake it: a new message may also change the status of an older one that is waited for, and one
    /// that arrives later is to be waited for.
    private var wakingFilter: MessageFilter {
        var filter = filter
        filter.status = nil
        filter.awaitsArrival = false
        if filter.delivery == .sent { filter.delivery = nil }
        return filter
    }

    private struct Findings: Sendable {
        var messages: [Message]
        /// How long until the next message that a fault delays arrives; `nil` without one, or if the clock stands still.
        var arrival: Duration?
    }

    private func look(in project: Project, _ services: Services) async throws -> Findings {
        let settings = try await project.settings()
        let moment = settings.expiryMoment(at: settings.clock.time(at: services.now()))
        let isRunning = settings.clock.frozenAt == nil
        return try await project.read { tx in
            var findings = Findings(
                messages: try tx.messages(filter, at: moment, descending: isDescending, limit: max(limit, count)))
            if isRunning, let arrival = try tx.nextArrival(after: moment.now) {
                findings.arrival = .milliseconds(arrival.milliseconds - moment.now.milliseconds)
            }
            return findings
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
