/// A page of messages of an outbox.
public struct OutboxPage: Codable, Sendable, Equatable {
    /// In the requested order.
    public var messages: [OutboxMessage]
    /// The cursor to pass as `after` for the next messages: the highest `seq` among the messages; if there are none,
    /// the requested `after`, or without it the project's last `seq`.
    public var nextCursor: Int64

    /// Creates a page.
    public init(messages: [OutboxMessage], nextCursor: Int64) {
        self.messages = messages
        self.nextCursor = nextCursor
    }
}

/// The result of a deletion of messages.
package struct OutboxDeletion: Codable, Sendable, Equatable {
    /// How many messages were deleted.
    package var deleted: Int

    /// Creates the result of a deletion.
    package init(deleted: Int) { self.deleted = deleted }
}
