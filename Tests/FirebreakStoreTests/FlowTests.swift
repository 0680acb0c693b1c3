import FirebreakStore
import FirebreakWire
import GRDB
import Testing

struct FlowTests {
    private static let now = StoreFixture.now

    private static func flow(
        _ token: String, _ kind: Flow.Kind = .secondFactor, expiresIn seconds: Int64? = nil
    ) -> Flow {
        Flow(
            token: token, kind: kind, content: ["localId": "a", "text": "ü"],
            expiresAt: seconds.map { now.advanced(byMilliseconds: $0 * 1000) })
    }

    @Test func `a flow comes back as it was stored`() async throws {
        let fixture = try StoreFixture()
        let flows = [Self.flow("t", expiresIn: 5), Self.flow("forever", .temporaryProof)]
        try await fixture.write { tx in for flow in flows { try tx.insert(flow, at: Self.now) } }

        for flow in flows {
            #expect(try await fixture.read { tx in try tx.flow(flow.kind, token: flow.token) } == flow)
        }
    }

    @Test func `a token is of one kind`() async throws {
        let fixture = try StoreFixture()
        try await fixture.write { tx in try tx.insert(Self.flow("t", .temporaryProof), at: Self.now) }

        #expect(try await fixture.read { tx in try tx.flow(.secondFactor, token: "t") } == nil)
        #expect(try await fixture.read { tx in try tx.flow(.temporaryProof, token: "other") } == nil)
        #expect(try await fixture.read { tx in try tx.flow(.temporaryProof, token: "t") } != nil)
    }

    @Test func `a flow is of one tenant`() async throws {
        let fixture = try StoreFixture()
        try await fixture.write(tenant: "blue") { tx in try tx.insert(Self.flow("t"), at: Self.now) }

        for tenant in [nil, "red"] {
            #expect(try await fixture.read(tenant: tenant) { tx in try tx.flow(.secondFactor, token: "t") } == nil)
        }
        #expect(try await fixture.read(tenant: "blue") { tx in try tx.flow(.secondFactor, token: "t") } != nil)
    }

    @Test func `a flow of another tenant is known by its token`() async throws {
        let fixture = try StoreFixture()
        try await fixture.write(tenant: "blue") { tx in try tx.insert(Self.flow("t"), at: Self.now) }

        for tenant in [nil, "red", "blue"] {
            let known = try await fixture.read(tenant: tenant) { tx in
                try [tx.hasFlow(.secondFactor, token: "t"), tx.hasFlow(.temporaryProof, token: "t")]
            }
            #expect(known == [true, false])
            #expect(try await fixture.read(tenant: tenant) { tx in try tx.hasFlow(.secondFactor, token: "u") } == false)
        }
    }

    @Test func `first factors are listed by their end, the last one first, those without end last`() async throws {
        let fixture = try StoreFixture()
        try await fixture.write { tx in
            try tx.insert(Self.flow("first", expiresIn: 5), at: Self.now)
            try tx.insert(Self.flow("forever"), at: Self.now)
            try tx.insert(Self.flow("last", expiresIn: 9), at: Self.now)
            try tx.insert(Self.flow("other", .temporaryProof, expiresIn: 7), at: Self.now)
        }
        try await fixture.write(tenant: "blue") { tx in
            try tx.insert(Self.flow("blue", expiresIn: 6), at: Self.now)
        }

        let all = try await fixture.read { tx in try tx.latestFirstFactors(limit: 10) }
        #expect(all == [Self.flow("last", expiresIn: 9), Self.flow("first", expiresIn: 5), Self.flow("forever")])
        #expect(try await fixture.read { tx in try tx.latestFirstFactors(limit: 1) }.map(\.token) == ["last"])
        #expect(
            try await fixture.read(tenant: "blue") { tx in try tx.latestFirstFactors(limit: 9) }.map(\.token)
                == ["blue"])
    }

    @Test func `wrong codes and the end are remembered, of that flow alone`() async throws {
        let fixture = try StoreFixture()
        try await fixture.write { tx in
            for token in ["t", "u"] { try tx.insert(Self.flow(token), at: Self.now) }
            for _ in 0..<2 { try tx.noteAttempt(Self.flow("t")) }
            try tx.complete(Self.flow("t"))
        }

        let flows = try await fixture.read { tx in
            try ["t", "u"].map { try tx.flow(.secondFactor, token: $0) }
        }
        #expect(flows.map { $0?.attempts } == [2, 0])
        #expect(flows.map { $0?.isCompleted } == [true, false])
    }

    @Test func `a flow expires in its very moment, one without end never`() {
        #expect(!Self.flow("t", expiresIn: 1).isExpired(at: Self.now))
        #expect(Self.flow("t", expiresIn: 0).isExpired(at: Self.now))
        #expect(!Self.flow("t").isExpired(at: Timestamp(milliseconds: .max)))
    }

    @Test func `flows are forgotten an hour after they expired`() async throws {
        let fixture = try StoreFixture()
        try await fixture.write { tx in
            try tx.insert(Self.flow("long ago", expiresIn: -3601), at: Timestamp(milliseconds: 0))
            try tx.insert(Self.flow("just now", expiresIn: -3600), at: Timestamp(milliseconds: 0))
            try tx.insert(Self.flow("forever"), at: Timestamp(milliseconds: 0))
        }
        func tokens() async throws -> [String] {
            let all = ["long ago", "just now", "forever"]
            return try await fixture.read { tx in try all.filter { try tx.flow(.secondFactor, token: $0) != nil } }
        }
        #expect(try await tokens().count == 3)

        try await fixture.write(tenant: "blue") { tx in try tx.insert(Self.flow("new"), at: Self.now) }
        #expect(try await tokens() == ["just now", "forever"])
    }

    @Test func `a reset forgets flows`() async throws {
        let fixture = try StoreFixture()
        try await fixture.write { tx in try tx.insert(Self.flow("t"), at: Self.now) }
        try await fixture.write { tx in try tx.reset(keeping: [], at: Self.now) }

        #expect(try await fixture.read { tx in try tx.flow(.secondFactor, token: "t") } == nil)
    }
}
