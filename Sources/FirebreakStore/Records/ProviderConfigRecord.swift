package import FirebreakWire

/// The configuration of an identity provider of a project or tenant.
package struct ProviderConfigRecord: Sendable, Equatable {
    /// The provider's ID: `google.com`, `oidc.acme`, `saml.acme`. No two collections share one.
    package var id: String
    /// The resource without its name.
    package var document: JSON

    package init(id: String, document: JSON) {
        self.id = id
        self.document = document
    }
}

extension Transaction {
    /// - Parameter collection: The resource's collection, such as `oauthIdpConfigs`.
    package func providerConfig(_ collection: String, id: String) throws -> ProviderConfigRecord? {
        try first(
            "SELECT id, document FROM providerConfig WHERE tenant = ? AND collection = ? AND id = ?",
            [tenantKey, collection, id], Self.providerConfig(row:))
    }

    /// Configurations by ascending ID, beginning after `lastID`.
    package func providerConfigs(
        _ collection: String, after lastID: String?, limit: Int
    ) throws -> [ProviderConfigRecord] {
        try all(
            """
            SELECT id, document FROM providerConfig WHERE tenant = ? AND collection = ? AND id > ? ORDER BY id LIMIT ?
            """, [tenantKey, collection, lastID ?? "", limit], Self.providerConfig(row:))
    }

    /// How many configurations of all collections the project or the tenant has.
    package func providerConfigCount() throws -> Int {
        try first("SELECT COUNT(*) FROM providerConfig WHERE tenant = ?", [tenantKey]) { $0[0] } ?? 0
    }

    package func save(_ config: ProviderConfigRecord, in collection: String) throws {
        try run(
            "REPLACE INTO providerConfig (tenant, collection, id, document) VALUES (?, ?, ?, ?)",
            [tenantKey, collection, config.id, config.document.text])
    }

    package func deleteProviderConfig(_ collection: String, id: String) throws {
        try run(
            "DELETE FROM providerConfig WHERE tenant = ? AND collection = ? AND id = ?", [tenantKey, collection, id])
    }

    private static func providerConfig(row: ResultRow) throws -> ProviderConfigRecord {
        ProviderConfigRecord(id: row[0], document: try row.document(1))
    }
}
