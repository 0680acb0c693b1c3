/// A page of calls of the journal.
public struct JournalPage: Codable, Sendable, Equatable {
    /// In the requested order.
    public var requests: [JournalRecord]
    /// The cursor to pass as `after` for the next calls: the highest among the calls; if there are none, the requested
    /// `after`, or without it that of the last call.
    public var nextCursor: Int64

    /// Creates a page.
    public init(requests: [JournalRecord], nextCursor: Int64) {
        self.requests = requests
        self.nextCursor = nextCursor
    }
}

/// The result of emptying a journal.
package struct JournalDeletion: Codable, Sendable, Equatable {
    /// How many calls were deleted.
    package var deleted: Int

    /// Creates the result of emptying a journal.
    package init(deleted: Int) { self.deleted = deleted }
}
