import FirebreakStore
import FirebreakWire
import Testing

struct FaultRecordTests {
    private static func fault(_ id: String, left: Int64? = 2, skips: Int64 = 0) -> FaultRecord {
        FaultRecord(id: id, definition: ["on": "token", "hang": true], left: left, skips: skips)
    }

    @Test func `faults are listed in the order in which they were added`() async throws {
        let fixture = try StoreFixture()
        try await fixture.write { tx in
            for id in ["b", "a", "c"] { try tx.insert(Self.fault(id)) }
        }

        #expect(try await fixture.read { try $0.faults() } == ["b", "a", "c"].map { Self.fault($0) })
        #expect(try await fixture.read { try $0.fault(id: "a") } == Self.fault("a"))
        #expect(try await fixture.read { try $0.fault(id: "d") } == nil)
    }

    @Test func `hits are counted, and what is left with them unless it is everything`() async throws {
        let fixture = try StoreFixture()
        try await fixture.write { tx in
            try tx.insert(Self.fault("some"))
            try tx.insert(Self.fault("all", left: nil, skips: 3))
            for id in ["some", "all"] { try tx.noteHit(ofFault: id) }
            try tx.noteSkip(ofFault: "all")
        }

        let faults = try await fixture.read { try $0.faults() }
        #expect(faults.map(\.hits) == [1, 1])
        #expect(faults.map(\.left) == [1, nil])
        #expect(faults.map(\.skips) == [0, 2])
    }

    @Test func `only what changes the faults themselves is a change of settings`() async throws {
        let database = try StoreFixture().database
        func changes(_ body: @Sendable (Transaction) throws -> Void) async throws -> Bool {
            try await database.write(tenant: nil, body).effects.settingsChanged
        }

        #expect(try await changes { try $0.insert(Self.fault("a")) })
        #expect(try await !changes { try $0.noteHit(ofFault: "a") })
        #expect(try await !changes { try $0.noteSkip(ofFault: "a") })
        #expect(try await !changes { _ = try $0.removeFault(id: "b") })
        #expect(try await changes { _ = try $0.removeFault(id: "a") })
        #expect(try await !changes { try $0.removeFaults() })
        #expect(try await database.read(tenant: nil) { try $0.faults() } == [])
    }

    @Test func `a reset removes faults unless they are kept`() async throws {
        let fixture = try StoreFixture()
        try await fixture.write { try $0.insert(Self.fault("a")) }

        try await fixture.write { try $0.reset(keeping: [.faults], at: StoreFixture.now) }
        #expect(try await fixture.read { try $0.faults().count } == 1)
        try await fixture.write { try $0.reset(keeping: [.config, .outbox], at: StoreFixture.now) }
        #expect(try await fixture.read { try $0.faults().count } == 0)
    }
}
