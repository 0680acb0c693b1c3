import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import Testing

/// accounts.md section 5 and production.md section 5.
struct SignInWithPasswordTests {
    static let rows: [Row] = [
        Row([:], "MISSING_EMAIL"),
        Row(["password": "correct-horse"], "MISSING_EMAIL"),
        Row(["email": ""], "INVALID_EMAIL"),
        Row(["email": "no-address"], "INVALID_EMAIL"),
        Row(["email": "a@b@c", "password": "correct-horse"], "INVALID_EMAIL"),
        Row(["email": "alice@example.test"], "MISSING_PASSWORD"),
        Row(["email": "alice@example.test", "password": ""], "MISSING_PASSWORD"),
        Row(["email": "nobody@x.test"], "MISSING_PASSWORD"),
        Row(["email": "ALICE@Example.test", "password": "correct-horse"], "OK"),
    ]

    @Test(arguments: Profile.allCases, rows)
    func `the request is checked in order`(_ profile: Profile, _ row: Row) async throws {
        let server = try TestServer(profile)
        _ = try await server.user()

        let outcome = try await server.app("accounts:signInWithPassword", row.body).outcome
        #expect(outcome == row.outcome(profile))
    }

    private static let pending =
        "501 idToken / pendingIdToken is no longer in use and unsupported by the Auth Emulator."

    static let unsupported: [Row] = [
        Row(["email": "nobody@x.test", "captchaResponse": "x"], "MISSING_PASSWORD"),
        Row(["email": "nobody@x.test", "password": "p", "captchaResponse": "x"], "501 captcha unimplemented"),
        Row(["email": "nobody@x.test", "password": "p", "captchaChallenge": "x"], "501 captcha unimplemented"),
        Row(
            ["email": "nobody@x.test", "password": "p", "captchaChallenge": "x", "idToken": "x"],
            "501 captcha unimplemented"),
        Row(["email": "nobody@x.test", "password": "p", "idToken": "x"], pending),
        Row(["email": "nobody@x.test", "password": "p", "pendingIdToken": "x"], pending),
        Row(["email": "nobody@x.test", "password": "p", "captchaResponse": "", "idToken": ""], "EMAIL_NOT_FOUND"),
    ]

    @Test(arguments: unsupported)
    func `the reference does not know every field`(_ row: Row) async throws {
        let outcome = try await TestServer(.emulator).app("accounts:signInWithPassword", row.body).outcome

        #expect(outcome == row.outcome(.emulator))
    }

    struct Attempt: Sendable, CustomTestStringConvertible {
        let email: String
        let password: String
        /// Without and with enumeration protection.
        let open: String
        let hidden: String

        var testDescription: String { "\(email) \(password)" }
    }

    static let attempts = [
        Attempt(
            email: "alice@example.test", password: "correct-horse", open: "OK", hidden: "OK"),
        Attempt(
            email: "nobody@x.test", password: "correct-horse", open: "EMAIL_NOT_FOUND",
            hidden: "INVALID_LOGIN_CREDENTIALS"),
        Attempt(
            email: "alice@example.test", password: "wrong-horse", open: "INVALID_PASSWORD",
            hidden: "INVALID_LOGIN_CREDENTIALS"),
        Attempt(
            email: "bare@x.test", password: "correct-horse", open: "INVALID_PASSWORD",
            hidden: "INVALID_LOGIN_CREDENTIALS"),
        Attempt(
            email: "imported@x.test", password: "hash", open: "INVALID_PASSWORD", hidden: "INVALID_LOGIN_CREDENTIALS"),
        Attempt(email: "off@x.test", password: "correct-horse", open: "USER_DISABLED", hidden: "USER_DISABLED"),
    ]

    @Test(arguments: Profile.allCases, attempts)
    func `credentials are checked, with less to learn under protection`(
        _ profile: Profile, _ attempt: Attempt
    ) async throws {
        for privacy in [false, true] {
            let server = try await TestServer.open(profile, privacy: privacy)
            _ = try await server.user()
            _ = try await server.admin("accounts", ["email": "bare@x.test"])
            _ = try await server.admin(
                "accounts", ["email": "off@x.test", "password": "correct-horse", "disabled": true])
            _ = try await server.importAccounts(
                ["localId": "i", "email": "imported@x.test", "passwordHash": "hash"])

            let outcome = try await server.signIn(attempt.email, password: attempt.password).outcome
            #expect(outcome == (privacy ? attempt.hidden : attempt.open), "privacy \(privacy)")
        }
    }

