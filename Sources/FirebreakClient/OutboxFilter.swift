public import FirebreakModel

/// Which messages are meant; everything that is given must match.
public struct OutboxFilter: Sendable, Equatable {
    /// An address in any case of letters, or a phone number.
    public var to: String?
    /// What the message is for.
    public var type: OutboxMessage.Kind?
    /// How it travels.
    public var channel: OutboxMessage.Channel?
    /// Whether it was sent.
    public var delivery: OutboxMessage.Delivery?
    /// What became of the code in it.
    public var status: OutboxMessage.Status?
    /// A tenant's ID.
    public var tenant: String?
    /// Only messages with a higher `seq`.
    public var after: Int64?

    /// All messages but for what is given.
    public init(
        to: String? = nil, type: OutboxMessage.Kind? = nil, channel: OutboxMessage.Channel? = nil,
        delivery: OutboxMessage.Delivery? = nil, status: OutboxMessage.Status? = nil, tenant: String? = nil,
        after: Int64? = nil
    ) {
        self.to = to
        self.type = type
        self.channel = channel
        self.delivery = delivery
        self.status = status
        self.tenant = tenant
        self.after = after
    }

    /// As the control API takes it.
    var query: [ControlRequest.Field] {
        let conditions: [(name: String, value: String?)] = [
            ("to", to), ("type", type?.rawValue), ("channel", channel?.rawValue), ("delivery", delivery?.rawValue),
            ("status", status?.rawValue), ("tenant", tenant), ("after", after.map { String($0) }),
        ]
        return conditions.compactMap { name, value in value.map { .init(name, $0) } }
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

    /// How many at most; 100 unless given, never more than 1,000.
    public var limit: Int?
    /// The newest last unless given.
    public var order: Order?

    /// The first 100 unless said otherwise.
    public init(limit: Int? = nil, order: Order? = nil) {
        self.limit = limit
        self.order = order
    }

    /// As the control API takes it.
    var query: [ControlRequest.Field] {
        let parameters: [(name: String, value: String?)] = [
            ("limit", limit.map { String($0) }), ("order", order?.rawValue),
        ]
        return parameters.compactMap { name, value in value.map { .init(name, $0) } }
    }
}
