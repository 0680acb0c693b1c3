package import FirebreakWire
import GRDB

extension Transaction {
    private static let select = "SELECT \(Account.columns) FROM account "
    private static let selectByID = select + "WHERE tenant = ? AND localId = ?"
    private static let selectPage = select + "WHERE tenant = ? AND localId > ? ORDER BY localId LIMIT ?"
    private static let selectByEmail =
        select + "INDEXED BY account_email WHERE tenant = ? AND email = ? ORDER BY emailRank LIMIT 1"

    package func account(id: AccountID) throws -> Account? {
        try first(Self.selectByID, [tenantKey, id.rawValue], Account.init(row:))
    }

    /// The account with this top-level address, which must be lower-case, in any of its spellings. Imports can create
    /// several: the first one counts.
    package func account(email: String) throws -> Account? {
        for spelling in EmailAddress.spellings(of: email) {
            if let account = try first(Self.selectByEmail, [tenantKey, spelling], Account.init(row:)) {
                return account
            }
        }
        return nil
    }

    /// All accounts with this top-level address, which must be lower-case; oldest first.
    package func accounts(email: String) throws -> [Account] {
        try EmailAddress.spellings(of: email).flatMap { spelling in
            try all(
                Self.select + "INDEXED BY account_email WHERE tenant = ? AND email = ? ORDER BY emailRank",
                [tenantKey, spelling], Account.init(row:))
        }
    }

    /// The rank for another account with this address.
    package func nextEmailRank(_ email: String) throws -> Int64 {
        try first(
            "SELECT MAX(emailRank) FROM account INDEXED BY account_email WHERE tenant = ? AND email = ?",
            [tenantKey, email]
        ) { row in (row[0] as Int64?).map { $0 + 1 } ?? 0 } ?? 0
    }

    /// Which of these IDs belong to existing accounts.
    package func existingAccountIDs(among ids: [String]) throws -> [String] {
        try all(
            """
            SELECT localId FROM json_each(?2) CROSS JOIN account WHERE tenant = ?1 AND localId = value
            """, [tenantKey, JSON.array(ids.map(JSON.string)).text]
        ) { $0[0] as String }
    }

    /// Which of these addresses, in lower case, are the top-level address of an account.
    package func existingEmails(among emails: [String]) throws -> [String] {
        try all(
            """
            SELECT email FROM json_each(?2) CROSS JOIN account INDEXED BY account_email
            WHERE tenant = ?1 AND email = value
            """, [tenantKey, JSON.array(emails.map(JSON.string)).text]
        ) { $0[0] as String }
    }

    package func account(initialEmail: String) throws -> Account? {
        for spelling in EmailAddress.spellings(of: initialEmail) {
            let account = try first(
                Self.select + "INDEXED BY account_initialEmail WHERE tenant = ? AND initialEmail = ? LIMIT 1",
                [tenantKey, spelling], Account.init(row:)
            )
            if let account { return account }
        }
        return nil
    }

    package func account(phoneNumber: String) throws -> Account? {
        try first(
            Self.select + "INDEXED BY account_phoneNumber WHERE tenant = ? AND phoneNumber = ? LIMIT 1",
            [tenantKey, phoneNumber], Account.init(row:))
    }

    /// The account that has this identity at a provider; `password` and `phone` stand for address and number.
    package func account(providerID: String, rawID: String) throws -> Account? {
        switch providerID {
        case "password": return try account(email: rawID).flatMap { $0.hasPasswordProvider ? $0 : nil }
        case "phone": return try account(phoneNumber: rawID)
        default:
            let id = try first(
                "SELECT localId FROM providerIdentity WHERE tenant = ? AND providerId = ? AND rawId = ?",
                [tenantKey, providerID, rawID]
            ) { AccountID(rawValue: $0[0]) }
            return try id.flatMap(account(id:))
        }
    }

    /// When an account got its first identity, for those that were made in the same millisecond.
    private static let serialOfIdentity = """
        (SELECT MIN(serial) FROM providerIdentity INDEXED BY providerIdentity_account
        WHERE providerIdentity.tenant = account.tenant AND providerIdentity.localId = account.localId)
        """

