import FirebreakStore
import FirebreakWire
import Testing

struct TransactionMessagesTests {
    private static let now = StoreFixture.now
    private static let moment = OutboxMoment(now)

    private func list(
        _ fixture: StoreFixture, _ filter: MessageFilter = MessageFilter(), descending: Bool = false, limit: Int = 100
    ) async throws
        -> [String]
    {
        try await fixture.read { tx in
            try tx.messages(filter, at: Self.moment, descending: descending, limit: limit).map(\.id)
        }
    }

    @Test func `a message comes back as it was stored`() async throws {
        let fixture = try StoreFixture()
        let stored = StoreFixture.message("m", code: "code") { message in
            message.newEmail = "n@x.test"
            message.accountID = AccountID(rawValue: "a")
            message.displayName = "Ä"
            message.sessionInfo = "s"
            message.mailedLink = "http://m"
            message.actionLink = "http://l"
            message.continueURL = "http://c"
            message.expiresAt = Timestamp(milliseconds: 7)
            message.reason = "why"
            message.initialDelivery = .generated
        }

        try await fixture.write(tenant: "blue") { tx in try tx.insert(stored) }

        var expected = stored
        expected.seq = 1
        expected.tenant = TenantID(rawValue: "blue")
        #expect(try await fixture.read { tx in try tx.message(id: "m") } == expected)
    }

