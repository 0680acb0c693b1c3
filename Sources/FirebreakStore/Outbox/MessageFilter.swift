package import FirebreakWire
import GRDB

/// Selects messages of the outbox. Absent conditions match everything; ``conditions`` says what each one means.
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
        Self.conditions.allSatisfy { $0.isMet(self, message, now) }
    }

    /// Names of the conditions that the message does not meet, apart from its place in the outbox.
    package func conditions(notMetBy message: Message, at now: Timestamp) -> [String] {
        var anywhere = self
        anywhere.after = nil
        return Self.conditions.filter { !$0.isMet(anywhere, message, now) }.map(\.name)
    }

    /// The condition in SQL, with `now` deciding what has expired. Apart from the status its text has no values in it,
    /// so that there are few statements to prepare.
    func sql(at now: Timestamp) -> (condition: String, arguments: [(any DatabaseValueConvertible)?]) {
        let terms = Self.conditions.flatMap { $0.terms(self, now) }
        return ((["hidden = 0"] + terms.map(\.sql)).joined(separator: " AND "), terms.compactMap(\.argument))
    }
}
