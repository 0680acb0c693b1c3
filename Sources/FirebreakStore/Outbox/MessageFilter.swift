package import FirebreakWire

/// Selects messages of the outbox. Absent conditions match everything; ``conditions`` says what each one means.
package struct MessageFilter: Sendable, Equatable {
    /// Recipient, compared lower-case.
    package var recipient: String?
    /// The recipient or the part of it where spaces are meant, and do not stand for `+`.
    package var spacedRecipient: String?
    /// What the recipient contains, lower-case.
    package var recipientPart: String?
    package var type: String?
    package var channel: Message.Channel?
    package var delivery: Message.Delivery?
    package var status: Message.Status?
    package var tenant: TenantID?
    /// Only messages with a higher `seq`.
    package var after: Int64?
    /// Only messages with a lower `seq`.
    package var before: Int64?
    /// Whether messages that a fault delays are left out until they arrive, unless ``delivery`` asks for them.
    package var awaitsArrival = false

    package init() {}

    /// All texts that are the recipient: an address in each of its spellings.
    package var recipients: [String] {
        recipient.map(spellings) ?? []
    }

    func spellings(of recipient: String) -> [String] {
        ([recipient] + [spacedRecipient].compactMap(\.self)).flatMap(EmailAddress.spellings)
    }

    /// Whether a message that has just been stored matches; new messages are pending.
    package func matches(_ message: Message, at now: Timestamp) -> Bool {
        Self.conditions.allSatisfy { $0.isMet(self, message, OutboxMoment(now)) }
    }

    /// Names of the conditions that the message does not meet, apart from its place in the outbox.
    package func conditions(notMetBy message: Message, at moment: OutboxMoment) -> [String] {
        var anywhere = self
        anywhere.after = nil
        anywhere.before = nil
        return Self.conditions.filter { !$0.isMet(anywhere, message, moment) }.map(\.name)
    }

    /// The condition in SQL, with the moment deciding what has arrived and what has expired. Apart from delivery and
    /// status its text has no values in it, so that there are few statements to prepare.
    func sql(at moment: OutboxMoment) -> (condition: String, arguments: [(any ColumnValue)?]) {
        let terms = Self.conditions.flatMap { $0.terms(self, moment) }
        return ((["hidden = 0"] + terms.map(\.sql)).joined(separator: " AND "), terms.compactMap(\.argument))
    }
}