    /// Accounts with a provider entry of this address, oldest first, those of the same time in the order in which they
    /// got identities.
    package func accounts(providerEmail: String) throws -> [Account] {
        try all(
            Self.select + """
                WHERE tenant = ?1 AND localId IN
                (SELECT localId FROM providerIdentity INDEXED BY providerIdentity_email
                WHERE tenant = ?1 AND email = ?2) ORDER BY created, \(Self.serialOfIdentity), localId
                """, [tenantKey, providerEmail], Account.init(row:))
    }

    /// Accounts with an identity at a provider, each once, ordered as those of an address are. Which ones a limit leaves
    /// out is not defined.
    package func accounts(providerID: String, limit: Int) throws -> [Account] {
        try all(
            Self.select + """
                WHERE tenant = ?1 AND localId IN
                (SELECT localId FROM providerIdentity WHERE tenant = ?1 AND providerId = ?2 LIMIT ?3)
                ORDER BY created, \(Self.serialOfIdentity), localId
                """, [tenantKey, providerID, limit], Account.init(row:))
    }

    /// Passes all accounts by ascending ID to the body, with one in memory at a time.
    package func forEachAccount(_ body: (Account) throws -> Void) throws {
        try forEachRow(Self.selectPage, [tenantKey, "", -1]) { try body(Account(row: $0)) }
    }

    /// Passes accounts by ascending ID to the body, for what is shown of them.
    ///
    /// - Parameters:
    ///   - lastID: They begin after this one.
    ///   - limit: How many at most; all if it is negative.
    package func forEachAccountRow(
        after lastID: String?, limit: Int, _ body: (borrowing AccountRow) throws -> Void
    ) throws {
        try forEachRow(Self.selectPage, [tenantKey, lastID ?? "", limit]) { try body(AccountRow($0)) }
    }

    // MARK: Writing

    private static let insertSQL = Account.statement("INSERT", into: "account", first: "tenant")
    private static let replaceSQL = Account.statement("REPLACE", into: "account", first: "tenant")

    /// Adds an account whose ID is free.
    package func insert(_ account: Account) throws {
        try run(Self.insertSQL, first: tenantKey, account)
        noteAccounts(1)
        noteAddresses([account.email, account.initialEmail])
        if account.hasFederatedProvider { try writeIdentities(of: account) }
    }

    /// Stores an account, replacing the one with its ID.
    package func save(_ account: Account) throws {
        guard let known = try addresses(of: account.id) else { return try insert(account) }
        try run(Self.replaceSQL, first: tenantKey, account)
        effects.accountsChanged = true
        if known != [account.email, account.initialEmail] {
            noteAddresses(known)
            noteAddresses([account.email, account.initialEmail])
        }
        let isFederated = account.hasFederatedProvider
        let serial = isFederated ? try serialOfIdentities(of: account.id) : nil
        try run("DELETE FROM providerIdentity WHERE tenant = ? AND localId = ?", [tenantKey, account.id.rawValue])
        if isFederated { try writeIdentities(of: account, serial) }
    }

    /// The address of an account and the one before it; `nil` if there is no such account.
    private func addresses(of id: AccountID) throws -> [String?]? {
        try first(
            "SELECT email, initialEmail FROM account WHERE tenant = ? AND localId = ?", [tenantKey, id.rawValue]
        ) { [$0[0], $0[1]] }
    }

    /// Notes that it may have changed who has these addresses.
    private func noteAddresses(_ addresses: [String?]) {
        for case let address? in addresses { changedAddresses[tenantKey, default: []].insert(ExactText(address)) }
    }

    private func serialOfIdentities(of id: AccountID) throws -> Int64? {
        try first(
            "SELECT MIN(serial) FROM providerIdentity WHERE tenant = ? AND localId = ?", [tenantKey, id.rawValue]
        ) { $0[0] }
    }

