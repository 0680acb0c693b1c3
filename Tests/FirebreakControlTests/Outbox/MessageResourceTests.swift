import FirebreakControl
import FirebreakOperations
import FirebreakStore
import FirebreakWire
import Testing

struct MessageResourceTests {
    @Test func `an e-mail has all members of the record in their order`() async throws {
        let fixture = try ControlFixture()
        try await fixture.mail("VERIFY_AND_CHANGE_EMAIL", to: "new@example.test", tenant: "blue") { message in
            message.email = "old@example.test"
            message.newEmail = "new@example.test"
            message.accountID = AccountID(rawValue: "u1")
            message.continueURL = "https://shop.example.test/"
        }
        try await fixture.project().write(at: fixture.now) { tx in
            guard
                let message = try tx.messages(
                    MessageFilter(), at: OutboxMoment(ControlFixture.start), descending: false, limit: 1
                )
                .first
            else { return }
            try tx.markUsed(message, at: ControlFixture.start)
        }
        try await fixture.configure(
            ["notification": ["sendEmail": ["method": "CUSTOM_SMTP", "smtp": ["senderEmail": "mail@shop.test"]]]])

        let record = try await fixture.run(LatestMessage.self)

        #expect(
            record.objectValue?.map(\.key) == [
                "id", "seq", "channel", "type", "delivery", "status", "tenant", "to", "newEmail", "localId", "locale",
                "from", "subject", "text", "html", "link", "oobCode", "createdAt", "expiresAt", "usedAt", "request",
            ])
        #expect(record["to"] == "new@example.test")
        #expect(record["from"] == "mail@shop.test")
        #expect(record["status"] == "used")
        #expect(record["createdAt"] == "2026-06-01T12:00:00.000Z")
        #expect(record["expiresAt"] == "2026-06-01T13:00:00.000Z")
        #expect(record["request"] == ["apiKey": "key-of-test"])
        #expect(record["link"]?.objectValue?.map(\.key) == ["mailed", "action", "continueUrl"])
    }

    @Test func `an SMS has code and session, and nothing of an e-mail`() async throws {
        let fixture = try ControlFixture()
        try await fixture.sms()

        let record = try await fixture.run(LatestMessage.self)

        #expect(
            record.objectValue?.map(\.key) == [
                "id", "seq", "channel", "type", "delivery", "status", "to", "locale", "text", "code", "sessionInfo",
                "createdAt", "request",
            ])
        #expect(record["code"] == "123456")
        #expect(record["text"]?.stringValue?.contains("123456") == true)
    }

    @Test(arguments: [Message.Delivery.suppressed, .blocked])
    func `what was not delivered says why, and has a null status and no texts`(delivery: Message.Delivery) async throws
    {
        let fixture = try ControlFixture()
        try await fixture.mail("PASSWORD_RESET", delivery: delivery) { $0.continueURL = "https://shop.example.test/" }

        let record = try await fixture.run(LatestMessage.self)

        #expect(
            record.objectValue?.map(\.key) == [
                "id", "seq", "channel", "type", "delivery", "status", "to", "locale", "from", "createdAt", "request",
                "reason",
            ])
        #expect(record["status"] == .null)
        #expect(record["from"] == "noreply@demo-a.firebaseapp.com")
        #expect(record["reason"] == "no account has this address")
    }

    @Test(arguments: [
        ("VERIFY_EMAIL", "verifyEmailTemplate"), ("PASSWORD_RESET", "resetPasswordTemplate"),
        ("RECOVER_EMAIL", "changeEmailTemplate"),
        ("REVERT_SECOND_FACTOR_ADDITION", "revertSecondFactorAdditionTemplate"),
    ])
    func `a template of the project's own is used for its type only`(type: String, key: String) async throws {
        let fixture = try ControlFixture()
        try await fixture.mail(type) { $0.displayName = "Alice" }
        try await fixture.mail("EMAIL_SIGNIN")
        let template: JSON = [
            "senderLocalPart": "hello", "senderDisplayName": "The Shop", "replyTo": "help",
            "subject": "Hi %DISPLAY_NAME%", "body": "<p>%EMAIL% of %APP_NAME%: %LINK%</p>", "bodyFormat": "HTML",
        ]
        try await fixture.configure(["notification": ["sendEmail": .object([.init(key, template)])]])
        try await fixture.run(PatchRules.self, ["appName": "Shop & Co"])

        let records = try #require(try await fixture.run(ListMessages.self)["messages"]?.arrayValue)

        let own = records[0]
        let link = try #require(own[path: "link.mailed"]?.stringValue)
        #expect(own["from"] == "The Shop <hello@demo-a.firebaseapp.com>")
        #expect(own["replyTo"] == "help@demo-a.firebaseapp.com")
        #expect(own["subject"] == "Hi Alice")
        #expect(own["html"] == .string("<p>alice@example.test of Shop &amp; Co: \(link)</p>"))
        #expect(records[1]["from"] == "noreply@demo-a.firebaseapp.com")
        #expect(records[1]["replyTo"] == nil)
    }

    @Test func `texts follow the locale of the message and name the project`() async throws {
        let fixture = try ControlFixture()
        try await fixture.mail { $0.locale = "de" }

        let record = try await fixture.run(LatestMessage.self)

        #expect(record["locale"] == "de")
        #expect(record["html"]?.stringValue?.contains("lang=\"de\"") == true)
        #expect(record["subject"]?.stringValue?.contains("demo-a") == true)
    }
}
