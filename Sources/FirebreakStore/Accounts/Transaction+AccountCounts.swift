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
