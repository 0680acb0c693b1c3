import FirebreakWire
import GRDB

extension MessageFilter {
    /// All conditions, in the order in which they are reported.
    package static let conditions: [Condition] = [
        Condition("to", \.recipient, column: "recipient", \.recipient, text: \.self),
        Condition("type", \.type, column: "type", \.type, text: \.self),
        Condition("channel", \.channel, column: "channel", \.channel, text: \.rawValue),
        Condition("delivery", \.delivery, column: "delivery", \.delivery, text: \.rawValue),
        Condition(
            "status", \.status, text: \.rawValue,
            isMet: { asked, message, now in asked == message.status(at: now) },
            terms: Condition.terms(of:at:)),
        Condition("tenant", \.tenant, column: "tenant", \.tenant, text: \.rawValue),
        Condition(
            "after", \.after, text: { String($0) }, isMet: { asked, message, _ in message.seq > asked },
            terms: { asked, _ in [("seq > ?", asked)] }),
    ]

    /// One condition that a filter can have: what a query calls it, which messages meet it, and how SQL says so.
    package struct Condition: Sendable {
        typealias Term = (sql: String, argument: (any DatabaseValueConvertible)?)

        /// The parameter of the control API.
        package let name: String
        /// The value that a filter asks for, as written in a query; `nil` if the filter does not use the condition.
        package let text: @Sendable (MessageFilter) -> String?
        let isMet: @Sendable (MessageFilter, Message, Timestamp) -> Bool
        /// SQL terms, each with its argument if it has one; empty if the filter does not use the condition.
        let terms: @Sendable (MessageFilter, Timestamp) -> [Term]

        fileprivate init<Value: Equatable & SendableMetatype>(
            _ name: String, _ asked: @escaping @Sendable (MessageFilter) -> Value?,
            text: @escaping @Sendable (Value) -> String,
            isMet: @escaping @Sendable (Value, Message, Timestamp) -> Bool,
            terms: @escaping @Sendable (Value, Timestamp) -> [Term]
        ) {
            self.name = name
            self.text = { filter in asked(filter).map(text) }
            self.isMet = { filter, message, now in asked(filter).map { isMet($0, message, now) } ?? true }
            self.terms = { filter, now in asked(filter).map { terms($0, now) } ?? [] }
        }

        /// A value that a column has.
        fileprivate init<Value: Equatable & SendableMetatype>(
            _ name: String, _ asked: @escaping @Sendable (MessageFilter) -> Value?, column: String,
            _ value: @escaping @Sendable (Message) -> Value?, text: @escaping @Sendable (Value) -> String
        ) {
            self.init(
                name, asked, text: text, isMet: { asked, message, _ in asked == value(message) },
                terms: { asked, _ in [("\(column) = ?", text(asked))] })
        }

        /// ``Message/status(at:)`` in SQL.
        fileprivate static func terms(of status: Message.Status, at now: Timestamp) -> [Term] {
            let delivered: Term = ("delivery IN ('sent', 'generated')", nil)
            switch status {
            case .used: return [delivered, ("usedAt IS NOT NULL", nil)]
            case .superseded: return [delivered, ("usedAt IS NULL AND supersededAt IS NOT NULL", nil)]
            case .expired:
                return [
                    delivered, ("usedAt IS NULL AND supersededAt IS NULL", nil),
                    ("(voidedAt IS NOT NULL OR expiresAt <= ?)", now.milliseconds),
                ]
            case .pending:
                return [
                    delivered, ("usedAt IS NULL AND supersededAt IS NULL AND voidedAt IS NULL", nil),
                    ("(expiresAt IS NULL OR expiresAt > ?)", now.milliseconds),
                ]
            }
        }
    }
}
