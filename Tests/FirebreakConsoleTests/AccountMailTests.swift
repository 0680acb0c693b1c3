import FirebreakTestSupport
import FirebreakWire
import Testing

/// "Mail this person" on the console's page of one account.
struct AccountMailTests {
    @Test(
        arguments: TestProfile.allCases,
        [
            ("PASSWORD_RESET", "", ""), ("VERIFY_EMAIL", "", ""),
            ("VERIFY_AND_CHANGE_EMAIL", "newEmail", "new@example.test"),
            ("EMAIL_SIGNIN", "continueUrl", "http://localhost/finish"),
        ] as [(String, String, String)])
    func `each mail is really sent, and the way leads to it`(profile: TestProfile, mail: (String, String, String))
        async throws
    {
        let server = try await TestServer.open(profile.value)
        let id = try await server.user().id
        let before = try await server.account(id)

        let answer = try await AccountPage(id, on: server).send("mail", ["type": mail.0, mail.1: mail.2])

        #expect(answer.status == 303)
        let message = try #require(await server.outbox().first)
        #expect(message["type"] == .string(mail.0))
        #expect(message["delivery"] == "sent")
        #expect(message["to"] == (mail.0 == "VERIFY_AND_CHANGE_EMAIL" ? "new@example.test" : "alice@example.test"))
        #expect(message["localId"] == .string(id))
        let messageID = try #require(message["id"]?.stringValue)
        #expect(answer.location == "/firebreak/projects/example/outbox/\(messageID)?notice=mailSent")
        // A person who is mailed has not signed in.
        #expect(try await server.account(id) == before)
        let code = try #require(message["oobCode"]?.stringValue)
        #expect(try await server.inspect(code).status == 200)
    }

    @Test func `mail of a tenant's account is the tenant's`() async throws {
        let server = try await TestServer.open(.local)
        let tenant = try await server.makeTenant()
        let id = try await server.tenantUser(tenant).id

        let answer = try await AccountPage(id, tenant: tenant, on: server).send("mail", ["type": "VERIFY_EMAIL"])

        #expect(answer.status == 303)
        #expect(try await server.outbox().first?["tenant"] == .string(tenant))
    }

    @Test func `mail that protection withholds is shown where it says why`() async throws {
        let server = try await TestServer.open(.local, privacy: true)
        _ = try await server.user("bob@example.test")
        let id = try await server.user().id

        let answer = try await AccountPage(id, on: server).send(
            "mail", ["type": "VERIFY_AND_CHANGE_EMAIL", "newEmail": "bob@example.test"])

        let message = try #require(await server.outbox().first)
        #expect(message["delivery"] == "suppressed")
        let messageID = try #require(message["id"]?.stringValue)
        #expect(answer.location == "/firebreak/projects/example/outbox/\(messageID)?notice=mailNotSent")
    }

    @Test(
        arguments: [
            ("VERIFY_AND_CHANGE_EMAIL", "newEmail", "nonsense", "INVALID_NEW_EMAIL"),
            ("VERIFY_AND_CHANGE_EMAIL", "newEmail", "bob@example.test", "EMAIL_EXISTS"),
            ("EMAIL_SIGNIN", "continueUrl", "https://elsewhere.test/?a=<b>", "UNAUTHORIZED_DOMAIN"),
            ("EMAIL_SIGNIN", "continueUrl", "nonsense", "INVALID_CONTINUE_URI"),
        ] as [(String, String, String, String)])
    func `what is refused is shown once more, with the reason`(
        type: String, field: String, value: String, code: String
    ) async throws {
        let server = try await TestServer.open(.local, privacy: false)
        _ = try await server.user("bob@example.test")
        let id = try await server.user().id

        let answer = try await AccountPage(id, on: server).send("mail", ["type": type, field: value])

        #expect(answer.status == 400)
        #expect(answer.notice?.contains(code) == true, "\(answer.notice ?? "")")
        #expect(answer.field(field) == value)
        #expect(answer.isRefused(field))
        #expect(try await server.outbox().isEmpty)
    }

    @Test(arguments: ["", "RECOVER_EMAIL", "REVERT_SECOND_FACTOR_ADDITION", "NONSENSE"])
    func `mails that nobody can order are refused`(type: String) async throws {
        let server = try await TestServer.open(.local)
        let id = try await server.user().id

        let answer = try await AccountPage(id, on: server).send("mail", ["type": type])

        #expect(answer.status == 400)
        #expect(try await server.outbox().isEmpty)
    }

    @Test func `an account without an address gets no mail`() async throws {
        let server = try await TestServer.open(.local)
        let id = try await server.anonymousUser().id
        let page = AccountPage(id, on: server)

        let shown = try await page.open().text
        #expect(!shown.contains("PASSWORD_RESET"))
        for type in ["PASSWORD_RESET", "VERIFY_EMAIL", "EMAIL_SIGNIN"] {
            let answer = try await page.send("mail", ["type": type, "continueUrl": "http://localhost/"])
            #expect(answer.status == 400)
        }
        #expect(try await server.outbox().isEmpty)
    }
}
