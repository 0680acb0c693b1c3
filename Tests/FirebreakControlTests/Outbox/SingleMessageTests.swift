import FirebreakModel
import FirebreakOperations
import FirebreakStore
import FirebreakWire
import Testing

@testable import FirebreakControl

struct SingleMessageTests {
    @Test func `the latest message is the newest that matches`() async throws {
        let fixture = try ControlFixture()
        try await fixture.mail("EMAIL_SIGNIN")
        try await fixture.mail("EMAIL_SIGNIN")
        try await fixture.mail("PASSWORD_RESET")

        #expect(try await fixture.run(LatestMessage.self)["seq"] == 3)
        #expect(try await fixture.run(LatestMessage.self, ["type": "EMAIL_SIGNIN", "order": "asc"])["seq"] == 2)
        await #expect(
            throws: WireError.notFound("The outbox of project demo-a has no message with type=VERIFY_EMAIL, after=1.")
        ) {
            try await fixture.run(LatestMessage.self, ["type": "VERIFY_EMAIL", "after": "1"])
        }
    }

    @Test func `a message is found by its ID in its own project only`() async throws {
        let fixture = try ControlFixture()
        let message = try await fixture.mail()
        let request: JSON = ["id": .string(message.id)]

        #expect(try await fixture.run(GetMessage.self, request)["seq"] == 1)
        await #expect(throws: WireError.notFound("The outbox of project demo-b has no message \(message.id).")) {
            try await fixture.run(GetMessage.self, request, in: "demo-b")
        }
        try await fixture.run(DeleteMessages.self)
        await #expect(throws: WireError.self) { try await fixture.run(GetMessage.self, request) }
    }

    private func text(_ part: (bytes: [UInt8], contentType: String)) -> String {
        String(decoding: part.bytes, as: UTF8.self)
    }

    @Test func `an e-mail has every projection`() async throws {
        let fixture = try ControlFixture()
        let message = try await fixture.mail { $0.mailedLink = "https://links.test/__/auth/links?link=x" }
        let call = try await fixture.call()
        func part(_ projection: MessagePart) throws -> (bytes: [UInt8], contentType: String) {
            try projection.rendered(message, call)
        }

        #expect(text(try part(.link)) == "https://links.test/__/auth/links?link=x")
        #expect(try part(.link).contentType == "text/plain; charset=utf-8")
        #expect(text(try part(.code)) == message.code)
        #expect(text(try part(.text)).contains("https://links.test/__/auth/links?link=x"))
        #expect(text(try part(.html)).contains("<html"))
        #expect(try part(.html).contentType == "text/html; charset=utf-8")
        #expect(try part(.eml).contentType == "message/rfc822")
        let mail = text(try part(.eml))
        #expect(mail.contains("From: noreply@demo-a.firebaseapp.com\r\n"))
        #expect(mail.contains("To: alice@example.test\r\n"))
        #expect(mail.contains("Message-ID: <\(message.id)@firebreak.invalid>\r\n"))
        #expect(mail.contains("Date: Mon, 01 Jun 2026 12:00:00 +0000\r\n"))
    }

    @Test(arguments: MessagePart.allCases)
    func `an SMS has code and text only`(projection: MessagePart) async throws {
        let fixture = try ControlFixture()
        let message = try await fixture.sms()
        let call = try await fixture.call()

        switch projection {
        case .code: #expect(text(try projection.rendered(message, call)) == "123456")
        case .text: #expect(text(try projection.rendered(message, call)).contains("123456"))
        case .link, .html, .eml:
            #expect(throws: WireError.notFound("Message \(message.id) has no \(projection.rawValue).")) {
                try projection.rendered(message, call)
            }
        }
    }

    @Test(arguments: MessagePart.allCases)
    func `what was suppressed has no projection`(projection: MessagePart) async throws {
        let fixture = try ControlFixture()
        let message = try await fixture.mail(delivery: .suppressed)
        let call = try await fixture.call()

        #expect(
            throws: WireError.notFound(
                """
                Message \(message.id) has no \(projection.rawValue), because it was suppressed: no account has this \
                address.
                """)
        ) {
            try projection.rendered(message, call)
        }
    }

    @Test func `projections are found by their names in the path`() {
        let names = ["link", "code", "txt", "html", "eml"]

        #expect(names.map(MessagePart.init(rawValue:)) == [.link, .code, .text, .html, .eml])
    }
}
