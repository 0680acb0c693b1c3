import FirebreakControl
import FirebreakFixtures
import FirebreakOperations
import FirebreakWire
import Testing

struct InfoTests {
    @Test func `info says what the server is and which projects it has`() async throws {
        let fixture = try ControlFixture(profile: .emulator)
        try await fixture.mail(in: "demo-b")
        try await fixture.mail(in: "demo-a")
        let information = ServerInformation(
            version: "1.2.3", host: "127.0.0.1", port: 9099, url: "http://127.0.0.1:9099", features: ["outbox"])

        var answer = try await ControlFixture.json(GetInfo.answer(information, fixture.call()))

        let operations = answer["operations"]?.arrayValue ?? []
        #expect(operations.count == FixtureKeys.operations.count)
        #expect(["accounts.signUp", "outbox.email", "pages.action", "token"].allSatisfy(operations.contains))
        answer["operations"] = nil
        #expect(
            answer == [
                "version": "1.2.3", "profile": "emulator", "host": "127.0.0.1", "port": 9099,
                "url": "http://127.0.0.1:9099", "defaultProject": "demo-firebreak", "projects": ["demo-a", "demo-b"],
                "features": ["outbox"],
            ])
    }
}
