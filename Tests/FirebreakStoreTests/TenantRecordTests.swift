import FirebreakStore
import FirebreakWire
import Testing

struct TenantRecordTests {
    private static func record(_ id: String) -> TenantRecord {
        TenantRecord(id: TenantID(rawValue: id), document: ["displayName": .string(id)])
    }

    @Test func `tenants are listed by ID, deleted ones left out but remembered`() async throws {
        let fixture = try StoreFixture()
        try await fixture.write { tx in for id in ["b", "a", "B", "c"] { try tx.save(Self.record(id)) } }

        try await fixture.write { tx in try tx.deleteTenant(TenantID(rawValue: "b")) }

        let ids = try await fixture.read { tx in try tx.tenantRecords(after: nil, limit: -1).map(\.id.rawValue) }
        #expect(ids == ["B", "a", "c"])
        #expect(try await fixture.read { tx in try tx.tenantRecords(after: "B", limit: 1).map(\.id.rawValue) } == ["a"])
        #expect(try await fixture.read { tx in try tx.tenantCount() } == 3)
        #expect(try await fixture.read { tx in try tx.tenantRecord(TenantID(rawValue: "b")) }?.isDeleted == true)
        #expect(try await fixture.read { tx in try tx.tenantRecord(TenantID(rawValue: "d")) } == nil)
    }

    @Test func `a deleted tenant takes accounts, sessions and codes along, and no others`() async throws {
        let fixture = try StoreFixture()
        for tenant in [nil, "blue", "red"] as [String?] {
            try await fixture.write(tenant: tenant) { tx in
                try tx.insert(StoreFixture.account("a"))
                try tx.insert(StoreFixture.message("m-\(tenant ?? "")", code: "c"))
                _ = try tx.insert(StoreFixture.session("a"))
            }
        }
        try await fixture.write { tx in try tx.save(Self.record("blue")) }

        try await fixture.write { tx in try tx.deleteTenant(TenantID(rawValue: "blue")) }

        for (tenant, isThere) in [(nil, true), ("blue", false), ("red", true)] as [(String?, Bool)] {
            #expect(try await fixture.read(tenant: tenant) { tx in try tx.accountCount() } == (isThere ? 1 : 0))
            #expect(try await fixture.read(tenant: tenant) { tx in try tx.openMessage(code: "c") != nil } == isThere)
        }
        // A session tells whose deletion ended it.
        for id in [1, 2, 3] as [Int64] { #expect(try await fixture.read { tx in try tx.session(id: id) } != nil) }
    }

    @Test func `only messages that change are told of`() async throws {
        let fixture = try StoreFixture()
        try await fixture.write { tx in try tx.save(Self.record("blue")) }
        try await fixture.write(tenant: "blue") { tx in
            try tx.markUsed(try tx.insert(StoreFixture.message("used", code: "1")), at: StoreFixture.now)
            try tx.insert(StoreFixture.message("open", code: "2"))
            try tx.insert(StoreFixture.message("withheld"))
        }
        let changed = try await fixture.database.write(tenant: nil) { tx in
            try tx.deleteTenant(TenantID(rawValue: "blue"))
        }.effects.changedMessages
        #expect(changed.map(\.id) == ["open"])
    }

    /// How a used message looks must not change because its tenant went later.
    @Test func `a used code stays used when its tenant goes`() async throws {
        let fixture = try StoreFixture()
        try await fixture.write { tx in try tx.save(Self.record("blue")) }
        try await fixture.write(tenant: "blue") { tx in
            try tx.markUsed(try tx.insert(StoreFixture.message("m", code: "c")), at: StoreFixture.now)
        }

        try await fixture.write { tx in try tx.deleteTenant(TenantID(rawValue: "blue")) }

        let message = try await fixture.read { tx in try tx.message(id: "m") }
        #expect(message?.status(at: OutboxMoment(StoreFixture.now)) == .used)
    }
}
