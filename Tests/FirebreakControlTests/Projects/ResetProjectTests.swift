import FirebreakControl
import FirebreakOperations
import FirebreakStore
import FirebreakWire
import Testing

struct ResetProjectTests {
    private func filled() async throws -> ControlFixture {
        let fixture = try ControlFixture()
        try await fixture.mail()
        try await fixture.run(PatchRules.self, ["expiry": "off"])
        try await fixture.project().write(at: fixture.now) { tx in
            try tx.insert(Account(id: AccountID(rawValue: "u1")))
        }
        return fixture
    }

    @Test(
        arguments: [
            ([], [:]), (["config"], ["expiry": "off"]), (["outbox"], [:]), (["config", "outbox"], ["expiry": "off"]),
        ] as [([String], JSON)])
    func `a reset leaves what is to be kept and nothing else`(kept: [String], rules: JSON) async throws {
        let fixture = try await filled()

        #expect(try await fixture.run(ResetProject.self, ["keep": .array(kept.map(JSON.string))]) == [:])

        let summary = try await fixture.run(GetProject.self)
        #expect(summary[path: "counts.accounts"] == 0)
        #expect(summary[path: "counts.openCodes"] == 0)
        #expect(summary[path: "counts.messages"] == (kept.contains("outbox") ? 1 : 0))
        #expect(try await fixture.run(GetRules.self)["expiry"] == rules["expiry"] ?? "on")
    }

    @Test func `the numbers of messages go on after a reset`() async throws {
        let fixture = try await filled()

        try await fixture.run(ResetProject.self)

        #expect(try await fixture.run(GetProject.self)["outboxCursor"] == 1)
        #expect(try await fixture.mail().seq == 2)
    }

    @Test func `an unknown part is refused before anything is emptied`() async throws {
        let fixture = try await filled()

        await #expect(throws: WireError.invalidArgument("keep must be one of config, faults, outbox")) {
            try await fixture.run(ResetProject.self, ["keep": ["outbox", "accounts"]])
        }

        #expect(try await fixture.run(GetProject.self)[path: "counts.accounts"] == 1)
    }

    @Test func `reseeding is refused where there are no fixtures`() async throws {
        let fixture = try await filled()

        await #expect(throws: WireError.self) { try await fixture.run(ResetProject.self, ["reseed": true]) }

        #expect(try await fixture.run(ResetProject.self, ["reseed": false]) == [:])
    }

    @Test func `resetting a project that nobody wrote to makes none`() async throws {
        let fixture = try ControlFixture()

        try await fixture.run(ResetProject.self, in: "demo-new")

        #expect(try fixture.services.projects.projects().isEmpty)
    }
}
