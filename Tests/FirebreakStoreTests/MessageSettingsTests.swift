import FirebreakWire
import GRDB
import Testing

@testable import FirebreakStore

/// What messages were sent with is stored once for all of them, and stays as it was.
struct MessageSettingsTests {
    private struct Refusal: Error {}

    private static let moment = OutboxMoment(StoreFixture.now)
    private static let shop = MessageSettings(["app": "shop"])
    private static let other = MessageSettings(["app": "other"])

    private func send(
        _ id: String, _ settings: MessageSettings, code: String? = nil, to fixture: StoreFixture
    ) async throws {
        try await fixture.write { tx in
            try tx.insert(StoreFixture.message(id, code: code) { $0.settings = settings })
        }
    }

    private func settings(_ ids: String..., in database: ProjectDatabase) async throws -> [MessageSettings?] {
        try await database.read(tenant: nil) { tx in try ids.map { try tx.message(id: $0)?.settings } }
    }

    private func rows(_ fixture: StoreFixture) async throws -> [String] {
        try await fixture.read { tx in
            try String.fetchAll(tx.db, sql: "SELECT document FROM messageSettings ORDER BY id")
        }
    }

    @Test func `messages keep what they were sent with, and equal settings are one row`() async throws {
        let fixture = try StoreFixture()
        for (index, settings) in [Self.shop, Self.shop, Self.other, Self.shop].enumerated() {
            try await send("m\(index)", settings, to: fixture)
        }

        let found = try await settings("m0", "m1", "m2", "m3", in: fixture.database)
        #expect(found == [Self.shop, Self.shop, Self.other, Self.shop])
        let listed = try await fixture.read { tx in
            try tx.messages(MessageFilter(), at: Self.moment, descending: false, limit: 9).map(\.settings)
        }
        #expect(listed == found)
        #expect(try await rows(fixture) == [#"{"app":"shop"}"#, #"{"app":"other"}"#])
    }

    @Test func `a delivery has what its message was sent with`() async throws {
        let fixture = try StoreFixture()
        let message = StoreFixture.message("m") { $0.settings = Self.shop }
        try await fixture.write { tx in
            tx.destinations = [MessageDestination(kind: .webhook, name: "hook")]
            try tx.insert(message)
        }

        let delivery = try await fixture.read { tx in try tx.pendingDelivery(to: "hook", at: StoreFixture.now) }
        #expect(delivery?.message.settings == Self.shop)
    }

    @Test func `what a failed transaction stored is stored again`() async throws {
        let fixture = try StoreFixture()
        await #expect(throws: Refusal.self) {
            try await fixture.write { tx in
                try tx.insert(StoreFixture.message("m") { $0.settings = Self.shop })
                throw Refusal()
            }
        }
        try await send("n", Self.shop, to: fixture)

        #expect(try await settings("n", in: fixture.database) == [Self.shop])
    }

    @Test func `tenants share the rows of their project`() async throws {
        let fixture = try StoreFixture()
        try await fixture.write { tx in
            for (tenant, id) in [("blue", "m"), ("green", "n")] {
                _ = try tx.scoped(to: TenantID(rawValue: tenant))
                    .insert(StoreFixture.message(id) { $0.settings = Self.shop })
            }
        }

        #expect(try await settings("m", "n", in: fixture.database) == [Self.shop, Self.shop])
        #expect(try await rows(fixture).count == 1)
    }

    @Test func `a row without messages goes, and comes back with the next one`() async throws {
        let fixture = try StoreFixture()
        try await send("m", Self.shop, to: fixture)
        try await send("n", Self.other, code: "c", to: fixture)
        var newer = MessageFilter()
        newer.after = 1

        // Its code goes on working, but there is nothing to be read.
        try await fixture.write { [newer] tx in _ = try tx.deleteMessages(newer, at: Self.moment) }
        #expect(try await fixture.read { tx in try tx.openMessage(code: "c") } != nil)
        #expect(try await rows(fixture) == [#"{"app":"shop"}"#])
        try await send("o", Self.other, to: fixture)
        #expect(try await settings("m", "o", in: fixture.database) == [Self.shop, Self.other])

        try await fixture.write { tx in try tx.reset(keeping: [.outbox], at: StoreFixture.now) }
        #expect(try await settings("m", "o", in: fixture.database) == [Self.shop, Self.other])
        try await fixture.write { tx in try tx.reset(keeping: [], at: StoreFixture.now) }
        #expect(try await rows(fixture).isEmpty)
        try await send("p", Self.shop, to: fixture)
        #expect(try await settings("p", in: fixture.database) == [Self.shop])
    }

    @Test func `a database that took the content of another one does not mix up their rows`() async throws {
        let (fixture, snapshot) = (try StoreFixture(), try StoreFixture())
        try await send("m", Self.shop, to: fixture)
        try await send("n", Self.other, to: snapshot)

        try await fixture.database.replace(with: snapshot.database)
        try await send("o", Self.shop, to: fixture)

        #expect(try await settings("n", "o", in: fixture.database) == [Self.other, Self.shop])
    }
}
