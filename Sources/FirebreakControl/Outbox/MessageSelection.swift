import FirebreakOperations
package import FirebreakStore
package import FirebreakWire

/// The messages that a call to the outbox selects, and their order (firebreak.md section 5).
///
/// All values are strings, because they usually come from the query. An empty value is refused: it is an unset variable
/// in the caller's script, and ignoring it would select the wrong mail.
package struct MessageSelection: Decodable, Sendable {
    /// Only messages with a higher `seq`.
    package var after: String?
    /// `email` or `sms`.
    package var channel: String?
    /// `sent`, `generated`, `suppressed`, `blocked`, `failed` or `scheduled`.
    package var delivery: String?
    /// The maximum number of messages: 100 by default, never more than 1,000.
    package var limit: String?
    /// `asc`, newest last, is the default; or `desc`.
    package var order: String?
    /// `pending`, `used`, `expired` or `superseded`.
    package var status: String?
    /// A tenant's ID.
    package var tenant: String?
    /// An address, case-insensitive, or a phone number. A space counts as `+` as well: an unescaped `+` in a query
    /// is decoded as a space.
    package var to: String?
    /// A message type, such as `EMAIL_SIGNIN`.
    package var type: String?

    /// Selects every message.
    package init() {}

    /// The messages that are selected, regardless of limit and order.
    ///
    /// - Throws: `INVALID_ARGUMENT` for an invalid value; it names the valid ones.
    package func filter() throws(WireError) -> MessageFilter {
        var filter = MessageFilter()
        if let text = try ControlParameter.text("to", to).map(EmailAddress.folded) {
            filter.recipient = text.substituting(" ", with: "+")
            filter.spacedRecipient = text.includes(" ") ? text : nil
        }
        let type: MessageType? = try ControlParameter.choice("type", type)
        filter.type = type?.rawValue
        filter.channel = try ControlParameter.choice("channel", channel)
        filter.delivery = try ControlParameter.choice("delivery", delivery)
        filter.status = try ControlParameter.choice("status", status)
        filter.tenant = try ControlParameter.text("tenant", tenant).map(TenantID.init(rawValue:))
        filter.after = try ControlParameter.number("after", after, in: 0...Int64.max)
        return filter
    }

    /// The same for a caller who takes what has arrived: messages that a fault delays are found only by their delivery.
    ///
    /// - Throws: As ``filter()``.
    func arrivalFilter() throws(WireError) -> MessageFilter {
        var filter = try filter()
        filter.awaitsArrival = true
        return filter
    }
}

extension MessageSelection {
    /// The maximum number of messages to return, and their order.
    struct Page: Sendable {
        var limit: Int
        var isDescending: Bool
    }

    private enum Order: String, CaseIterable { case ascending = "asc", descending = "desc" }

    private static let defaultLimit: Int64 = 100
    static let maximumLimit: Int64 = 1000

    /// - Throws: `INVALID_ARGUMENT` for a limit below 1 and for an unknown order.
    func page() throws(WireError) -> Page {
        let limit = try ControlParameter.number("limit", limit, in: 1...Int64.max) ?? Self.defaultLimit
        let order: Order? = try ControlParameter.choice("order", order)
        return Page(limit: Int(min(limit, Self.maximumLimit)), isDescending: order == .descending)
    }
}