    @Test(arguments: Profile.allCases)
    func `a refusal is an envelope without a status`(_ profile: Profile) async throws {
        let answer = try await TestServer.open(profile, privacy: true).signIn("nobody@x.test")

        #expect(answer.status == 400)
        #expect(
            answer.sorted == [
                "error": [
                    "code": 400,
                    "errors": [["domain": "global", "message": "INVALID_LOGIN_CREDENTIALS", "reason": "invalid"]],
                    "message": "INVALID_LOGIN_CREDENTIALS",
                ]
            ])
    }

    @Test(arguments: Profile.allCases)
    func `protection is on by default, except in the reference`(_ profile: Profile) async throws {
        let answer = try await TestServer(profile).signIn("nobody@x.test")

        #expect(answer.outcome == (profile == .emulator ? "EMAIL_NOT_FOUND" : "INVALID_LOGIN_CREDENTIALS"))
    }

    @Test func `the reference tells of a disabled user before it looks at the password`() async throws {
        for privacy in [false, true] {
            let server = try await TestServer.open(.emulator, privacy: privacy)
            _ = try await server.admin("accounts", ["email": "off@x.test", "disabled": true])
            #expect(try await server.signIn("off@x.test", password: "wrong").outcome == "USER_DISABLED")
        }
    }

    @Test(arguments: Profile.allCases)
    func `tokens and the account's names are answered`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        let user = try await server.user()
        server.clock.advance(seconds: 10)
        let answer = try await server.signIn("Alice@Example.test")

        var expected: JSON = [
            "email": "alice@example.test", "expiresIn": "3600", "kind": "identitytoolkit#VerifyPasswordResponse",
            "localId": .string(user.id), "registered": true,
        ]
        if profile != .emulator { expected["displayName"] = "" }
        #expect(answer.json.dropping("idToken", "refreshToken").sorted == expected.sorted)
        #expect(try claims(answer.string("idToken"))[path: "firebase.sign_in_provider"] == "password")
        let stored = try await server.account(user.id)
        #expect(stored["lastLoginAt"] == "1780315210000")
        #expect(stored["lastRefreshAt"] == "2026-06-01T12:00:10.000Z")
        #expect(stored["validSince"] == "1780315200")
    }

    @Test(arguments: Profile.allCases)
    func `name and picture are answered outside the reference`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        let user = try await server.user()
        _ = try await server.update(user.id, ["displayName": "Alice", "photoUrl": "http://p"])
        let answer = try await server.signIn("alice@example.test")

        #expect(answer["displayName"] == (profile == .emulator ? nil : "Alice"))
        #expect(answer["profilePicture"] == (profile == .emulator ? nil : "http://p"))
    }

    @Test(arguments: Profile.allCases)
    func `a project may switch passwords off`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        _ = try await server.user()
        try await server.set("signIn.email.enabled", false)

        let off = profile == .emulator ? "OK" : "PASSWORD_LOGIN_DISABLED"
        #expect(try await server.signIn("alice@example.test").outcome == off)
        let empty = try await server.app("accounts:signInWithPassword").outcome
        #expect(empty == (profile == .emulator ? "MISSING_EMAIL" : off))
    }

    // MARK: Second factors

    private func enrolled(_ profile: Profile) async throws -> TestServer {
        let server = try await TestServer.open(profile)
        let imported = try await server.importAccounts(
            [
                "localId": "a", "email": "a@x.test", "emailVerified": true, "rawPassword": "correct-horse",
                "lastLoginAt": "5",
                "mfaInfo": [
                    [
                        "mfaEnrollmentId": "1", "phoneInfo": "+15555550100", "displayName": "phone",
                        "enrolledAt": "2020-01-01T00:00:00.000Z",
                    ]
                ],
            ])
        try #require(imported["error"]?.arrayValue?.isEmpty != false)
        return server
    }

    @Test(arguments: Profile.allCases)
    func `somebody with a second factor gets a credential instead of tokens`(_ profile: Profile) async throws {
        let server = try await enrolled(profile)
        let answer = try await server.signIn("a@x.test")

        var expected: JSON = [
            "email": "a@x.test", "kind": "identitytoolkit#VerifyPasswordResponse", "localId": "a", "registered": true,
            "mfaInfo": [
                [
                    "displayName": "phone", "enrolledAt": "2020-01-01T00:00:00.000Z", "mfaEnrollmentId": "1",
                    "phoneInfo": "+*******0100",
                ]
            ],
        ]
        if profile != .emulator { expected["displayName"] = "" }
        #expect(answer.json.dropping("mfaPendingCredential").sorted == expected.sorted)
        #expect(answer.string("mfaPendingCredential")?.isEmpty == false)
        let stored = try await server.account("a")
        #expect(stored["lastLoginAt"] == "5")
        #expect(stored["lastRefreshAt"] == nil)
    }

    @Test func `the reference's pending credential is readable`() async throws {
        let answer = try await enrolled(.emulator).signIn("a@x.test")
        let bytes = try #require(Base64.decode(answer.string("mfaPendingCredential") ?? ""))

        #expect(
            try JSON(parsing: bytes).sorted == [
                "_AuthEmulatorMfaPendingCredential": "DO NOT MODIFY", "localId": "a", "projectId": "example",
                "signInProvider": "password",
            ])
    }

    @Test(arguments: Profile.allCases)
    func `a project without second factors does not ask for one`(_ profile: Profile) async throws {
        let server = try await enrolled(profile)
        try await server.set("mfa.state", "DISABLED")

        #expect((try await server.signIn("a@x.test")["idToken"] == nil) == (profile == .emulator))
    }
}
