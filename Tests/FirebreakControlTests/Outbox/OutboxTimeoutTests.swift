import FirebreakControl
import FirebreakStore
import FirebreakWire
import Testing

@testable import FirebreakOperations

@Suite(.timeLimit(.minutes(20)))
struct OutboxTimeoutTests {
    /// The message of the error that a wait ends with which does not wait at all.
    private func explanation(
        _ fixture: ControlFixture, _ query: JSON = ["to": "alice@example.test", "type": "EMAIL_SIGNIN"],
        in project: String = "demo-a"
    ) async throws -> String {
        var query = query
        query["timeout"] = query["timeout"] ?? "0"
        do {
            let answer = try await fixture.run(WaitForMessages.self, query, in: project)
            Issue.record("the wait ended with \(answer.text)")
            return ""
        } catch let error as WireError {
            let wording = error.wording(in: .local)
            #expect(wording.kind.httpStatus == 408)
            #expect(wording.kind.status == "DEADLINE_EXCEEDED")
            #expect(error.code == "OUTBOX_TIMEOUT")
            #expect(!wording.message.contains { $0.isNewline })
            #expect(try fixture.project(project).outboxWaiters.waiterCount == 0)
            return wording.message
        }
    }

    @Test func `it says what was waited for, how long, and how many matched`() async throws {
        let fixture = try ControlFixture()
        try await fixture.mail()

        let message = try await explanation(
            fixture, ["to": "Alice@example.test", "after": "0", "count": "3", "timeout": "30ms"])

        #expect(
            message == "OUTBOX_TIMEOUT : Waited 30 ms for 3 messages with to=alice@example.test, after=0 in project "
                + "demo-a: 1 matched. Since 0 there arrived: #1 EMAIL_SIGNIN to alice@example.test (sent).")
    }

    @Test func `it says what arrived instead, and what was suppressed and why`() async throws {
        let fixture = try ControlFixture()
        try await fixture.mail("VERIFY_EMAIL", to: "bob@example.test")
        try await fixture.mail("PASSWORD_RESET", delivery: .suppressed)

        let message = try await explanation(fixture)

        #expect(
            message == "OUTBOX_TIMEOUT : Waited 0 s for 1 message with to=alice@example.test, type=EMAIL_SIGNIN in "
                + "project demo-a: 0 matched. The project's outbox has: #1 VERIFY_EMAIL to bob@example.test (sent; "
                + "other to and type); #2 PASSWORD_RESET to alice@example.test (suppressed: no account has this "
                + "address; other type).")
    }

    @Test func `it shows the latest ten messages and what became of them`() async throws {
        let fixture = try ControlFixture()
        for _ in 0..<11 { try await fixture.mail("VERIFY_EMAIL") { $0.expiresAt = $0.createdAt } }

        let message = try await explanation(fixture)

        #expect(message.contains("The project's outbox has (the latest 10): #2 VERIFY_EMAIL"))
        #expect(message.contains("#11 VERIFY_EMAIL to alice@example.test (sent, expired; other type)."))
    }

    @Test func `it points at a match that came before the cursor`() async throws {
        let fixture = try ControlFixture()
        try await fixture.mail()

        let message = try await explanation(fixture, ["to": "alice@example.test", "after": "1"])

        #expect(message.contains("Since 1 nothing arrived at all."))
        #expect(
            message.contains("A matching message came before the cursor: #1 EMAIL_SIGNIN to alice@example.test (sent).")
        )
    }

    @Test func `it names the project that got the message, and what selects a project`() async throws {
        let fixture = try ControlFixture()
        try await fixture.mail(in: "demo-firebreak")
        try await fixture.mail(to: "bob@example.test", in: "demo-b")

        let message = try await explanation(fixture)

        let key = try #require(DerivedAPIKey.key(for: ProjectID(rawValue: "demo-a")))
        #expect(
            message == "OUTBOX_TIMEOUT : Waited 0 s for 1 message with to=alice@example.test, type=EMAIL_SIGNIN in "
                + "project demo-a: 0 matched. The project's outbox is empty. But project demo-firebreak got "
                + "EMAIL_SIGNIN to alice@example.test requested with API key key-of-test. An API key selects the project: \(key) "
                + "selects demo-a, as does any key registered for it; any other key means the default project "
                + "demo-firebreak.")
    }

    @Test func `it names other projects also when the default project is the one that waits`() async throws {
        let fixture = try ControlFixture(unknownKeys: .reject)
        for id in ["demo-1", "demo-2", "demo-3", "demo-4"] { try await fixture.mail(in: id) }

        let message = try await explanation(fixture, ["channel": "email"], in: "demo-firebreak")

        #expect(message.contains("But project demo-1 got EMAIL_SIGNIN"))
        #expect(message.contains("; project demo-3 got EMAIL_SIGNIN"))
        #expect(message.contains("; and 1 more projects. "))
        #expect(message.hasSuffix("any other key is refused."))
    }

    @Test func `old messages of other projects are not mentioned`() async throws {
        let fixture = try ControlFixture()
        try await fixture.mail(in: "demo-b")
        fixture.advance(bySeconds: 3600)

        let message = try await explanation(fixture)

        #expect(message.hasSuffix("The project's outbox is empty. No other project got such a message either."))
    }

    @Test func `an address with line breaks in it does not break the line`() async throws {
        let fixture = try ControlFixture()
        try await fixture.mail("VERIFY_EMAIL", to: "a\r\n\u{2028}b@example.test")

        #expect(try await explanation(fixture).contains(#"to a\u{D}\n\u{2028}b@example.test"#))
    }
}
