package import FirebreakModel
package import FirebreakOperations
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

/// Tells that something in an outbox may look different now, not what: a page that shows it looks again.
///
/// Unlike its stream it also tells of messages that were deleted, of deliveries, of settings and of the clock.
package struct OutboxSignals: EventStream {
    private let changes: OutboxChanges
    private let subscription: WaiterSubscription<MessageFilter>
    /// Up to where the changes were told.
    private var told: Int

    /// - Parameter seen: What ``position(in:)`` was before the outbox was looked at.
    package init(of project: Project, after seen: Int) {
        changes = project.outboxChanges
        told = seen
        subscription = WaiterSubscription(to: changes.viewers, for: MessageFilter())
    }

    /// Where a project's changes are: it counts while the server runs.
    package static func position(in project: Project) -> Int { project.outboxChanges.lookCount }

    package mutating func next(within time: Duration) async throws -> [ServerEvent]? {
        let changes = changes
        let told = told
        // What happens between two events is told once.
        let events = try await subscription.elements(within: time) {
            let count = changes.lookCount
            return count == told ? [] : [count]
        }
        guard let count = events?.last else { return [] }
        self.told = count
        return [ServerEvent(id: String(count), name: "change", data: Array("{}".utf8))]
    }
}
