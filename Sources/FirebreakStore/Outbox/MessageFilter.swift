package import FirebreakWire
import GRDB

/// Which messages of the outbox are meant. Absent conditions match everything.
package struct MessageFilter: Sendable, Equatable {
    /// Recipient, compared lower-case.
    package var recipient: String?
    package var type: String?
    package var channel: Message.Channel?
    package var delivery: Message.Delivery?
    package var status: Message.Status?
    package var tenant: TenantID?
    /// Only messages with a higher `seq`.
    package var after: Int64?

    package init() {}

    /// Whether a message that has just been stored matches; new messages are pending.
    package func matches(_ message: Message, at now: Timestamp) -> Bool {
        (recipient.map { $0 == message.recipient } ?? true)
            && (type.map { $0 == message.type } ?? true)
            && (channel.map { $0 == message.channel } ?? true)
            && (delivery.map { $0 == message.delivery } ?? true)
            && (status.map { $0 == message.status(at: now) } ?? true)
            && (tenant.map { $0 == message.tenant } ?? true)
            && (after.map { message.seq > $0 } ?? true)
    }

    /// The condition in SQL, with `now` deciding what has expired.
    func sql(at now: Timestamp) -> (condition: String, arguments: [(any DatabaseValueConvertible)?]) {
        var terms = ["hidden = 0"]
        var arguments: [(any DatabaseValueConvertible)?] = []
        func add(_ term: String, _ value: (any DatabaseValueConvertible)?) {
            guard let value else { return }
            terms.append(term)
            arguments.append(value)
        }
        add("recipient = ?", recipient)
        add("type = ?", type)
        add("channel = ?", channel?.rawValue)
        add("delivery = ?", delivery?.rawValue)
        add("tenant = ?", tenant?.rawValue)
        add("seq > ?", after)
        if let status {
            terms.append("delivery IN ('sent', 'generated')")
            switch status {
            case .used: terms.append("usedAt IS NOT NULL")
            case .superseded: terms.append("usedAt IS NULL AND supersededAt IS NOT NULL")
            case .expired:
                terms.append("usedAt IS NULL AND supersededAt IS NULL")
                add("(voidedAt IS NOT NULL OR expiresAt <= ?)", now.milliseconds)
            case .pending:
                terms.append("usedAt IS NULL AND supersededAt IS NULL AND voidedAt IS NULL")
                add("(expiresAt IS NULL OR expiresAt > ?)", now.milliseconds)
            }
        }
        return (terms.joined(separator: " AND "), arguments)
    }
}
