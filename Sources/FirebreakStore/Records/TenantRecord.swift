package import FirebreakWire

/// A tenant as stored.
package struct TenantRecord: Sendable, Equatable {
    package var id: TenantID
    /// The tenant resource without `name` and `tenantId`.
    package var document: JSON
    /// A deleted tenant's ID is kept, so that its use can be distinguished from that of a wrong ID.
    package var isDeleted = false

    package init(id: TenantID, document: JSON) {
        self.id = id
        self.document = document
    }
}

extension Transaction {
    package func tenantRecord(_ id: TenantID) throws -> TenantRecord? {
        try first(
            "SELECT tenantId, document, deleted FROM tenant WHERE tenantId = ?", [id.rawValue], Self.tenantRecord(row:))
    }

    /// Tenants that exist, by ascending ID, beginning after `lastID`.
    package func tenantRecords(after lastID: String?, limit: Int) throws -> [TenantRecord] {
        try all(
            "SELECT tenantId, document, deleted FROM tenant WHERE deleted = 0 AND tenantId > ? ORDER BY tenantId LIMIT ?",
            [lastID ?? "", limit], Self.tenantRecord(row:))
    }

    package func tenantCount() throws -> Int {
        try first("SELECT COUNT(*) FROM tenant WHERE deleted = 0", []) { $0[0] } ?? 0
    }

    package func save(_ tenant: TenantRecord) throws {
        try run(
            "REPLACE INTO tenant (tenantId, document, deleted) VALUES (?, ?, ?)",
            [tenant.id.rawValue, tenant.document.text, tenant.isDeleted])
        noteChangedSettings()
    }

    /// Removes the tenant's accounts and codes, and marks it deleted. Its sessions stay, so that a use of their refresh
    /// tokens can be answered with the deletion.
    package func deleteTenant(_ id: TenantID) throws {
        for table in ["account", "providerIdentity", "passkey", "totpSecret", "providerConfig", "tenantPolicy"] {
            try run("DELETE FROM \(table) WHERE tenant = ?", [id.rawValue])
        }
        try noteNoAccounts(of: id.rawValue)
        try changeMessages(
            "UPDATE message SET voidedAt = createdAt WHERE tenant = ? AND code IS NOT NULL AND usedAt IS NULL",
            [id.rawValue])
        try run("UPDATE tenant SET deleted = 1, document = '{}' WHERE tenantId = ?", [id.rawValue])
        noteChangedSettings()
    }

    /// Removes a tenant that has no accounts, as if it had never been, but for the messages of its people.
    package func forgetTenant(_ id: TenantID) throws {
        try deleteTenant(id)
        try run("DELETE FROM tenant WHERE tenantId = ?", [id.rawValue])
    }

    private static func tenantRecord(row: ResultRow) throws -> TenantRecord {
        var record = TenantRecord(
            id: TenantID(rawValue: row[0]), document: try row.document(1))
        record.isDeleted = row[2]
        return record
    }
}

/// A tenant's IAM policy as stored.
package struct TenantPolicy: Sendable, Equatable {
    /// How often it was set.
    package var revision: Int64
    /// The `Policy` resource without `etag`.
    package var document: JSON

    package init(revision: Int64, document: JSON) {
        self.revision = revision
        self.document = document
    }
}

extension Transaction {
    /// The policy of the transaction's tenant; `nil` if none was set.
    package func tenantPolicy() throws -> TenantPolicy? {
        try first("SELECT revision, document FROM tenantPolicy WHERE tenant = ?", [tenantKey]) { row in
            TenantPolicy(revision: row[0], document: try row.document(1))
        }
    }

    package func save(_ policy: TenantPolicy) throws {
        try run(
            "REPLACE INTO tenantPolicy (tenant, revision, document) VALUES (?, ?, ?)",
            [tenantKey, policy.revision, policy.document.text])
    }
}
