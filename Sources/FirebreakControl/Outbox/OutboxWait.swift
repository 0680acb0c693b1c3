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

    /// - Returns: At least ``count`` messages.
    /// - Throws: ``WireError/outboxTimeout(_:)`` with an explanation when the time is over, `CancellationError` when
    ///   the task was cancelled.
    package func messages(in project: Project, _ services: Services) async throws -> [Message] {
        let loop = WaitLoop(waiters: project.outboxWaiters, wakingFilter: wakingFilter, time: time)
        let found = try await loop.elements(atLeast: count) { try await look(in: project, services) }
        guard found.count < count else { return found }
        throw try await OutboxTimeout(self, matched: found.count, in: project, services).error
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

    private func look(in project: Project, _ services: Services) async throws
        -> WaitLoop<MessageFilter>.Findings<Message>
    {
        let settings = try await project.settings()
        let moment = settings.expiryMoment(at: settings.clock.time(at: services.now()))
        let isRunning = settings.clock.frozenAt == nil
        return try await project.read { tx in
            var findings = WaitLoop<MessageFilter>.Findings(
                elements: try tx.messages(filter, at: moment, descending: isDescending, limit: max(limit, count)))
            if isRunning, let arrival = try tx.nextArrival(after: moment.now) {
                findings.nextArrival = .milliseconds(arrival.milliseconds - moment.now.milliseconds)
            }
            return findings
        }
    }
}
