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

extension Transaction {
    /// How many codes of the whole project still work, over all tenants and channels. Codes whose messages were deleted
    /// from the outbox count, too.
    package func openCodeCount(at moment: OutboxMoment) throws -> Int {
        try first(
            """
            SELECT COUNT(*) FROM message WHERE code IS NOT NULL AND usedAt IS NULL AND supersededAt IS NULL
            AND voidedAt IS NULL AND (expiresAt IS NULL OR expiresAt > ?)
            """, [moment.expiry.milliseconds]
        ) { $0[0] } ?? 0
    }
}

extension Transaction {
    /// Changes the links of all messages of the project.
    ///
    /// - Parameter change: Makes the new links of a message; `nil` where they stay.
    package func changeLinks(
        _ change: (_ action: String, _ mailed: String) throws -> (action: String, mailed: String)?
    ) throws {
        let messages = try all(
            "SELECT seq, actionLink, mailedLink FROM message WHERE actionLink IS NOT NULL", []
        ) { row in (seq: row[0] as Int64, action: row[1] as String, mailed: row[2] as String?) }
        for message in messages {
            guard let links = try change(message.action, message.mailed ?? message.action) else { continue }
            try run(
                "UPDATE message SET actionLink = ?, mailedLink = ? WHERE seq = ?",
                [links.action, message.mailed == nil ? nil : links.mailed, message.seq])
        }
    }
}

extension Transaction {
    /// The ID of password hash settings, which are stored if they are new.
    ///
    /// - Parameter document: Equal settings must have equal texts.
    package func hashSettingsID(storing document: JSON) throws -> Int64 {
        if let id = try hashSettingsID(document) { return id }
        try run("INSERT INTO hashSettings (document) VALUES (?)", [document.text])
        return db.lastInsertedRowID
    }

    /// The ID of password hash settings; `nil` if no account ever had them.
    package func hashSettingsID(_ document: JSON) throws -> Int64? {
        try first("SELECT id FROM hashSettings WHERE document = ?", [document.text]) { $0[0] }
    }

    /// The settings that password hashes of the project were stored with last, the latest first.
    package func latestHashSettings(_ limit: Int) throws -> [JSON] {
        try all("SELECT document FROM hashSettings ORDER BY id DESC LIMIT ?", [limit]) { try $0.document(0) }
    }

    /// Password hash settings by the ID that an account has.
    package func hashSettings(_ id: Int64) throws -> JSON? {
        try first("SELECT document FROM hashSettings WHERE id = ?", [id]) {
            try $0.document(0)
        }
    }
}

extension Transaction {
    /// Whether the project contains nothing but its profile and rules.
    package var isEmpty: Bool {
        get throws {
            try totalAccountCount() == 0 && tenantCount() == 0 && setting(.config) == nil
                && first("SELECT EXISTS (SELECT 1 FROM message)", []) { $0[0] as Bool } == false
        }
    }

    /// What ``reset(keeping:at:)`` can keep.
    package enum Part: String, Sendable, CaseIterable { case config, faults, outbox }

    /// Empties the project: accounts, tenants, sessions, codes, configuration, faults and outbox, except for what is
    /// kept. `seq` keeps counting, and the random numbers of a seed continue. Codes are always removed, even if their
    /// messages are kept.
    package func reset(keeping kept: Set<Part>, at now: Timestamp) throws {
        for table in [
            "account", "providerIdentity", "passkey", "totpSecret", "session", "flow", "fixtureRef", "hashSettings",
        ] {
            try run("DELETE FROM \(table)", [])
        }
        try noteNoAccounts(of: nil)
        if kept.contains(.outbox) {
            try changeMessages(
                "UPDATE message SET voidedAt = ? WHERE code IS NOT NULL AND usedAt IS NULL", [now.milliseconds])
        } else {
            try run("DELETE FROM message", [])
            try run("DELETE FROM delivery", [])
            effects.recordsChanged = true
        }
        if !kept.contains(.faults) { try removeFaults() }
        guard !kept.contains(.config) else { return }
        for table in ["tenant", "providerConfig", "tenantPolicy"] { try run("DELETE FROM \(table)", []) }
        try run(
            "DELETE FROM setting WHERE name NOT IN (?, ?)", [Setting.profile.rawValue, Setting.random.rawValue])
        noteChangedSettings()
    }
}