    /// Last writer wins: an identity that another account had now belongs to this one.
    ///
    /// - Parameter serial: That of the account's identities so far; `nil` if it has had none.
    private func writeIdentities(of account: Account, _ serial: Int64? = nil) throws {
        for case .federated(let identity) in account.providers ?? [] {
            guard let providerID = identity.providerID, let rawID = identity.rawID else { continue }
            try run(
                """
                REPLACE INTO providerIdentity (tenant, providerId, rawId, localId, email, serial)
                VALUES (?, ?, ?, ?, ?, IFNULL(?, (SELECT IFNULL(MAX(serial), 0) + 1 FROM providerIdentity)))
                """, [tenantKey, providerID, rawID, account.id.rawValue, identity.email, serial])
        }
    }

    /// Notes a completed sign-in without rewriting the account.
    package func noteSignIn(_ id: AccountID, lastLoginAt: String, lastRefreshAt: Timestamp?) throws {
        effects.accountsChanged = true
        try run(
            "UPDATE account SET lastLoginAt = ?, lastRefreshAt = ? WHERE tenant = ? AND localId = ?",
            [lastLoginAt, lastRefreshAt?.milliseconds, tenantKey, id.rawValue])
    }

    /// Notes that tokens were issued.
    package func noteRefresh(_ id: AccountID, lastRefreshAt: Timestamp) throws {
        effects.accountsChanged = true
        try run(
            "UPDATE account SET lastRefreshAt = ? WHERE tenant = ? AND localId = ?",
            [lastRefreshAt.milliseconds, tenantKey, id.rawValue])
    }

    package func deleteAccount(_ id: AccountID) throws {
        noteAddresses(try addresses(of: id) ?? [])
        try noteDeleted(id)
        try run("DELETE FROM account WHERE tenant = ? AND localId = ?", [tenantKey, id.rawValue])
        noteAccounts(-db.changesCount)
        for table in ["providerIdentity", "passkey", "totpSecret"] {
            try run("DELETE FROM \(table) WHERE tenant = ? AND localId = ?", [tenantKey, id.rawValue])
        }
    }

    /// Removes every account of this tenant or of the project itself, with its sessions. Codes stay.
    package func deleteAllAccounts() throws {
        try noteDeleted(nil)
        for table in ["account", "providerIdentity", "passkey", "totpSecret", "session"] {
            try run("DELETE FROM \(table) WHERE tenant = ?", [tenantKey])
        }
        try noteNoAccounts(of: tenantKey)
    }
}

/// How passwords of accounts were hashed.
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
    func noteAccounts(_ change: Int) {
        effects.accountsChanged = true
        accountChanges[tenantKey, default: 0] += change
    }

    /// To be called after deleting all accounts of one tenant or, for `nil`, of all.
    func noteNoAccounts(of tenant: String?) throws {
        effects.accountsChanged = true
        guard let tenant else {
            accountChanges = [:]
            return try run("DELETE FROM accountCount", [])
        }
        accountChanges[tenant] = nil
        try run("DELETE FROM accountCount WHERE tenant = ?", [tenant])
    }

    /// Does what follows from changes of accounts: once per transaction, so that a large import does not do so for each.
    func finishAccountChanges() throws {
        let addresses = changedAddresses
        changedAddresses = [:]
        for (tenant, addresses) in addresses {
            try scoped(to: tenant.isEmpty ? nil : TenantID(rawValue: tenant)).settleCodes(of: addresses)
        }
        try storeAccountChanges()
    }

    private func storeAccountChanges() throws {
        let changes = accountChanges
        guard !changes.isEmpty else { return }
        accountChanges = [:]
        for (tenant, change) in changes where change != 0 {
            try run(
                """
                INSERT INTO accountCount (tenant, count) VALUES (?, ?)
                ON CONFLICT (tenant) DO UPDATE SET count = count + excluded.count
                """, [tenant, change])
        }
    }
}

extension Account {
    fileprivate var hasFederatedProvider: Bool {
        providers?.contains { if case .federated = $0 { true } else { false } } ?? false
    }
}
