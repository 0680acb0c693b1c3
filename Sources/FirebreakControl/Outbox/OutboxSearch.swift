package import FirebreakModel
import FirebreakOperations
import FirebreakStore
import FirebreakWire

/// What a person looks for in an outbox: the recipient may be given in part, and the newest message comes first, page by
/// page.
package struct OutboxSearch: Sendable {
    /// Its limit, order and cursor are ignored.
    package var selection: MessageSelection
    /// What the page begins below.
    package var before: Int64?
    /// What the page ends above, if ``before`` is not given.
    package var after: Int64?

    package init(_ selection: MessageSelection, before: Int64? = nil, after: Int64? = nil) {
        self.selection = selection
        self.before = before
        self.after = after
    }

    private static let pageSize = 50
    /// Counting further would tell a person no more, and cost with every look.
    package static let maximumCount = 1000
    /// More tenants than that are no choice.
    package static let maximumTenants = 50

    /// What is found.
    package struct Page: Sendable {
        /// The newest first, without their texts.
        package var messages: [OutboxMessage]
        package var hasOlder: Bool
        package var hasNewer: Bool
        /// How many messages match on all pages; of more than ``OutboxSearch/maximumCount``, one more than that.
        package var count: Int
        /// The highest `seq` that the project ever had.
        package var last: Int64
        /// The project's tenants with their names; of more than ``OutboxSearch/maximumTenants``, one more than that.
        package var tenants: [(id: String, name: String?)]
    }

    /// - Throws: `INVALID_ARGUMENT` for an invalid filter.
    package func page(_ call: ControlCall) async throws -> Page {
        let filter = try filter()
        let now = call.expiryMoment
        return try await call.project.read { tx in
            var page = Page(messages: [], hasOlder: false, hasNewer: false, count: 0, last: 0, tenants: [])
            let found = try find(filter, tx, at: now, &page)
            let resource = MessageResource(call)
            page.messages = found.map(resource.summary)
            page.count = try tx.messageCount(filter, at: now, upTo: Self.maximumCount + 1)
            page.last = try tx.lastMessageSeq()
            page.tenants = try tx.tenantRecords(after: nil, limit: Self.maximumTenants + 1).map { tenant in
                (tenant.id.rawValue, tenant.document["displayName"]?.stringValue?.nonEmpty)
            }
            return page
        }
    }

    /// - Returns: The messages of the page, newest first.
    private func find(
        _ filter: MessageFilter, _ tx: Transaction, at now: OutboxMoment, _ page: inout Page
    ) throws -> [Message] {
        var filter = filter
        if before == nil, let after {
            filter.after = after
            let newer = try tx.messages(filter, at: now, descending: false, limit: Self.pageSize + 1)
            if newer.count > Self.pageSize {
                page.hasNewer = true
                page.hasOlder = true
                return newer.prefix(Self.pageSize).reversed()
            }
            // That is the first page, which is full unless there are no more.
            filter.after = nil
        }
        filter.before = before
        let older = try tx.messages(filter, at: now, descending: true, limit: Self.pageSize + 1)
        page.hasNewer = before != nil
        page.hasOlder = older.count > Self.pageSize
        return Array(older.prefix(Self.pageSize))
    }

    /// Deletes what matches, on all pages.
    ///
    /// - Parameter last: The last `seq` that may be deleted: what came later, nobody has seen.
    /// - Throws: `INVALID_ARGUMENT` for an invalid filter.
    package func delete(through last: Int64, _ call: ControlCall) async throws {
        var filter = try filter()
        filter.before = last < .max ? last + 1 : nil
        _ = try await DeleteMessages.delete(filter, call)
    }

    private func filter() throws(WireError) -> MessageFilter {
        var filter = try selection.filter()
        filter.recipientPart = filter.recipient
        filter.recipient = nil
        filter.after = nil
        return filter
    }
}
