import FirebreakStore
import FirebreakWire
import Testing

struct HashSettingsTests {
    private static let bcrypt: JSON = ["hashAlgorithm": "BCRYPT"]
    private static let sha1: JSON = ["hashAlgorithm": "SHA1", "rounds": 1]

    @Test func `equal settings are stored once, for all tenants`() async throws {
        let fixture = try StoreFixture()
        let ids = try await fixture.write { tx in
            [
                try tx.hashSettingsID(storing: Self.bcrypt), try tx.hashSettingsID(storing: Self.sha1),
                try tx.hashSettingsID(storing: Self.bcrypt),
                try tx.scoped(to: TenantID(rawValue: "blue")).hashSettingsID(storing: Self.sha1),
            ]
        }

        #expect(ids[0] == ids[2] && ids[1] == ids[3] && ids[0] != ids[1])
        #expect(try await fixture.read { tx in try tx.hashSettings(ids[0]) } == Self.bcrypt)
        #expect(try await fixture.read { tx in try tx.hashSettings(ids[1]) } == Self.sha1)
        #expect(try await fixture.read { tx in try tx.hashSettingsID(Self.sha1) } == ids[1])
    }

    @Test func `settings that nobody stored are not there`() async throws {
        let fixture = try StoreFixture()

        #expect(try await fixture.read { tx in try tx.hashSettingsID(Self.bcrypt) } == nil)
        #expect(try await fixture.read { tx in try tx.hashSettings(1) } == nil)
    }

    @Test func `a reset takes the keys of imports with it`() async throws {
        let fixture = try StoreFixture()
        let id = try await fixture.write { tx in
            let id = try tx.hashSettingsID(storing: Self.bcrypt)
            try tx.reset(keeping: [.config, .outbox], at: StoreFixture.now)
            return id
        }

        #expect(try await fixture.read { tx in try tx.hashSettings(id) } == nil)
    }
}
