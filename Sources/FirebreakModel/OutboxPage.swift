/// Some messages of an outbox.
public struct OutboxPage: Codable, Sendable, Equatable {
    /// In the order that was asked for.
    public var messages: [OutboxMessage]
    /// To be given as `after` to see what comes next: the highest `seq` among the messages; when there are none, the
    /// `after` that was asked for, or without it the project's last `seq`.
    public var nextCursor: Int64

    /// Messages, and where to go on.
    public init(messages: [OutboxMessage], nextCursor: Int64) {
        self.messages = messages
        self.nextCursor = nextCursor
    }
}

/// What a deletion of messages did.
public struct OutboxDeletion: Codable, Sendable, Equatable {
    /// How many messages there are no more.
    public var deleted: Int

    /// A deletion of so many messages.
    public init(deleted: Int) { self.deleted = deleted }
}