    @Test func `a number is never given twice, not after deletion, reset or failure`() async throws {
        struct Refusal: Error {}
        let fixture = try StoreFixture()
        func insert(_ id: String, code: String? = nil) async throws -> Int64 {
            try await fixture.write { tx in try tx.insert(StoreFixture.message(id, code: code)).seq }
        }
        #expect(try await insert("m1") == 1)
        #expect(try await insert("m2", code: "c2") == 2)

        #expect(try await fixture.write { tx in try tx.deleteMessages(MessageFilter(), at: Self.moment) } == 2)
        #expect(try await insert("m3") == 3)
        try await fixture.write { tx in try tx.reset(keeping: [], at: Self.now) }
        #expect(try await fixture.read { tx in try tx.lastMessageSeq() } == 3)
        #expect(try await insert("m4") == 4)
        try await fixture.write { tx in try tx.reset(keeping: [.config, .outbox], at: Self.now) }
        await #expect(throws: Refusal.self) {
            try await fixture.write { tx in
                try tx.insert(StoreFixture.message("m5"))
                throw Refusal()
            }
        }
        #expect(try await insert("m6") == 5)
    }

    @Test func `a code is found while it is open, in its tenant alone`() async throws {
        let fixture = try StoreFixture()
        try await fixture.write { tx in
            for index in 1...4 {
                try tx.insert(StoreFixture.message("m\(index)", code: "c\(index)", to: "\(index)@x.test"))
            }
        }
        try await fixture.write { tx in
            let used = try tx.openMessage(code: "c1")
            if let used { try tx.markUsed(used, at: Self.now) }
            try tx.supersedeCodes(type: "EMAIL_SIGNIN", email: "2@x.test", at: Self.now)
            try tx.supersedeCodes(type: "PASSWORD_RESET", email: "3@x.test", at: Self.now)
            try tx.scoped(to: TenantID(rawValue: "blue"))
                .supersedeCodes(type: "EMAIL_SIGNIN", email: "3@x.test", at: Self.now)
        }
        func open(_ code: String, tenant: String? = nil) async throws -> Bool {
            try await fixture.read(tenant: tenant) { tx in try tx.openMessage(code: code) } != nil
        }

        #expect(try await open("c1") == false)
        #expect(try await open("c2") == false)
        #expect(try await open("c3"))
        #expect(try await open("c3", tenant: "blue") == false)
        try await fixture.write { tx in try tx.reset(keeping: [.outbox], at: Self.now) }
        #expect(try await open("c3") == false)
        let states = try await fixture.read { tx in
            try tx.messages(MessageFilter(), at: Self.moment, descending: false, limit: 10).map {
                $0.status(at: Self.moment)
            }
        }
        #expect(states == [.used, .superseded, .expired, .expired])
    }

    @Test func `what is counted is what is listed, up to a limit`() async throws {
        let fixture = try StoreFixture()
        try await fixture.write { tx in
            for index in 1...5 { try tx.insert(StoreFixture.message("m\(index)", to: "a\(index % 2)@x.test")) }
        }
        func count(_ recipient: String?, upTo limit: Int) async throws -> Int {
            var filter = MessageFilter()
            filter.recipient = recipient
            return try await fixture.read { [filter] tx in
                try tx.messageCount(filter, at: Self.moment, upTo: limit)
            }
        }

        #expect(try await count(nil, upTo: 10) == 5)
        #expect(try await count(nil, upTo: 3) == 3)
        #expect(try await count("a1@x.test", upTo: 10) == 3)
        #expect(try await count("a2@x.test", upTo: 10) == 0)
    }

    @Test func `a code whose message was deleted keeps working`() async throws {
        let fixture = try StoreFixture()
        try await fixture.write { tx in try tx.insert(StoreFixture.message("m1", code: "c1")) }

        #expect(try await fixture.write { tx in try tx.deleteMessages(MessageFilter(), at: Self.moment) } == 1)

        #expect(try await list(fixture).isEmpty)
        #expect(try await fixture.read { tx in try tx.message(id: "m1") } == nil)
        #expect(try await fixture.read { tx in try tx.messageCount() } == 0)
        #expect(try await fixture.read { tx in try tx.openMessage(code: "c1") } != nil)
        #expect(try await fixture.read { tx in try tx.openCodeCount(at: Self.moment) } == 1)
        #expect(try await fixture.read { tx in try tx.openMessages(channel: .email, at: Self.moment).count } == 1)
        #expect(try await fixture.write { tx in try tx.deleteMessages(MessageFilter(), at: Self.moment) } == 0)
    }

    private static let filters: [(name: String, change: @Sendable (inout MessageFilter) -> Void, ids: [String])] = [
        ("none", { _ in }, ["sent", "used", "old", "suppressed", "tenant", "late", "later", "lost"]),
        ("recipient", { $0.recipient = "b@x.test" }, ["used"]),
        ("type", { $0.type = "PASSWORD_RESET" }, ["old"]), ("delivery", { $0.delivery = .suppressed }, ["suppressed"]),
        ("channel", { $0.channel = .sms }, []), ("tenant", { $0.tenant = TenantID(rawValue: "blue") }, ["tenant"]),
        ("after", { $0.after = 3 }, ["suppressed", "tenant", "late", "later", "lost"]),
        ("before", { $0.before = 3 }, ["sent", "used"]),
        ("sent", { $0.delivery = .sent }, ["sent", "used", "old", "tenant", "late"]),
        ("scheduled", { $0.delivery = .scheduled }, ["later"]), ("failed", { $0.delivery = .failed }, ["lost"]),
        ("arrived", { $0.awaitsArrival = true }, ["sent", "used", "old", "suppressed", "tenant", "late", "lost"]),
        ("pending", { $0.status = .pending }, ["sent", "tenant", "late"]),
        ("used", { $0.status = .used }, ["used"]), ("expired", { $0.status = .expired }, ["old"]),
        ("superseded", { $0.status = .superseded }, []),
        (
            "several",
            {
                $0.recipient = "a@x.test"
                $0.type = "EMAIL_SIGNIN"
                $0.status = .pending
            }, ["sent", "tenant"]
        ),
    ]

    @Test(arguments: filters.map(\.name))
    func `a filter finds in the database what it finds in memory`(name: String) async throws {
        let fixture = try StoreFixture()
        try await fixture.write { tx in
            try tx.insert(StoreFixture.message("sent", code: "1"))
            try tx.markUsed(try tx.insert(StoreFixture.message("used", code: "2", to: "b@x.test")), at: Self.now)
            try tx.insert(StoreFixture.message("old", code: "3", type: "PASSWORD_RESET") { $0.expiresAt = Self.now })
            try tx.insert(StoreFixture.message("suppressed") { $0.initialDelivery = .suppressed })
            try tx.scoped(to: TenantID(rawValue: "blue")).insert(StoreFixture.message("tenant", code: "5"))
            for (id, delay) in [("late", Int64(0)), ("later", 1)] {
                try tx.insert(
                    StoreFixture.message(id, code: id, to: "c@x.test") { message in
                        message.initialDelivery = .scheduled
                        message.deliverAt = Self.now.advanced(byMilliseconds: delay)
                    })
            }
            try tx.insert(StoreFixture.message("lost", code: "8", to: "c@x.test") { $0.initialDelivery = .failed })
        }
        let row = try #require(Self.filters.first { $0.name == name })
        var filter = MessageFilter()
        row.change(&filter)

        #expect(try await list(fixture, filter) == row.ids)
        let all = try await fixture.read { tx in
            try tx.messages(MessageFilter(), at: Self.moment, descending: false, limit: 100)
        }
        #expect(all.filter { filter.matches($0, at: Self.now) }.map(\.id) == row.ids)
    }

    @Test func `a list has an order and a limit`() async throws {
        let fixture = try StoreFixture()
        try await fixture.write { tx in for index in 1...5 { try tx.insert(StoreFixture.message("m\(index)")) } }

        #expect(try await list(fixture, limit: 2) == ["m1", "m2"])
        #expect(try await list(fixture, descending: true, limit: 2) == ["m5", "m4"])
    }

    @Test func `a reset voids every code, also of messages that stay`() async throws {
        let fixture = try StoreFixture()
        try await fixture.write { tx in
            try tx.insert(StoreFixture.message("m1", code: "c1"))
            try tx.insert(StoreFixture.account("a"))
            try tx.set(.config, to: [:])
        }

        try await fixture.write { tx in try tx.reset(keeping: [.outbox], at: Self.now) }

        #expect(try await list(fixture) == ["m1"])
        #expect(try await fixture.read { tx in try tx.openMessage(code: "c1") } == nil)
        #expect(try await fixture.read { tx in try tx.totalAccountCount() } == 0)
        #expect(try await fixture.read { tx in try tx.setting(.config) } == nil)
    }

    @Test func `codes of messages that have not arrived are not listed, and the next arrival is known`() async throws {
        let fixture = try StoreFixture()
        let arrival = Self.now.advanced(byMilliseconds: 5)
        try await fixture.write { tx in
            try tx.insert(StoreFixture.message("lost", code: "1") { $0.initialDelivery = .failed })
            try tx.insert(
                StoreFixture.message("late", code: "2") { message in
                    message.initialDelivery = .scheduled
                    message.deliverAt = arrival
                })
        }
        func codes(_ moment: OutboxMoment) async throws -> [String?] {
            try await fixture.read { tx in try tx.openMessages(channel: .email, at: moment).map(\.code) }
        }

        #expect(try await codes(Self.moment) == [])
        #expect(try await codes(OutboxMoment(arrival)) == ["2"])
        // Nothing expires, and messages arrive all the same.
        #expect(try await codes(OutboxMoment(arrival, expiry: Timestamp(milliseconds: .min))) == ["2"])
        #expect(try await fixture.read { tx in try tx.nextArrival(after: Self.now) } == arrival)
        #expect(try await fixture.read { tx in try tx.nextArrival(after: arrival) } == nil)
        #expect(try await fixture.read { tx in try tx.openMessage(code: "1")?.id } == "lost")
    }
}
