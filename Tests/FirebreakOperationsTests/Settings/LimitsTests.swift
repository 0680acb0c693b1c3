import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// Rule `limits` (firebreak.md section 3.2). One-time passwords are in TOTPSignInTests.
struct LimitsTests {
    private static let disabled =
        "TOO_MANY_ATTEMPTS_TRY_LATER : Access to this account has been temporarily disabled due to "
        + "many failed login attempts. You can immediately restore it by resetting your password or you can try again "
        + "later."

    private static func limits(_ name: String, _ count: Int) -> KeyValuePairs<String, String> {
        ["limits": #"{"\#(name)":{"count":\#(count),"seconds":60}}"#]
    }

    /// What the next so many sign-ins with a wrong password are answered.
    private func failures(_ server: TestServer, _ email: String, _ count: Int) async throws -> [String] {
        var outcomes: [String] = []
        for _ in 0..<count { outcomes.append(try await server.signIn(email, password: "wrong-horse").outcome) }
        return outcomes
    }

    // MARK: Passwords

    @Test(arguments: Profile.allCases)
    func `after so many wrong passwords nobody signs in, until the clock has moved on`(_ profile: Profile) async throws
    {
        let server = try await TestServer.open(profile, privacy: false, rules: Self.limits("passwordFailures", 3))
        _ = try await server.user("a@example.test")
        _ = try await server.user("b@example.test")

        let expected = Array(repeating: "INVALID_PASSWORD", count: 3) + [Self.disabled]
        #expect(try await failures(server, "a@example.test", 4) == expected)
        #expect(try await server.signIn("A@example.test").outcome == Self.disabled)
        #expect(try await server.signIn("b@example.test").outcome == "OK")
        server.clock.advance(seconds: 59)
        #expect(try await server.signIn("a@example.test").outcome == Self.disabled)
        _ = try await server.control(.post, "/clock:advance", ["by": "1s"])
        #expect(try await server.signIn("a@example.test").outcome == "OK")
    }

    @Test(arguments: [Profile.local, .production])
    func `an address without an account is not told apart`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile, privacy: true, rules: Self.limits("passwordFailures", 2))
        _ = try await server.user("a@example.test")

