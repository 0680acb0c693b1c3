import FirebreakStore
import FirebreakWire
import Testing

struct SessionTests {
    @Test func `a session comes back as it was stored, from anywhere`() async throws {
        let fixture = try StoreFixture()
        var session = StoreFixture.session("a")
        session.secret = [0, 255, 1]
        session.extraClaims = ["role": "admin"]
        session.secondFactor = ["identifier": "x"]
        let stored = session

        let id = try await fixture.write(tenant: "blue") { tx in try tx.insert(stored) }

        session.id = id
        session.tenant = TenantID(rawValue: "blue")
        #expect(try await fixture.read { tx in try tx.session(id: id) } == session)
        #expect(try await fixture.read { tx in try tx.session(id: id + 1) } == nil)
    }

    @Test func `IDs ascend, and the latest is known`() async throws {
        let fixture = try StoreFixture()
        let ids = try await fixture.write { tx in try (0..<5).map { _ in try tx.insert(StoreFixture.session("a")) } }

        #expect(ids == ids.sorted() && Set(ids).count == 5)
        #expect(try await fixture.read { tx in try tx.lastSessionID() } == ids.last)
    }

    /// `Account.endedSession` is compared with it: a number that came back would end a session that has just begun.
    @Test(arguments: ["tenant deleted", "accounts deleted", "tenant's accounts deleted"])
    func `an ID is never given twice`(what: String) async throws {
        let fixture = try StoreFixture()
        try await fixture.write { tx in
            try tx.save(TenantRecord(id: TenantID(rawValue: "blue"), document: [:]))
            try tx.insert(StoreFixture.account("a"))
        }
        let first = try await fixture.write { tx in try tx.insert(StoreFixture.session("a")) }
        let second = try await fixture.write(tenant: "blue") { tx in try tx.insert(StoreFixture.session("t")) }
        #expect(second > first)
        let ended = try await fixture.read { tx in try tx.lastSessionID() }

        switch what {
        case "tenant deleted": try await fixture.write { tx in try tx.deleteTenant(TenantID(rawValue: "blue")) }
        case "accounts deleted":
            try await fixture.write { tx in try tx.deleteAllAccounts() }
            try await fixture.write(tenant: "blue") { tx in try tx.deleteAllAccounts() }
        default: try await fixture.write(tenant: "blue") { tx in try tx.deleteAllAccounts() }
        }

        let next = try await fixture.write { tx in try tx.insert(StoreFixture.session("a")) }
        #expect(next > ended)
    }

    @Test func `an account keeps up to which session it ended them`() async throws {
        let fixture = try StoreFixture()
        try await fixture.write { tx in try tx.insert(StoreFixture.account("a") { $0.endedSession = 42 }) }

        #expect(try await fixture.read { tx in try tx.account(id: AccountID(rawValue: "a")) }?.endedSession == 42)
    }

    @Test func `a session outlives its account`() async throws {
        let fixture = try StoreFixture()
        let id = try await fixture.write { tx in
            try tx.insert(StoreFixture.account("a"))
            return try tx.insert(StoreFixture.session("a"))
        }

        try await fixture.write { tx in try tx.deleteAccount(AccountID(rawValue: "a")) }

        #expect(try await fixture.read { tx in try tx.session(id: id) } != nil)
    }
}
