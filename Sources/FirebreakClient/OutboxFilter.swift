public import FirebreakModel

/// Selects messages; all given conditions must match.
public struct OutboxFilter: Sendable, Equatable {
    /// An address, case-insensitive, or a phone number.
    public var to: String?
    /// What the message is for.
    public var type: OutboxMessage.Kind?
    /// The channel it is sent over.
    public var channel: OutboxMessage.Channel?
    /// Whether it was sent.
    public var delivery: OutboxMessage.Delivery?
    /// What became of the code in it.
    public var status: OutboxMessage.Status?
    /// A tenant's ID.
    public var tenant: String?
    /// Words that all must be in the message: in its recipient, ID, subject or text, without regard to case.
    public var search: String?
    /// Only messages with a higher `seq`.
    public var after: Int64?

    /// Selects all messages that match the given conditions.
    public init(
        to: String? = nil, type: OutboxMessage.Kind? = nil, channel: OutboxMessage.Channel? = nil,
        delivery: OutboxMessage.Delivery? = nil, status: OutboxMessage.Status? = nil, tenant: String? = nil,
        search: String? = nil, after: Int64? = nil
    ) {
        self.to = to
        self.type = type
        self.channel = channel
        self.delivery = delivery
        self.status = status
        self.tenant = tenant
        self.search = search
        self.after = after
    }

    /// The query parameters of the control API.
    package var query: [ControlRequest.Field] {
        .init([
            "to": to, "type": type?.rawValue, "channel": channel?.rawValue, "delivery": delivery?.rawValue,
            "status": status?.rawValue, "tenant": tenant, "q": search,
            "after": after.map { String($0) },
        ])
    }
}

/// How many messages, and in which order.
public struct OutboxPaging: Sendable, Equatable {
    /// In which order messages come.
    public struct Order: RawRepresentable, Sendable, Hashable {
        /// The name on the wire.
        public let rawValue: String

        /// A name, known to this version or not.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The newest last.
        public static let ascending = Self(rawValue: "asc")
        /// The newest first.
        public static let descending = Self(rawValue: "desc")
    }

    /// The maximum number of messages; 100 by default, never more than 1,000.
    public var limit: Int?
    /// By default, the newest is last.
    public var order: Order?

    /// By default, the first 100 messages.
    public init(limit: Int? = nil, order: Order? = nil) {
        self.limit = limit
        self.order = order
    }

    /// The query parameters of the control API.
    var query: [ControlRequest.Field] { .init(["limit": limit.map { String($0) }, "order": order?.rawValue]) }
}
