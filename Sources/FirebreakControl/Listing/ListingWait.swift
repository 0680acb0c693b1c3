package import FirebreakModel
package import FirebreakOperations
package import FirebreakStore
package import FirebreakWire

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

/// How long a call waits, as people write it: `10s`, `500ms`, `2m`, or seconds as a plain number.
package struct WaitTime: Sendable, Equatable {
    /// Milliseconds, 0 through 600,000.
    package let milliseconds: Int64

    /// The wait of a call that does not specify one: ten seconds.
    package static let standard = WaitTime(milliseconds: 10_000)

    private static let format = DurationText(
        units: [.minutes, .seconds, .milliseconds], form: .decimal, maximum: 600_000)

    private init(milliseconds: Int64) { self.milliseconds = milliseconds }

    /// - Parameter text: A decimal number and a unit; `nil` for ``standard``. Zero means not to wait.
    /// - Throws: `INVALID_ARGUMENT` for anything else, and for more than ten minutes.
    package init(_ text: String?) throws(WireError) {
        guard let text else {
            self = .standard
            return
        }
        do throws(DurationText.Failure) { milliseconds = try Self.format.milliseconds(text) } catch {
            throw .invalidArgument("timeout must be a time such as 10s, 500ms or 2m, and at most 10m")
        }
    }

    var duration: Duration { .milliseconds(milliseconds) }

    /// The shortest way to write it.
    var words: String {
        milliseconds.isMultiple(of: 1000) ? "\(milliseconds / 1000) s" : "\(milliseconds) ms"
    }
}

/// Tells that something in an outbox may look different now, not what: somebody who looks at it looks again.
///
/// Unlike ``OutboxStream`` it also tells of messages that were deleted, of deliveries, of settings and of the clock.
package struct OutboxSignals: EventStream {
    private let changes: OutboxChanges
    private let place: WaiterPlace<MessageFilter>
    /// Up to where the changes were told.
    private var told: Int

    /// - Parameter seen: What ``position(in:)`` was before the outbox was looked at.
    package init(of project: Project, after seen: Int) {
        changes = project.outboxChanges
        told = seen
        place = WaiterPlace(among: changes.viewers, for: MessageFilter())
    }

    /// Where a project's changes are: it counts while the server runs.
    package static func position(in project: Project) -> Int { project.outboxChanges.lookCount }

    package mutating func next(within time: Duration) async throws -> [ServerEvent]? {
        let changes = changes
        let told = told
        // What happens between two events is told once.
        let events = try await place.elements(within: time) {
            let count = changes.lookCount
            return count == told ? [] : [count]
        }
        guard let count = events?.last else { return [] }
        self.told = count
        return [ServerEvent(id: String(count), name: "change", data: Array("{}".utf8))]
    }
}
