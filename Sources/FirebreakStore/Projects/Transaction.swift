package import FirebreakWire
import GRDB

/// A project's database for the length of one read or write, seen from the project itself or one of its tenants.
///
/// Queries are methods in the folders of their subjects. The tenant is added here, so an operation cannot forget it.
package final class Transaction {
    let db: Database
    /// The tenant whose accounts, codes and sessions this transaction sees; `nil` for the project's own.
    package let tenant: TenantID?
    /// The value of the `tenant` columns.
    let tenantKey: String
    /// Where new messages go besides the outbox.
    package var destinations: [MessageDestination] = []
    /// What to report after the commit.
    var effects = Effects()
    /// The transaction of which this one is another tenant's view.
    let original: Transaction?
    /// Accounts added, less those deleted, since their numbers were stored, by tenant; kept by the original.
    var accountChanges: [String: Int] = [:]

    /// What is reported after a commit.
    package struct Effects: Sendable {
        /// Messages that were added to the outbox.
        package var messages: [Message] = []
        /// Messages whose code was used, superseded or voided; of a change of very many only the first.
        package var changedMessages: [Message] = []
        /// Whether more messages changed than ``changedMessages`` has.
        package var hasMoreChanges = false
        /// Whether messages were deleted from the outbox, or their deliveries went on.
        package var recordsChanged = false
        /// Accounts that were created or deleted, in this order.
        package var accountEvents: [AccountEvent] = []
        /// Names of the destinations that messages now wait for.
        package var deliveries: Set<String> = []
        /// Whether the behaviour of the project or one of its tenants has changed: cached settings are out of date.
        package var settingsChanged = false

        /// Whether somebody who looks at the outbox may see something else now.
        package var concernOutbox: Bool {
            !messages.isEmpty || !changedMessages.isEmpty || recordsChanged || settingsChanged
        }
    }

    init(_ db: Database, tenant: TenantID?, viewOf original: Transaction? = nil) {
        self.db = db
        self.tenant = tenant
        self.original = original
        destinations = original?.destinations ?? []
        tenantKey = tenant?.rawValue ?? ""
    }

    /// The same transaction as seen by another tenant. Messages are collected by the original only.
    package func scoped(to tenant: TenantID?) -> Transaction { Transaction(db, tenant: tenant, viewOf: self) }

    /// Runs a body in the same transaction as seen by another tenant; its effects are added to those of this one.
    package func within<Value>(_ tenant: TenantID?, _ body: (Transaction) throws -> Value) rethrows -> Value {
        let scoped = scoped(to: tenant)
        defer {
            effects.messages += scoped.effects.messages
            effects.changedMessages += scoped.effects.changedMessages
            effects.hasMoreChanges = effects.hasMoreChanges || scoped.effects.hasMoreChanges
            effects.recordsChanged = effects.recordsChanged || scoped.effects.recordsChanged
            effects.accountEvents += scoped.effects.accountEvents
            effects.deliveries.formUnion(scoped.effects.deliveries)
        }
        return try body(scoped)
    }

    /// To be called after storing a document that determines the behaviour of the project or a tenant.
    func noteChangedSettings() {
        effects.settingsChanged = true
        original?.noteChangedSettings()
    }

    /// Runs a prepared statement that returns nothing.
    func run(_ sql: String, _ arguments: [(any ColumnValue)?]) throws {
        try db.run(sql, arguments)
    }

    /// The first row of a prepared query, decoded.
    func first<Value>(
        _ sql: String, _ arguments: [(any ColumnValue)?], _ decode: (ResultRow) throws -> Value
    ) throws -> Value? {
        var value: Value?
        try db.run(sql, arguments) { row in
            value = try decode(row)
            return false
        }
        return value
    }

    /// All rows of a prepared query, decoded.
    func all<Value>(
        _ sql: String, _ arguments: [(any ColumnValue)?], _ decode: (ResultRow) throws -> Value
    ) throws -> [Value] {
        var values: [Value] = []
        try forEach(sql, arguments, decode) { values.append($0) }
        return values
    }

    /// Passes all rows of a prepared query, decoded, to the body one at a time.
    ///
    /// - Parameter body: Runs no statement with the same text.
    /// - Throws: `CancellationError` if nobody waits for them any more.
    func forEach<Value>(
        _ sql: String, _ arguments: [(any ColumnValue)?], _ decode: (ResultRow) throws -> Value,
        _ body: (Value) throws -> Void
    ) throws {
        try forEachRow(sql, arguments) { try body(decode($0)) }
    }

    /// Passes all rows of a prepared query to the body.
    ///
    /// - Parameter body: Runs no statement with the same text.
    /// - Throws: `CancellationError` if nobody waits for them any more.
    func forEachRow(_ sql: String, _ arguments: [(any ColumnValue)?], _ body: (ResultRow) throws -> Void) throws {
        var count = 0
        try db.run(sql, arguments) { row in
            count += 1
            if count.isMultiple(of: 100) { try Task.checkCancellation() }
            try body(row)
            return true
        }
    }
}
