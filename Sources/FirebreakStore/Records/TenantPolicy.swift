package import FirebreakWire

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
