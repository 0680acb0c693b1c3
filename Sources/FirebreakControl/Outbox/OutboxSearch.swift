package import FirebreakModel
import FirebreakOperations
import FirebreakStore
import FirebreakWire

/// An outbox as a person leafs through it: the newest message comes first, page by page.
package struct OutboxSearch: Sendable {
    private let selection: OutboxListing.Selection
    private let start: ListingStart

    /// - Parameter selection: Its limit, order and cursor are ignored.
    package init(_ selection: OutboxListing.Selection, from start: ListingStart = .newest) {
        self.selection = selection
        self.start = start
    }

    private static let pageSize = 50
    /// Counting further would tell a person no more, and cost with every look.
    package static let maximumCount = 1000

    /// What is found.
    package struct Findings: Sendable {
        /// The messages without their texts.
        package var page: ListingPage<OutboxMessage>
        /// How many messages match on all pages; of more than ``OutboxSearch/maximumCount``, one more than that.
        package var count: Int
        /// The highest `seq` that the project ever had.
        package var last: Int64
    }

    /// - Throws: `INVALID_ARGUMENT` for an invalid filter.
    package func find(_ call: ControlCall) async throws -> Findings {
        let filter = try filter()
        let listing = OutboxListing(call)
        return Findings(
            page: try await listing.page(filter, from: start, limit: Self.pageSize).map(MessageResource(call).summary),
            count: try await listing.count(filter, upTo: Self.maximumCount + 1),
            last: try await listing.lastPosition())
    }

    /// Deletes what matches, on all pages.
    ///
    /// - Parameter last: The last `seq` that may be deleted: what came later has not been seen.
    /// - Throws: `INVALID_ARGUMENT` for an invalid filter.
    package func delete(through last: Int64, _ call: ControlCall) async throws {
        _ = try await DeleteMessages.delete(try filter().before(last < .max ? last + 1 : nil), call)
    }

    private func filter() throws(WireError) -> MessageFilter {
        try selection.filter().after(nil)
    }
}
