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
        "limit": ["default": "100", "format": "int32", "minimum": 1],
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
    package let stream: StreamEndpoint<Listed<Filter>>
}

/// A filter of a list, how many of its elements, and in which order.
package struct Listed<Filter: APIMessage>: APIMessage {
    package var filter: Filter
    package var paging: OutboxPaging

    package init(_ filter: Filter, _ paging: OutboxPaging = OutboxPaging()) {
        self.filter = filter
        self.paging = paging
    }

    package init(from decoder: any Decoder) throws {
        filter = try Filter(from: decoder)
        paging = try OutboxPaging(from: decoder)
    }

    package func encode(to encoder: any Encoder) throws {
        try filter.encode(to: encoder)
        try paging.encode(to: encoder)
    }

    package static var notes: JSONValue { Filter.notes.adding(OutboxPaging.notes) }
}

/// How many elements of a list a caller waits for, and how long.
package struct Awaited<Filter: APIMessage>: APIMessage {
    package var listed: Listed<Filter>
    package var count: Int?
    package var timeout: String?

    package init(_ listed: Listed<Filter>, count: Int, timeout: String) {
        self.listed = listed
        self.count = count
        self.timeout = timeout
    }

    private enum CodingKeys: CodingKey { case count, timeout }

    package init(from decoder: any Decoder) throws {
        listed = try Listed(from: decoder)
        let container = try decoder.container(keyedBy: CodingKeys.self)
        count = try container.decodeIfPresent(Int.self, forKey: .count)
        timeout = try container.decodeIfPresent(String.self, forKey: .timeout)
    }

    package func encode(to encoder: any Encoder) throws {
        try listed.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(count, forKey: .count)
        try container.encodeIfPresent(timeout, forKey: .timeout)
    }

    package static var notes: JSONValue {
        Listed<Filter>.notes.adding([
            "count": ["default": "1", "description": "How many must be there.", "maximum": 1000, "minimum": 1],
            "timeout": ["default": "10s", "description": "Such as `10s`, `500ms` or `2m`, at most `10m`."],
        ])
    }
}

extension JSONValue {
    fileprivate func adding(_ other: JSONValue) -> JSONValue {
        .object((objectValue ?? []) + (other.objectValue ?? []))
    }
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
