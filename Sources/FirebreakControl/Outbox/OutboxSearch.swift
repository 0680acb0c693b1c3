package import FirebreakModel
import FirebreakOperations
import FirebreakStore
import FirebreakWire

/// What a person looks for in an outbox: the recipient may be given in part, and the newest message comes first, page by
/// page.
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
    /// More tenants than that are no choice.
    package static let maximumTenants = 50

    /// What is found.
    package struct Findings: Sendable {
        /// The messages without their texts.
        package var page: ListingPage<OutboxMessage>
        /// How many messages match on all pages; of more than ``OutboxSearch/maximumCount``, one more than that.
        package var count: Int
        /// The highest `seq` that the project ever had.
        package var last: Int64
        /// The project's tenants with their names; of more than ``OutboxSearch/maximumTenants``, one more than that.
        package var tenants: [(id: String, name: String?)]
    }

    /// - Throws: `INVALID_ARGUMENT` for an invalid filter.
    package func find(_ call: ControlCall) async throws -> Findings {
        let filter = try filter()
        let now = call.expiryMoment
        let page = try await OutboxListing(call).page(filter, from: start, limit: Self.pageSize)
        let resource = MessageResource(call)
        return try await call.project.read { tx in
            Findings(
                page: page.map(resource.summary),
                count: try tx.messageCount(filter, at: now, upTo: Self.maximumCount + 1),
                last: try tx.lastMessageSeq(),
                tenants: try tx.tenantRecords(after: nil, limit: Self.maximumTenants + 1).map { tenant in
                    (tenant.id.rawValue, tenant.document["displayName"]?.stringValue?.nonEmpty)
                })
        }
    }

    /// Deletes what matches, on all pages.
    ///
    /// - Parameter last: The last `seq` that may be deleted: what came later has not been seen.
    /// - Throws: `INVALID_ARGUMENT` for an invalid filter.
    package func delete(through last: Int64, _ call: ControlCall) async throws {
        _ = try await DeleteMessages.delete(try filter().before(last < .max ? last + 1 : nil), call)
    }

    private func filter() throws(WireError) -> MessageFilter {
        var filter = try selection.filter()
        filter.recipientPart = filter.recipient
        filter.recipient = nil
        filter.after = nil
        return filter
    }
}
