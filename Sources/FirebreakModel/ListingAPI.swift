/// How many messages, and in which order.
public struct OutboxPaging: Codable, Sendable, Equatable {
    /// In which order messages come.
    public struct Order: RawRepresentable, Codable, Sendable, Hashable {
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
}

extension OutboxPaging: APIMessage {
    package static let notes: JSONValue = [
        "limit": [
            "default": "100", "description": "How many at most; no answer has more than 1,000.", "format": "int32",
            "minimum": 1,
        ],
        "order": ["default": "asc"],
    ]
}

extension OutboxPaging.Order: KnownValues {
    package static let known: [Self] = [.ascending, .descending]
}

/// The methods that read a list that grows.
package struct ListingEndpoints<Filter: APIMessage, Page: APIMessage>: Sendable {
    package let list: Endpoint<Listed<Filter>, Page>
    package let wait: Endpoint<Awaited<Filter>, Page>
    package let stream: StreamEndpoint<Filter>
}

/// A filter of a list, how many of its elements, and in which order.
package typealias Listed<Filter: APIMessage> = Joined<Filter, OutboxPaging>

/// The same for a caller who waits.
package typealias Awaited<Filter: APIMessage> = Joined<Listed<Filter>, Patience>

/// How many elements of a list a caller waits for, and how long.
package struct Patience: APIMessage {
    package var count: Int?
    package var timeout: String?

    package init(count: Int, timeout: String) {
        self.count = count
        self.timeout = timeout
    }

    package static let notes: JSONValue = [
        "count": ["default": "1", "description": "How many must be there.", "maximum": 1000, "minimum": 1],
        "timeout": ["default": "10s", "description": "Such as `10s`, `500ms` or `2m`, at most `10m`."],
    ]
}

/// What a deletion of messages, calls or faults did.
package struct Deletion: Codable, Sendable, Equatable {
    /// How many were deleted.
    package var deleted: Int

    /// The result of a deletion.
    package init(deleted: Int) { self.deleted = deleted }
}

extension Deletion: APIMessage {
    package static let notes: JSONValue = [
        "deleted": "How many were deleted."
    ]
}