        for email in ["a@example.test", "nobody@example.test"] {
            let wrong = "INVALID_LOGIN_CREDENTIALS"
            #expect(try await failures(server, email, 3) == [wrong, wrong, Self.disabled])
        }
    }

    @Test func `a sign-in forgets the failures`() async throws {
        let server = try await TestServer.open(.local, privacy: false, rules: Self.limits("passwordFailures", 2))
        _ = try await server.user("a@example.test")

        for _ in 0..<3 {
            #expect(try await failures(server, "a@example.test", 1) == ["INVALID_PASSWORD"])
            #expect(try await server.signIn("a@example.test").outcome == "OK")
        }
    }

    @Test func `a reset by mail lifts it at once`() async throws {
        let server = try await TestServer.open(.local, privacy: false, rules: Self.limits("passwordFailures", 1))
        _ = try await server.user("a@example.test")
        #expect(try await failures(server, "a@example.test", 2) == ["INVALID_PASSWORD", Self.disabled])

        let code = try await server.mailedCode("PASSWORD_RESET", "a@example.test")
        #expect(try await server.reset(code, to: "another-horse").outcome == "OK")
        #expect(try await server.signIn("a@example.test", password: "another-horse").outcome == "OK")
    }

    @Test func `side by side no more are let through`() async throws {
        let server = try await TestServer.open(.local, privacy: false, rules: Self.limits("passwordFailures", 3))
        _ = try await server.user("a@example.test")

        let outcomes = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<20 {
                group.addTask { try await server.signIn("a@example.test", password: "wrong-horse").outcome }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }

        #expect(outcomes.filter { $0 == "INVALID_PASSWORD" }.count == 3)
        #expect(outcomes.filter { $0 == Self.disabled }.count == 17)
    }

    @Test func `tenants are counted apart`() async throws {
        let server = try await TestServer.open(.emulator, rules: Self.limits("passwordFailures", 1))
        _ = try await server.user("a@example.test")
        #expect(try await failures(server, "a@example.test", 2) == ["INVALID_PASSWORD", Self.disabled])

        let other = try await server.signIn("a@example.test", tenant: "t")
        #expect(other.outcome == "EMAIL_NOT_FOUND")
    }

    // MARK: Mails

    private static let mails = [
        ("PASSWORD_RESET", "RESET_PASSWORD_EXCEED_LIMIT"),
        ("EMAIL_SIGNIN", "QUOTA_EXCEEDED : Exceeded daily quota for email sign-in."),
    ]

    @Test(arguments: Profile.allCases, mails)
    func `one address gets so many mails of a kind`(
        _ profile: Profile, _ kind: (type: String, refusal: String)
    ) async throws {
        let server = try await TestServer.open(profile, rules: Self.limits("emailsPerEmail", 2))
        _ = try await server.user("a@example.test")
        _ = try await server.user("b@example.test")
        func send(_ email: String) async throws -> String {
            try await server.app(
                "accounts:sendOobCode",
                [
                    "requestType": .string(kind.type), "email": .string(email), "continueUrl": "http://localhost/",
                    "canHandleCodeInApp": true,
                ]
            ).outcome
        }

        #expect(try await send("a@example.test") == "OK")
        #expect(try await send("A@example.test") == "OK")
        #expect(try await send("a@example.test") == kind.refusal)
        #expect(try await server.outbox("?to=a@example.test").count == 2)
        // The link that an admin gets is not mailed, and counts all the same.
        #expect(try await server.oobLink(kind.type, "a@example.test").outcome == kind.refusal)
        #expect(try await server.oobLink(kind.type, "b@example.test").outcome == "OK")
        server.clock.advance(seconds: 60)
        #expect(try await server.oobLink(kind.type, "a@example.test").outcome == "OK")
        #expect(try await send("a@example.test") == "OK")
    }

    @Test func `a mail that is withheld counts as well`() async throws {
        let server = try await TestServer.open(.local, privacy: true, rules: Self.limits("emailsPerEmail", 1))
        let body: JSON = ["requestType": "PASSWORD_RESET", "email": "nobody@example.test"]

        #expect(try await server.app("accounts:sendOobCode", body).outcome == "OK")
        #expect(try await server.app("accounts:sendOobCode", body).outcome == "RESET_PASSWORD_EXCEED_LIMIT")
    }

    @Test func `verifications are counted by who gets them`() async throws {
        let server = try await TestServer.open(.local, rules: Self.limits("emailsPerEmail", 1))
        let user = try await server.user("a@example.test")
        func send(_ more: JSON) async throws -> String {
            let body: JSON = ["requestType": "VERIFY_EMAIL", "idToken": user.token]
            return try await server.app("accounts:sendOobCode", body.merging(more)).outcome
        }

        #expect(try await send([:]) == "OK")
        #expect(try await send([:]) == "TOO_MANY_ATTEMPTS_TRY_LATER")
        let change: JSON = ["requestType": "VERIFY_AND_CHANGE_EMAIL", "newEmail": "b@example.test"]
        #expect(try await send(change) == "OK")
        #expect(try await send(change) == "TOO_MANY_ATTEMPTS_TRY_LATER")
    }

    @Test(arguments: Profile.allCases)
    func `a second link within the minute is refused to an admin, too`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile, rules: Self.limits("emailsPerEmail", 1))
        _ = try await server.user("a@example.test")

        #expect(try await server.oobLink("VERIFY_EMAIL", "a@example.test").outcome == "OK")
        #expect(try await server.oobLink("VERIFY_EMAIL", "a@example.test").outcome == "TOO_MANY_ATTEMPTS_TRY_LATER")
        server.clock.advance(seconds: 60)
        #expect(try await server.oobLink("VERIFY_EMAIL", "a@example.test").outcome == "OK")
    }

    // MARK: Messages and accounts

    @Test(arguments: Profile.allCases)
    func `one number gets so many codes`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile, rules: Self.limits("smsPerNumber", 1))
        func send(_ number: String) async throws -> String {
            try await server.app("accounts:sendVerificationCode", ["phoneNumber": .string(number)]).outcome
        }

        #expect(try await send("+15551230001") == "OK")
        #expect(try await send("+15551230001") == "QUOTA_EXCEEDED : Exceeded quota.")
        #expect(try await send("+15551230002") == "OK")
        server.clock.advance(seconds: 60)
        #expect(try await send("+15551230001") == "OK")
    }

    @Test func `test numbers are free`() async throws {
        let server = try await TestServer.openPhones(.local, rules: Self.limits("smsPerNumber", 1))
        try await server.set("signIn.phoneNumber.testPhoneNumbers", ["+15551230009": "123456"])

        for _ in 0..<3 {
            let answer = try await server.app("accounts:sendVerificationCode", ["phoneNumber": "+15551230009"])
            #expect(answer.outcome == "OK")
        }
    }

    @Test(arguments: Profile.allCases)
    func `one network address creates so many accounts`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile, rules: Self.limits("signUpsPerIp", 2))
        func signUp(from address: String) async throws -> String {
            try await server.send(
                .post, "/identitytoolkit.googleapis.com/v1/accounts:signUp?key=fake-api-key",
                headers: [.contentType: "application/json"], body: Array("{}".utf8), from: address
            ).outcome
        }

        #expect(try await signUp(from: "192.0.2.1") == "OK")
        #expect(try await signUp(from: "192.0.2.1") == "OK")
        #expect(try await signUp(from: "192.0.2.1") == "TOO_MANY_ATTEMPTS_TRY_LATER")
        #expect(try await signUp(from: "192.0.2.2") == "OK")
        #expect(try await server.admin("accounts", ["email": "a@example.test"]).status == 200)
        server.clock.advance(seconds: 60)
        #expect(try await signUp(from: "192.0.2.1") == "OK")
    }
}
