/// An event of a stream, in the terms of server-sent events.
public struct ServerEvent: Sendable, Equatable {
    /// What a client that connects again says it has seen; `nil` for events that are not repeated.
    public var id: String?
    /// The kind of event, such as `message`.
    public var name: String
    /// JSON.
    public var data: [UInt8]

    /// Creates an event.
    public init(id: String? = nil, name: String, data: [UInt8]) {
        self.id = id
        self.name = name
        self.data = data
    }

    /// The data as a string.
    public var text: String { String(decoding: data, as: UTF8.self) }
}