// How many accounts there are is stored beside them, because counting them takes the longer the more there are.
extension Transaction {
    /// Accounts of this tenant, or of the project itself.
    package func accountCount() throws -> Int {
        try storeAccountChanges()
        return try first("SELECT count FROM accountCount WHERE tenant = ?", [tenantKey]) { $0[0] } ?? 0
    }

    /// Accounts of the project and all its tenants together.
    package func totalAccountCount() throws -> Int {
        try storeAccountChanges()
        return try first("SELECT IFNULL(SUM(count), 0) FROM accountCount", []) { $0[0] } ?? 0
    }

    /// To be called after adding accounts, or with a negative number after deleting some.
    func noteAccounts(_ change: Int) { root.accountChanges[tenantKey, default: 0] += change }

    /// To be called after deleting all accounts of one tenant or, for `nil`, of all.
    func noteNoAccounts(of tenant: String?) throws {
        guard let tenant else {
            root.accountChanges = [:]
            return try run("DELETE FROM accountCount", [])
        }
        root.accountChanges[tenant] = nil
        try run("DELETE FROM accountCount WHERE tenant = ?", [tenant])
    }

    /// Stores what was noted: once per transaction, so that a large import does not store every step.
    func storeAccountChanges() throws {
        let changes = root.accountChanges
        guard !changes.isEmpty else { return }
        root.accountChanges = [:]
        for (tenant, change) in changes where change != 0 {
            try run(
                """
                INSERT INTO accountCount (tenant, count) VALUES (?, ?)
                ON CONFLICT (tenant) DO UPDATE SET count = count + excluded.count
                """, [tenant, change])
        }
    }

    private var root: Transaction { original?.root ?? self }
}

extension Transaction {
    /// How long an expired flow can still be distinguished from one that never existed, in milliseconds.
    private static let memory: Int64 = 3_600_000

    /// Stores a flow of this tenant, and forgets those that expired long ago.
    package func insert(_ flow: Flow, at now: Timestamp) throws {
        try run(
            "DELETE FROM flow INDEXED BY flow_expiresAt WHERE expiresAt < ?",
            [now.advanced(byMilliseconds: -Self.memory).milliseconds])
        try run(
            "REPLACE INTO flow (token, tenant, kind, content, expiresAt) VALUES (?, ?, ?, ?, ?)",
            [flow.token, tenantKey, flow.kind.rawValue, flow.content.text, flow.expiresAt?.milliseconds])
    }

    /// The flow of this tenant with this token and kind. It may be expired or completed.
    package func flow(_ kind: Flow.Kind, token: String) throws -> Flow? {
        try first(
            """
            SELECT content, expiresAt, attempts, completed FROM flow WHERE token = ? AND tenant = ? AND kind = ?
            """, [token, tenantKey, kind.rawValue]
        ) { row in
            var flow = Flow(
                token: token, kind: kind, content: try row.document(0),
                expiresAt: (row[1] as Int64?).map(Timestamp.init(milliseconds:)))
            flow.attempts = row[2]
            flow.isCompleted = row[3]
            return flow
        }
    }

    /// Counts an attempt.
    package func noteAttempt(_ flow: Flow) throws {
        try run("UPDATE flow SET attempts = attempts + 1 WHERE token = ?", [flow.token])
    }

    package func remove(_ flow: Flow) throws {
        try run("DELETE FROM flow WHERE token = ?", [flow.token])
    }

    package func complete(_ flow: Flow) throws {
        try run("UPDATE flow SET completed = 1 WHERE token = ?", [flow.token])
    }
}
