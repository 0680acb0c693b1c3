package import FirebreakWire

/// The name by which a fixture knows an account.
package struct FixtureRef: Sendable, Equatable {
    package var ref: String
    /// `nil` for an account of the project itself.
    package var tenant: TenantID?
    package var accountID: AccountID

    package init(ref: String, tenant: TenantID?, accountID: AccountID) {
        self.ref = ref
        self.tenant = tenant
        self.accountID = accountID
    }
}

extension Transaction {
    /// The account of that name in the project or any of its tenants; it may have been deleted.
    package func fixtureRef(_ ref: String) throws -> FixtureRef? {
        try first("SELECT ref, tenant, localId FROM fixtureRef WHERE ref = ?", [ref], FixtureRef.init)
    }

    /// All names, sorted.
    package func fixtureRefs() throws -> [FixtureRef] {
        try all("SELECT ref, tenant, localId FROM fixtureRef ORDER BY ref", [], FixtureRef.init)
    }

    /// Makes the name stand for this account, whatever it stood for before.
    package func save(_ ref: FixtureRef) throws {
        try run(
            "REPLACE INTO fixtureRef (ref, tenant, localId) VALUES (?, ?, ?)",
            [ref.ref, ref.tenant?.rawValue ?? "", ref.accountID.rawValue])
    }
}

extension FixtureRef {
    /// From the columns `ref`, `tenant`, `localId`.
    fileprivate init(_ row: ResultRow) {
        self.init(ref: row[0], tenant: row.tenant(1), accountID: AccountID(rawValue: row[2]))
    }
}
