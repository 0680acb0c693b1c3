package import FirebreakWire

/// Selects messages of the outbox. Absent conditions match everything; ``conditions`` says what each one means.
package struct MessageFilter: Sendable, Equatable {
    /// Recipient, compared lower-case.
    package var recipient: String?
    /// The recipient where spaces are meant, and do not stand for `+`.
    package var spacedRecipient: String?
    package var type: String?
    package var channel: Message.Channel?
    package var delivery: Message.Delivery?
    package var status: Message.Status?
    package var tenant: TenantID?
    /// Whether messages of tenants are left out.
    package var isOfProjectItself = false
    /// What is looked for, also in texts that the store does not have: messages that do not have it match here.
    package var search: SearchText?
    /// Only messages with a higher `seq`.
    package var after: Int64?
    /// Only messages with a lower `seq`.
    package var before: Int64?
    /// Whether messages that a fault delays are left out until they arrive, unless ``delivery`` asks for them.
    package var awaitsArrival = false
    /// Whether only what a mailbox would have got: what was sent, by the service or by an app.
    package var isMailed = false

    package init() {}

    /// All texts that are the recipient: an address in each of its spellings.
    package var recipients: [String] {
        [recipient, spacedRecipient].compactMap(\.self).flatMap(EmailAddress.spellings)
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

extension MessageFilter {
    /// All conditions, in the order in which they are reported.
    package static let conditions: [Condition] = [
        Condition(
            "to", { $0.recipient == nil ? nil : $0.recipients }, text: { $0.first ?? "" },
            isMet: { asked, message, _ in asked.contains(where: message.recipient.hasSameBytes) },
            terms: { asked, _ in Condition.terms(ofRecipients: asked) }),
        Condition("type", \.type, column: "type", \.type, text: \.self),
        Condition("channel", \.channel, column: "channel", \.channel, text: \.rawValue),
        Condition(
            "delivery", \.delivery, text: \.rawValue,
            isMet: { asked, message, moment in asked == message.delivery(at: moment) },
            terms: Condition.terms(of:at:)),
        Condition(
            "delivery", { $0.awaitsArrival && $0.delivery == nil ? true : nil },
            isMet: { _, message, moment in message.delivery(at: moment) != .scheduled },
            terms: { _, moment in [("(delivery <> 'scheduled' OR deliverAt <= ?)", moment.now.milliseconds)] }),
        Condition(
            "delivery", { $0.isMailed ? true : nil },
            isMet: { _, message, moment in [.sent, .app].contains(message.delivery(at: moment)) },
            terms: { _, moment in
                [
                    (
                        "(delivery IN ('sent', 'app') OR (delivery = 'scheduled' AND deliverAt <= ?))",
                        moment.now.milliseconds
                    )
                ]
            }),
        Condition(
            "status", \.status, text: \.rawValue,
            isMet: { asked, message, moment in asked == message.status(at: moment) },
            terms: Condition.terms(of:at:)),
        Condition("tenant", \.tenant, column: "tenant", \.tenant, text: \.rawValue),
        Condition(
            "tenant", { $0.isOfProjectItself ? true : nil }, isMet: { _, message, _ in message.tenant == nil },
            terms: { _, _ in [("tenant = ''", nil)] }),
        Condition("q", \.search, text: \.text, isMet: { _, _, _ in true }, terms: { _, _ in [] }),
        Condition(
            "after", \.after, text: { String($0) }, isMet: { asked, message, _ in message.seq > asked },
            terms: { asked, _ in [("seq > ?", asked)] }),
        Condition(
            "before", \.before, text: { String($0) }, isMet: { asked, message, _ in message.seq < asked },
            terms: { asked, _ in [("seq < ?", asked)] }),
    ]

    /// One condition that a filter can have: what a query calls it, which messages meet it, and how SQL says so.
    package struct Condition: Sendable {
        typealias Term = (sql: String, argument: (any ColumnValue)?)

        /// The parameter of the control API.
        package let name: String
        /// The value that a filter asks for, as written in a query; `nil` if the filter does not use the condition.
        package let text: @Sendable (MessageFilter) -> String?
        let isMet: @Sendable (MessageFilter, Message, OutboxMoment) -> Bool
        /// SQL terms, each with its argument if it has one; empty if the filter does not use the condition.
        let terms: @Sendable (MessageFilter, OutboxMoment) -> [Term]

        fileprivate init<Value: Equatable & SendableMetatype>(
            _ name: String, _ asked: @escaping @Sendable (MessageFilter) -> Value?,
            text: (@Sendable (Value) -> String)? = nil,
            isMet: @escaping @Sendable (Value, Message, OutboxMoment) -> Bool,
            terms: @escaping @Sendable (Value, OutboxMoment) -> [Term]
        ) {
            self.name = name
            self.text = { filter in text.flatMap { text in asked(filter).map(text) } }
            self.isMet = { filter, message, moment in asked(filter).map { isMet($0, message, moment) } ?? true }
            self.terms = { filter, moment in asked(filter).map { terms($0, moment) } ?? [] }
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

        /// Nearly all are one, for which the statement is the shorter.
        fileprivate static func terms(ofRecipients recipients: [String]) -> [Term] {
            guard recipients.count != 1 else { return [("recipient = ?", recipients[0])] }
            let list = JSON.array(recipients.map(JSON.string)).text
            return [("recipient IN (SELECT value FROM json_each(?))", list)]
        }

        /// ``Message/delivery(at:)`` in SQL.
        fileprivate static func terms(of delivery: Message.Delivery, at moment: OutboxMoment) -> [Term] {
            switch delivery {
            case .sent:
                [("(delivery = 'sent' OR (delivery = 'scheduled' AND deliverAt <= ?))", moment.now.milliseconds)]
            case .scheduled:
                [("delivery = 'scheduled' AND deliverAt > ?", moment.now.milliseconds)]
            case .generated, .suppressed, .blocked, .failed, .app: [("delivery = ?", delivery.rawValue)]
            }
        }

        /// ``Message/status(at:)`` in SQL.
        fileprivate static func terms(of status: Message.Status, at moment: OutboxMoment) -> [Term] {
            let now = moment.expiry
            let delivered: Term = (
                """
                (delivery IN ('sent', 'generated') OR (delivery = 'app' AND type <> '\(Message.appType)')
                OR (delivery = 'scheduled' AND deliverAt <= ?))
                """,
                moment.now.milliseconds
            )
            let open = "usedAt IS NULL AND supersededAt IS NULL"
            let isMoot = moment.followsAccounts ? "moot IS NOT NULL" : "0"
            switch status {
            case .used: return [delivered, ("usedAt IS NOT NULL", nil)]
            case .superseded:
                let moot = "(voidedAt IS NULL AND \(isMoot) AND (\(Message.Moot.sql(of: .superseded))))"
                return [delivered, ("usedAt IS NULL AND (supersededAt IS NOT NULL OR \(moot))", nil)]
            case .expired:
                let moot = "(\(isMoot) AND (\(Message.Moot.sql(of: .expired))))"
                return [
                    delivered, (open, nil),
                    (
                        "(voidedAt IS NOT NULL OR \(moot) OR (NOT \(isMoot) AND expiresAt <= ?))",
                        now.milliseconds
                    ),
                ]
            case .pending:
                return [
                    delivered, ("\(open) AND voidedAt IS NULL AND NOT (\(isMoot))", nil),
                    ("(expiresAt IS NULL OR expiresAt > ?)", now.milliseconds),
                ]
            }
        }
    }
}
