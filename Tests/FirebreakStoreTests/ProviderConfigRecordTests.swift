import FirebreakStore
import FirebreakWire
import Testing

struct ProviderConfigRecordTests {
    private static let oauth = "oauthIdpConfigs"

    private static func record(_ id: String, _ client: String = "client") -> ProviderConfigRecord {
        ProviderConfigRecord(id: id, document: ["clientId": .string(client)])
    }

    @Test func `a configuration is saved, replaced and deleted`() async throws {
        let fixture = try StoreFixture()
        try await fixture.write { tx in
            try tx.save(Self.record("oidc.a"), in: Self.oauth)
            try tx.save(Self.record("oidc.a", "new"), in: Self.oauth)
            try tx.save(Self.record("oidc.b"), in: Self.oauth)
        }

        let found = try await fixture.read { tx in try tx.providerConfig(Self.oauth, id: "oidc.a") }
        #expect(found == Self.record("oidc.a", "new"))
        try await fixture.write { tx in try tx.deleteProviderConfig(Self.oauth, id: "oidc.a") }
        let rest = try await fixture.read { tx in try tx.providerConfigs(Self.oauth, after: nil, limit: 10) }
        #expect(rest == [Self.record("oidc.b")])
    }

    @Test func `configurations are listed by ID, in their collection`() async throws {
        let fixture = try StoreFixture()
        try await fixture.write { tx in
            for id in ["oidc.b", "oidc.a", "oidc.B", "oidc.c"] { try tx.save(Self.record(id), in: Self.oauth) }
            try tx.save(Self.record("saml.a"), in: "inboundSamlConfigs")
        }
        func ids(after last: String?, limit: Int) async throws -> [String] {
            try await fixture.read { tx in try tx.providerConfigs(Self.oauth, after: last, limit: limit).map(\.id) }
        }

        #expect(try await ids(after: nil, limit: 10) == ["oidc.B", "oidc.a", "oidc.b", "oidc.c"])
        #expect(try await ids(after: nil, limit: 2) == ["oidc.B", "oidc.a"])
        #expect(try await ids(after: "oidc.a", limit: 2) == ["oidc.b", "oidc.c"])
        #expect(try await ids(after: "oidc.c", limit: 2).isEmpty)
    }

    @Test func `a deleted tenant takes its configurations along, and no others`() async throws {
        let fixture = try StoreFixture()
        for tenant in [nil, "blue", "red"] as [String?] {
            try await fixture.write(tenant: tenant) { tx in
                try tx.save(Self.record("oidc.a", tenant ?? ""), in: Self.oauth)
            }
        }
        try await fixture.write { tx in
            try tx.save(TenantRecord(id: TenantID(rawValue: "blue"), document: [:]))
            try tx.deleteTenant(TenantID(rawValue: "blue"))
        }

        for (tenant, client) in [(nil, ""), ("blue", nil), ("red", "red")] as [(String?, String?)] {
            let found = try await fixture.read(tenant: tenant) { tx in try tx.providerConfig(Self.oauth, id: "oidc.a") }
            #expect(found == client.map { Self.record("oidc.a", $0) })
        }
    }

    @Test(arguments: [[], [.outbox], [.config], [.config, .outbox]] as [Set<Transaction.Part>])
    func `a reset removes configurations of all tenants, unless they are kept`(
        kept: Set<Transaction.Part>
    ) async throws {
        let fixture = try StoreFixture()
        for tenant in [nil, "blue"] as [String?] {
            try await fixture.write(tenant: tenant) { tx in try tx.save(Self.record("oidc.a"), in: Self.oauth) }
        }

        try await fixture.write { tx in try tx.reset(keeping: kept, at: StoreFixture.now) }

        for tenant in [nil, "blue"] as [String?] {
            let found = try await fixture.read(tenant: tenant) { tx in try tx.providerConfig(Self.oauth, id: "oidc.a") }
            #expect((found != nil) == kept.contains(.config))
        }
    }
}
