import FirebreakStore
import FirebreakWire
import Testing

/// Whoever caches settings is told by the transaction that they changed.
struct TransactionEffectsTests {
    private func settingsChanged(_ body: @Sendable (Transaction) throws -> Void) async throws -> Bool {
        try await StoreFixture().database.write(tenant: nil, body).effects.settingsChanged
    }

    @Test(arguments: Setting.allCases)
    func `a setting that decides behaviour is announced, a count is not`(setting: Setting) async throws {
        let isCount = setting == .signUps || setting == .random
        #expect(try await settingsChanged { try $0.set(setting, to: [:]) } == !isCount)
        #expect(try await settingsChanged { try $0.clear(setting) } == !isCount)
    }

    @Test func `a value that is in effect is kept without announcing it, and replaces none`() async throws {
        let fixture = try StoreFixture()
        #expect(try await settingsChanged { try $0.keep(.profile, "local") } == false)
        try await fixture.write { tx in
            try tx.keep(.profile, "local")
            try tx.keep(.profile, "production")
        }
        #expect(try await fixture.read { try $0.setting(.profile) } == "local")
    }

    @Test func `tenants are announced, also from another tenant's view`() async throws {
        let blue = TenantRecord(id: TenantID(rawValue: "blue"), document: [:])
        #expect(try await settingsChanged { try $0.save(blue) })
        #expect(try await settingsChanged { try $0.deleteTenant(blue.id) })
        #expect(try await settingsChanged { try $0.scoped(to: blue.id).save(blue) })
        #expect(try await settingsChanged { try $0.scoped(to: blue.id).set(.rules, to: [:]) })
    }

    @Test func `a reset that takes the configuration away is announced`() async throws {
        #expect(try await settingsChanged { try $0.reset(keeping: [], at: StoreFixture.now) })
        #expect(try await settingsChanged { try $0.reset(keeping: [.config], at: StoreFixture.now) } == false)
    }

    @Test func `accounts change no settings`() async throws {
        #expect(try await settingsChanged { try $0.insert(StoreFixture.account("a")) } == false)
    }
}
