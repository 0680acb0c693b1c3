import FirebreakTestSupport
import FirebreakWire
import GRDB
import Testing

@testable import FirebreakStore

/// Deliveries are rows beside their messages.
struct DeliveryTests {
    private static let hook = MessageDestination(kind: .webhook, name: "http://hook/", target: ["secret": "s"])
    private static let mail = MessageDestination(kind: .smtp, name: "smtp://mail:25")

    private func insert(
        _ id: String, _ tx: Transaction, to destinations: [MessageDestination] = [hook, mail],
        _ change: (inout Message) -> Void = { _ in }
    ) throws -> Message {
        tx.destinations = destinations
        return try tx.insert(StoreFixture.message(id, code: "c-\(id)", change))
    }

    @Test func `a webhook takes every record, a mail server the mails that were sent`() async throws {
        let fixture = try StoreFixture()

        try await fixture.write { tx in
            _ = try insert("a", tx)
            _ = try insert("b", tx) { $0.initialDelivery = .suppressed }
            _ = try insert("c", tx) { $0.channel = .sms }
        }

        let messages = try await fixture.read { tx in
            try tx.messages(MessageFilter(), at: OutboxMoment(StoreFixture.now), descending: false, limit: 10)
        }
        #expect(
            messages.map { $0.deliveries.map(\.destination) } == [
                ["http://hook/", "smtp://mail:25"], ["http://hook/"], ["http://hook/"],
            ])
        #expect(messages.allSatisfy { $0.deliveries.allSatisfy { $0.state == .pending && $0.attempts == 0 } })
    }

    @Test func `the commit tells which destinations have more to do`() async throws {
        let fixture = try StoreFixture()

        let effects = try await fixture.database.write(tenant: nil) { tx in
            tx.destinations = [Self.mail]
            _ = try tx.scoped(to: TenantID(rawValue: "t")).insert(StoreFixture.message("a"))
        }.effects

        #expect(effects.deliveries == ["smtp://mail:25"])
    }

    @Test func `the oldest message is next, until it is delivered or given up`() async throws {
        let fixture = try StoreFixture()
        let (first, second) = try await fixture.write { tx in (try insert("a", tx), try insert("b", tx)) }
        func next() async throws -> PendingDelivery? {
            try await fixture.read { tx in try tx.pendingDelivery(to: "http://hook/", at: Timestamp(milliseconds: 0)) }
        }
        let nextID = try await next()?.message.id
        #expect(nextID == "a")
        let target = try await next()?.destination.target
        #expect(target == ["secret": "s"])

        var outcome = StoredDelivery(destination: "http://hook/", state: .pending, attempts: 1, lastError: "no")
        try await fixture.write { [outcome] tx in try tx.note(outcome, of: first, nextAt: StoreFixture.now) }
        let waiting = try await next()
        #expect(waiting?.message.id == "a")
        #expect(waiting?.attempts == 1)
        #expect(waiting?.nextAt == StoreFixture.now)

        outcome.state = .delivered
        try await fixture.write { [outcome] tx in try tx.note(outcome, of: first, nextAt: nil) }
        let idAfterSuccess = try await next()?.message.id
        #expect(idAfterSuccess == "b")
        outcome.state = .failed
        try await fixture.write { [outcome] tx in try tx.note(outcome, of: second, nextAt: nil) }
        let nothing = try await next()
        #expect(nothing == nil)
        // The other destination is not concerned, and what is over keeps no secret.
        let waited = try await fixture.read { tx in try tx.pendingDestinations() }
        #expect(waited == ["smtp://mail:25"])
        let targets = try await fixture.read { tx in
            try tx.all("SELECT target FROM delivery WHERE destination = 'http://hook/'", []) { $0[0] as String? }
        }
        #expect(targets == [nil, nil])
    }

    @Test func `an outcome does not count for another message with the same number`() async throws {
        let fixture = try StoreFixture()
        let message = try await fixture.write { tx in try insert("a", tx, to: [Self.mail]) }
        var other = message
        other.id = "b"

        try await fixture.write { [other] tx in
            try tx.note(
                StoredDelivery(destination: "smtp://mail:25", state: .delivered, attempts: 1), of: other, nextAt: nil)
        }

        let stored = try await fixture.read { tx in try tx.message(id: "a") }
        #expect(stored?.deliveries.map(\.state) == [.pending])
    }

    @Test func `a deleted message is not delivered`() async throws {
        let fixture = try StoreFixture()
        try await fixture.write { tx in
            _ = try insert("a", tx) { $0.recipient = "a@x.test" }
            _ = try insert("b", tx) { $0.recipient = "b@x.test" }
        }

        try await fixture.write { tx in
            var filter = MessageFilter()
            filter.recipient = "a@x.test"
            let deletedByFilter = try tx.deleteMessages(filter, at: OutboxMoment(StoreFixture.now))
            #expect(deletedByFilter == 1)
        }
        let idLeft = try await fixture.read { tx in
            try tx.pendingDelivery(to: "smtp://mail:25", at: Timestamp(milliseconds: 0))?.message.id
        }
        #expect(idLeft == "b")

        try await fixture.write { tx in
            let deletedByID = try tx.deleteMessages(
                MessageFilter(), among: ["b", "unknown"], at: OutboxMoment(StoreFixture.now))
            #expect(deletedByID == 1)
        }
        let waited = try await fixture.read { tx in try tx.pendingDestinations() }
        #expect(waited.isEmpty)
    }

    @Test func `a reset ends deliveries, unless the outbox is kept`() async throws {
        let fixture = try StoreFixture()
        try await fixture.write { tx in _ = try insert("a", tx) }

        try await fixture.write { tx in try tx.reset(keeping: [.outbox], at: StoreFixture.now) }
        let keptCount = try await fixture.read { tx in try tx.pendingDestinations() }.count
        #expect(keptCount == 2)
        try await fixture.write { tx in try tx.reset(keeping: [], at: StoreFixture.now) }
        let waited = try await fixture.read { tx in try tx.pendingDestinations() }
        #expect(waited.isEmpty)
    }

    @Test func `copies have the history and nothing pending`() async throws {
        let fixture = try StoreFixture()
        try await fixture.write { tx in
            let message = try insert("a", tx)
            try tx.note(
                StoredDelivery(destination: "http://hook/", state: .delivered, attempts: 2), of: message, nextAt: nil)
        }

        let copy = try await fixture.storage.draft(of: fixture.database).database

        let states = try await copy.read(tenant: nil) { tx in try tx.message(id: "a")?.deliveries.map(\.state) }
        #expect(states == [.delivered])
        let originalCount = try await fixture.read { tx in try tx.message(id: "a")?.deliveries.count }
        #expect(originalCount == 2)
    }

    @Test func `the projects with deliveries are known to the next run, until nothing is left`() async throws {
        try await withTemporaryDirectory { directory in
            let (kept, gone) = (ProjectID(rawValue: "kept"), ProjectID(rawValue: "gone"))
            do {
                let storage = try Storage(dataDirectory: directory)
                for project in [kept, gone, kept] { try await storage.deliveringProjects.note(project) }
                try await storage.deliveringProjects.forget(kept)
                storage.close()
            }
            let storage = try Storage(dataDirectory: directory)
            let known = try await storage.deliveringProjects.all()
            #expect(known == [gone, kept])
            try await storage.deliveringProjects.forget(gone)
            let stillKnown = try await storage.deliveringProjects.all()
            #expect(stillKnown == [kept])
        }
        let memory = try Storage(dataDirectory: nil)
        try await memory.deliveringProjects.note(ProjectID(rawValue: "p"))
        let ofMemory = try await memory.deliveringProjects.all()
        #expect(ofMemory.isEmpty)
    }
}
