import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// firebreak.md section 5, `:open`.
struct OpenMessageTests {
    private static let email = "alice@example.test"

    private func open(
        _ type: String, _ body: JSON = [:], on server: TestServer, to: String = email
    ) async throws -> TestAnswer {
        try await server.control(.post, "/outbox/latest:open?to=\(FormURLEncoding.encode(to))&type=\(type)", body)
    }

    @Test(arguments: TestProfile.allCases)
    func `an address is verified`(profile: TestProfile) async throws {
        let server = try await TestServer.open(profile.value)
        let user = try await server.signUp(Self.email)
        let body: JSON = ["requestType": "VERIFY_EMAIL", "idToken": user["idToken"] ?? .null]
        #expect(try await server.app("accounts:sendOobCode", body).status == 200)

        let opened = try await open("VERIFY_EMAIL", on: server)

        #expect(
            opened.json == ["mode": "verifyEmail", "email": .string(Self.email), "applied": true, "redirect": .null])
        let message = try await server.latestMessage(to: Self.email)
        #expect(message["status"] == "used")
        let again = try await open("VERIFY_EMAIL", on: server)
        #expect(again.status == 400)
        #expect(again.message == "INVALID_OOB_CODE")
    }

    @Test(arguments: TestProfile.allCases)
    func `a reset needs a password, and leads to the continue URL`(profile: TestProfile) async throws {
        let server = try await TestServer.open(profile.value)
        _ = try await server.signUp(Self.email)
        let code = try await server.mailedCode(
            "PASSWORD_RESET", Self.email, ["continueUrl": "http://localhost/done?a=1"])
        let without = try await open("PASSWORD_RESET", on: server)
        #expect(without.message == "INVALID_ARGUMENT : newPassword is needed to open a mail of type PASSWORD_RESET")

        let opened = try await open("PASSWORD_RESET", ["newPassword": "another & horse"], on: server)

        #expect(opened.json["mode"] == "resetPassword")
        #expect(opened.json["applied"] == true)
        #expect(opened.string("redirect")?.hasPrefix("http://localhost/done") == true)
        let signedIn = try await server.app(
            "accounts:signInWithPassword", ["email": .string(Self.email), "password": "another & horse"])
        #expect(signedIn.status == 200)
        #expect(try await server.inspect(code).message == "INVALID_OOB_CODE")
    }

    @Test(arguments: TestProfile.allCases)
    func `a sign-in link leads into the app, which uses its code`(profile: TestProfile) async throws {
        let server = try await TestServer.open(profile.value)
        let code = try await server.mailedCode("EMAIL_SIGNIN", Self.email, ["canHandleCodeInApp": true])

        let opened = try await open("EMAIL_SIGNIN", on: server)

        #expect(opened.json["applied"] == false)
        #expect(opened.json["mode"] == "signIn")
        let redirect = try #require(opened.string("redirect"))
        #expect(redirect.hasPrefix("http://localhost/finish?"))
        #expect(redirect.contains("oobCode=\(code)"))
        #expect(try await server.finishLink(Self.email, code).status == 200)
        #expect(try await open("EMAIL_SIGNIN", on: server).message == "INVALID_OOB_CODE")
    }

    @Test func `a hosting link is resolved without asking its host`() async throws {
        let server = try await TestServer.open(.local)
        _ = try await server.mailedCode(
            "EMAIL_SIGNIN", Self.email, ["canHandleCodeInApp": true, "androidPackageName": "test.app"])
        let message = try await server.latestMessage(to: Self.email)
        #expect(message[path: "link.mailed"]?.stringValue?.contains("/__/auth/links?link=") == true)

        let opened = try await open("EMAIL_SIGNIN", on: server)
        #expect(opened.string("redirect")?.hasPrefix("http://localhost/finish?") == true, "\(opened.text)")
    }

    @Test(arguments: [TestProfile.local, .production])
    func `a change of address is made and taken back`(profile: TestProfile) async throws {
        let server = try await TestServer.open(profile.value)
        let user = try await server.signUp(Self.email)
        let change: JSON = [
            "requestType": "VERIFY_AND_CHANGE_EMAIL", "idToken": user["idToken"] ?? .null,
            "newEmail": "new@example.test",
        ]
        #expect(try await server.app("accounts:sendOobCode", change).status == 200)

        let changed = try await open("VERIFY_AND_CHANGE_EMAIL", on: server, to: "new@example.test")
        #expect(changed.json["email"] == "new@example.test", "\(changed.text)")
        let recovered = try await open("RECOVER_EMAIL", on: server)
        #expect(recovered.json["mode"] == "recoverEmail", "\(recovered.text)")
        #expect(recovered.json["email"] == .string(Self.email))
        let found = try await server.admin("accounts:lookup", ["email": [.string(Self.email)]])
        #expect(found["users"]?.arrayValue?.count == 1)
    }

    @Test func `an expired and a superseded code are the errors of the codes`() async throws {
        let server = try await TestServer.open(.local)
        _ = try await server.mailedCode("EMAIL_SIGNIN", Self.email)
        let first = try await server.latestMessage(to: Self.email)
        _ = try await server.mailedCode("EMAIL_SIGNIN", Self.email)

        let superseded = try await server.control(.post, "/outbox/\(first["id"]?.stringValue ?? ""):open", [:])
        #expect(superseded.message == "INVALID_OOB_CODE")
        _ = try await server.control(.post, "/clock:advance", ["by": "6h1m"])
        #expect(try await open("EMAIL_SIGNIN", on: server).message == "EXPIRED_OOB_CODE")
    }

    @Test func `what has no link is told so, and what is not there is not found`() async throws {
        let server = try await TestServer.open(.local)
        let sms = try await server.app(
            "accounts:sendVerificationCode", ["phoneNumber": "+15555550100", "recaptchaToken": "t"])
        #expect(sms.status == 200)
        let suppressed = try await server.app(
            "accounts:sendOobCode", ["requestType": "PASSWORD_RESET", "email": "nobody@example.test"])
        #expect(suppressed.status == 200)

        for (type, to, end) in [
            ("SMS_SIGN_IN", "+15555550100", "(SMS_SIGN_IN, sent) has no link to open."),
            (
                "PASSWORD_RESET", "nobody@example.test",
                "(PASSWORD_RESET, suppressed) has no link to open: no account has this address, which enumeration"
                    + " protection hides from the caller."
            ),
        ] {
            let answer = try await open(type, on: server, to: to)
            #expect(answer.status == 400)
            #expect(answer.message?.hasPrefix("FAILED_PRECONDITION : Message msg_") == true)
            #expect(answer.message?.hasSuffix(end) == true)
        }
        #expect(try await open("EMAIL_SIGNIN", on: server).status == 404)
        #expect(try await server.control(.post, "/outbox/msg_1:open", [:]).status == 404)
    }

    @Test func `a mail that nobody has got cannot be opened`() async throws {
        let server = try await TestServer.open(.local)
        _ = try await server.signUp(Self.email)
        let ask: JSON = ["requestType": "PASSWORD_RESET", "email": .string(Self.email)]
        for (effect, delivery) in [(JSON.Member("lose", true), "failed"), (.init("deliverAfter", "1h"), "scheduled")] {
            _ = try await server.control(.post, "/faults", .object([.init("on", "outbox.email"), effect]))
            #expect(try await server.app("accounts:sendOobCode", ask).status == 200)
            let id = try #require(
                try await server.control(.get, "/outbox/latest?delivery=\(delivery)")["id"]?.stringValue)

            let refused = try await server.control(.post, "/outbox/\(id):open", ["newPassword": "another-horse"])
            #expect(refused.status == 400)
            #expect(refused.message?.contains("(PASSWORD_RESET, \(delivery)) has no link to open") == true)
            _ = try await server.control(.delete, "/faults")
        }

        _ = try await server.control(.post, "/clock:advance", ["by": "1h"])
        let latest = try await server.control(.get, "/outbox/latest?delivery=sent")
        #expect(latest["status"] == "expired")
        #expect(try await open("PASSWORD_RESET", ["newPassword": "b-horse"], on: server).message == "EXPIRED_OOB_CODE")
    }

    @Test func `a password for another mail is refused, and changes nothing`() async throws {
        let server = try await TestServer.open(.local)
        _ = try await server.mailedCode("EMAIL_SIGNIN", Self.email)

        let answer = try await open("EMAIL_SIGNIN", ["newPassword": "another-horse"], on: server)
        #expect(answer.message == "INVALID_ARGUMENT : newPassword is not for a mail of type EMAIL_SIGNIN")
        #expect(try await server.latestMessage(to: Self.email)["status"] == "pending")
    }
}
