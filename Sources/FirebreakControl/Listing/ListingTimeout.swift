import FirebreakOperations
import FirebreakStore
import FirebreakWire

/// Finds out why a wait timed out, for the reader of the failed test: what did arrive, what was suppressed, whether an
/// earlier message was meant, and whether another project received the message.
struct OutboxTimeout: Sendable {
    private static let maximumShown = 10

    private let wait: OutboxWait
    private let matched: Int
    private let project: ProjectID
    private let moment: OutboxMoment
    /// The messages after the cursor, newest last; one more than is shown if there are more.
    private let arrived: [Message]
    /// The newest message that would match but for the cursor.
    private let missed: Message?
    private let elsewhere: OtherOutboxes?

    init(_ wait: OutboxWait, matched: Int, in project: Project, _ services: Services) async throws {
        self.wait = wait
        self.matched = matched
        self.project = project.id
        let settings = try await project.settings()
        let moment = settings.expiryMoment(at: settings.clock.time(at: services.now()))
        self.moment = moment
        let filter = wait.filter
        (arrived, missed) = try await project.read { tx in
            var everything = MessageFilter()
            everything.after = filter.after
            let arrived = try tx.messages(everything, at: moment, descending: true, limit: Self.maximumShown + 1)
            guard filter.after != nil else { return (arrived.reversed(), nil) }
            var anytime = filter
            anytime.after = nil
            let missed = try tx.messages(anytime, at: moment, descending: true, limit: 1).first
            return (arrived.reversed(), missed)
        }
        let recipients = filter.recipients
        let hasRecipient =
            arrived.contains { recipients.isEmpty || recipients.contains(where: $0.recipient.hasSameBytes) }
        elsewhere = hasRecipient ? nil : try await OtherOutboxes(for: filter, besides: project.id, services)
    }

    /// The error with the whole explanation.
    var error: WireError {
        let messages = wait.count == 1 ? "1 message" : "\(wait.count) messages"
        var sentences = [
            "Waited \(wait.time.words) for \(messages)\(wait.filter.words) in project \(project): \(matched) matched.",
            arrivals,
        ]
        if let missed, matched == 0, missed.seq <= wait.filter.after ?? 0 {
            sentences.append("A matching message came before the cursor: \(words(missed)).")
        }
        if let elsewhere { sentences.append(elsewhere.words) }
        return .outboxTimeout(sentences.joined(separator: " "))
    }

    private var arrivals: String {
        let since = wait.filter.after.map { "Since \($0)" }
        guard !arrived.isEmpty else {
            return since.map { "\($0) nothing arrived at all." } ?? "The project's outbox is empty."
        }
        let shown = arrived.suffix(Self.maximumShown)
        let list = shown.map(words).joined(separator: "; ")
        let scope = shown.count < arrived.count ? " (the latest \(shown.count))" : ""
        return (since.map { "\($0) there arrived" } ?? "The project's outbox has") + "\(scope): \(list)."
    }

    /// Such as `#7 PASSWORD_RESET to a@b.test (suppressed: no account has this address; other type)`.
    private func words(_ message: Message) -> String {
        var remarks = message.delivery(at: moment).rawValue
        if let reason = message.reason { remarks += ": \(reason.onOneLine)" }
        if let status = message.status(at: moment), status != .pending { remarks += ", \(status.rawValue)" }
        let unmet = wait.filter.conditions(notMetBy: message, at: moment)
        if !unmet.isEmpty { remarks += "; other \(unmet.joined(separator: " and "))" }
        return "#\(message.seq) \(message.type) to \(message.recipient.onOneLine) (\(remarks))"
    }
}
