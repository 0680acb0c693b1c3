import FirebreakWire
import GRDB
import Testing

@testable import FirebreakStore

/// The stored numbers of accounts are those of the accounts that are there.
struct AccountCountTests {
    private typealias Step = @Sendable (Transaction) throws -> Void

    private static let blue = TenantID(rawValue: "blue")
    private static let green = TenantID(rawValue: "green")

    private static let steps: [Step] = [
        { try $0.insert(StoreFixture.account("a")) },
        { try $0.save(StoreFixture.account("a")) },
        { try $0.save(StoreFixture.account("b")) },
        { try $0.scoped(to: blue).insert(StoreFixture.account("a")) },
        { tx in
            for number in 0..<20 { try tx.scoped(to: green).save(StoreFixture.account("\(number % 15)")) }
        },
        { try $0.deleteAccount(AccountID(rawValue: "b")) },
        { try $0.deleteAccount(AccountID(rawValue: "nobody")) },
        { try $0.scoped(to: green).deleteAccount(AccountID(rawValue: "3")) },
        { try $0.insert(StoreFixture.account("c")) },
        { try $0.scoped(to: green).deleteAllAccounts() },
        { try $0.scoped(to: green).insert(StoreFixture.account("d")) },
        { try $0.deleteTenant(blue) },
        { tx in
            try tx.insert(StoreFixture.account("e"))
            try tx.deleteAllAccounts()
            try tx.insert(StoreFixture.account("f"))
        },
        { tx in
            try tx.scoped(to: green).insert(StoreFixture.account("g"))
            try tx.reset(keeping: [], at: Timestamp(milliseconds: 0))
            try tx.scoped(to: green).insert(StoreFixture.account("h"))
        },
    ]

    private static func check(_ tx: Transaction) throws {
        var total = 0
        for tenant in [nil, blue, green] {
            let scoped = tx.scoped(to: tenant)
            let counted = try scoped.first("SELECT COUNT(*) FROM account WHERE tenant = ?", [scoped.tenantKey]) {
                $0[0] as Int
            }
            #expect(try scoped.accountCount() == counted)
            total += counted ?? 0
        }
        #expect(try tx.totalAccountCount() == total)
    }

    @Test func `in a transaction each, seen within it and afterwards`() async throws {
        let fixture = try StoreFixture()
        for step in Self.steps {
            try await fixture.write { tx in
                try step(tx)
                try Self.check(tx)
            }
            try await fixture.read { tx in try Self.check(tx) }
        }
        #expect(try await fixture.read { tx in try tx.totalAccountCount() } == 1)
    }

    @Test func `in one transaction`() async throws {
        let fixture = try StoreFixture()
        try await fixture.write { tx in for step in Self.steps { try step(tx) } }
        try await fixture.read { tx in try Self.check(tx) }
    }

    @Test func `what is rolled back does not count`() async throws {
        struct Refusal: Error {}
        let fixture = try StoreFixture()
        try await fixture.write { tx in try tx.insert(StoreFixture.account("a")) }
        await #expect(throws: Refusal.self) {
            try await fixture.write { tx in
                try tx.insert(StoreFixture.account("b"))
                #expect(try tx.accountCount() == 2)
                throw Refusal()
            }
        }
        #expect(try await fixture.read { tx in try tx.accountCount() } == 1)
    }
}
