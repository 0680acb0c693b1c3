import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import Testing

/// accounts.md section 12 and production.md sections 3.3 and 3.4.
struct ResetPasswordTests {
    private static let kind: JSON = "identitytoolkit#ResetPasswordResponse"

    static let rows: [Row] = [
        Row([:], "MISSING_OOB_CODE"),
        Row(["oobCode": "", "newPassword": "other-horse"], "MISSING_OOB_CODE"),
        Row(["email": "alice@example.test", "oldPassword": "correct-horse"], "MISSING_OOB_CODE"),
        Row(["oobCode": "junk"], "INVALID_OOB_CODE"),
        Row(["oobCode": "junk", "newPassword": "short"], "INVALID_OOB_CODE"),
        Row(["oobCode": "$RESET", "newPassword": "short"], SignUpTests.weak),
        Row(
            ["oobCode": "$RESET", "newPassword": .string(String(repeating: "a", count: 4097))], emulator: "OK",
            others: SignUpTests.tooLong),
        Row(["oobCode": "$RESET", "newPassword": ""], emulator: "OK", others: "WEAK_PASSWORD"),
        Row(["oobCode": "$VERIFY", "newPassword": "other-horse"], "INVALID_OOB_CODE"),
        Row(["oobCode": "$VERIFY", "newPassword": "short"], "INVALID_OOB_CODE"),
        Row(["oobCode": "$CHANGE", "newPassword": "other-horse"], "INVALID_OOB_CODE"),
        Row(["oobCode": "$SIGNIN", "newPassword": "other-horse"], emulator: "INVALID_OOB_CODE", others: "OK"),
        Row(["oobCode": "$RESET", "newPassword": "other-horse", "email": "ignored"], "OK"),
    ]

    private func codes(_ server: TestServer) async throws -> [String: String] {
        let email = "alice@example.test"
        return [
            "$RESET": try await server.oobCode("PASSWORD_RESET", email),
            "$VERIFY": try await server.oobCode("VERIFY_EMAIL", email),
            "$CHANGE": try await server.oobCode("VERIFY_AND_CHANGE_EMAIL", email, ["newEmail": "new@x.test"]),
            "$SIGNIN": try await server.oobCode("EMAIL_SIGNIN", email),
        ]
    }

    @Test(arguments: Profile.allCases, rows)
    func `a request is checked in order, and a refusal keeps the code`(_ profile: Profile, _ row: Row) async throws {
        let server = try await TestServer.open(profile)
        _ = try await server.user()
        let codes = try await codes(server)

        let outcome = try await server.app("accounts:resetPassword", row.body.filling(codes)).outcome
        #expect(outcome == row.outcome(profile))
        guard outcome != "OK" else { return }
        for code in codes.values { #expect(try await server.inspect(code).outcome == "OK") }
        #expect(try await server.signIn("alice@example.test").status == 200)
    }

    @Test(arguments: Profile.allCases)
    func `codes of every type can be inspected`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        _ = try await server.user()
        let codes = try await codes(server)
        let expected: [String: JSON] = [
            "$RESET": ["email": "alice@example.test", "kind": Self.kind, "requestType": "PASSWORD_RESET"],
            "$VERIFY": ["email": "alice@example.test", "kind": Self.kind, "requestType": "VERIFY_EMAIL"],
            "$CHANGE": [
                "email": "alice@example.test", "kind": Self.kind, "newEmail": "new@x.test",
                "requestType": "VERIFY_AND_CHANGE_EMAIL",
            ],
            "$SIGNIN": ["kind": Self.kind, "requestType": "EMAIL_SIGNIN"],
        ]

        for (name, code) in codes {
            for _ in 0..<2 { #expect(try await server.inspect(code).sorted == expected[name], "\(name)") }
        }
    }

    @Test(arguments: Profile.allCases)
    func `a recovery can be inspected`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile, privacy: false)
        let user = try await server.user()
        _ = try await server.app("accounts:update", ["idToken": user.token, "email": "new@x.test"])
        let code = try #require(await server.outbox("type=RECOVER_EMAIL").last?["oobCode"]?.stringValue)

        let answer = try await server.inspect(code)
        #expect(answer["requestType"] == "RECOVER_EMAIL")
        #expect(answer["email"] == "alice@example.test")
        #expect(answer["newEmail"] == (profile == .emulator ? nil : "new@x.test"))
        // It is the account's present address that is taken back.
        _ = try await server.update(user.id, ["email": "later@x.test"])
        #expect(try await server.inspect(code)["newEmail"] == (profile == .emulator ? nil : "later@x.test"))
    }

    @Test(arguments: Profile.allCases)
    func `a code outlives the account's enabling and address, and in the reference the account`(
        _ profile: Profile
    ) async throws {
        let server = try await TestServer.open(profile)
        let user = try await server.user()
        let code = try await server.oobCode("PASSWORD_RESET", "alice@example.test")

        _ = try await server.update(user.id, ["disableUser": true])
        #expect(try await server.inspect(code).outcome == "OK")
        _ = try await server.update(user.id, ["email": "new@x.test", "password": "other-horse"])
        #expect(try await server.inspect(code).outcome == "OK")
        _ = try await server.admin("accounts:delete", ["localId": .string(user.id)])
        let outcome = try await server.inspect(code).outcome
        #expect(outcome == (profile == .emulator ? "OK" : "INVALID_OOB_CODE"))
    }

    // MARK: Applying

    @Test(arguments: Profile.allCases)
    func `a new password verifies the address and ends all sessions`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let user = try await server.user()
        let code = try await server.oobCode("PASSWORD_RESET", "alice@example.test")
        server.clock.advance(seconds: 10)
        let answer = try await server.reset(code, to: "other-horse")

        #expect(
            answer.sorted == ["email": "alice@example.test", "kind": Self.kind, "requestType": "PASSWORD_RESET"])
        let stored = try await server.account(user.id)
        #expect(stored["emailVerified"] == true)
        #expect(stored["validSince"] == "1780315210")
        #expect(stored["passwordUpdatedAt"] == 1_780_315_210_000)
        #expect(try await server.lookup(user.idToken).outcome == "TOKEN_EXPIRED")
        #expect(try await server.signIn("alice@example.test").status == 400)
        #expect(try await server.signIn("alice@example.test", password: "other-horse").status == 200)
        #expect(try await server.reset(code, to: "third-horse").outcome == "INVALID_OOB_CODE")
    }

    @Test(arguments: Profile.allCases)
    func `a reset unlinks every federated provider, and a phone number stays`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        _ = try await server.importAccounts(
            [
                "localId": "a", "email": "a@x.test", "phoneNumber": "+15555550100",
                "providerUserInfo": [
                    ["providerId": "google.com", "rawId": "g"], ["providerId": "oidc.acme", "rawId": "o"],
                    ["providerId": "gc.apple.com", "rawId": "p"],
                ],
            ])
        _ = try await server.reset(server.oobCode("PASSWORD_RESET", "a@x.test"), to: "other-horse")

        let account = try await server.account("a")
        #expect(Set(account.providerIDs ?? []) == ["password", "phone"])
        #expect(account["phoneNumber"] == "+15555550100")
        // The identity is free again.
        #expect(try await server.idp("google.com", ["sub": "g"])["isNewUser"] == true)
    }

    @Test(arguments: Profile.allCases)
    func `a sign-in link stays a way in`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let user = try await server.signInByLink("a@x.test")
        _ = try await server.reset(server.oobCode("PASSWORD_RESET", "a@x.test"), to: "other-horse")

        #expect(try await server.account(user.id)["emailLinkSignin"] == true)
    }

    @Test(arguments: Profile.allCases)
    func `a disabled account is refused outside the reference, and the code is gone`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let user = try await server.user()
        let code = try await server.oobCode("PASSWORD_RESET", "alice@example.test")
        _ = try await server.update(user.id, ["disableUser": true])

        let outcome = try await server.reset(code, to: "other-horse").outcome
        #expect(outcome == (profile == .emulator ? "OK" : "USER_DISABLED"))
        #expect(try await server.inspect(code).outcome == "INVALID_OOB_CODE")
    }

    @Test(arguments: Profile.allCases)
    func `an address that nobody has any more`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let user = try await server.user()
        let code = try await server.oobCode("PASSWORD_RESET", "alice@example.test")
        _ = try await server.update(user.id, ["email": "new@x.test"])

        let outcome = try await server.reset(code, to: "other-horse").outcome
        #expect(outcome == (profile == .emulator ? "INVALID_OOB_CODE" : "USER_NOT_FOUND"))
        #expect(try await server.signIn("new@x.test").status == 200)
    }

    @Test(arguments: Profile.allCases)
    func `the code of a deleted account is void`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let user = try await server.user()
        let code = try await server.oobCode("PASSWORD_RESET", "alice@example.test")
        _ = try await server.admin("accounts:delete", ["localId": .string(user.id)])

        #expect(try await server.reset(code, to: "other-horse").outcome == "INVALID_OOB_CODE")
    }

    @Test(arguments: Profile.allCases)
    func `a password changed elsewhere does not matter`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let user = try await server.user()
        let code = try await server.oobCode("PASSWORD_RESET", "alice@example.test")
        _ = try await server.update(user.id, ["password": "middle-horse"])

        #expect(try await server.reset(code, to: "other-horse").outcome == "OK")
    }

    /// production.md section 8: passwords are switched off.
    static let whileOff: [Row] = [
        Row(["oobCode": "$RESET", "newPassword": "other-horse"], emulator: "OK", others: "PASSWORD_LOGIN_DISABLED"),
        Row(["oobCode": "$RESET"], emulator: "OK", others: "OPERATION_NOT_ALLOWED"),
        Row(["oobCode": "junk"], emulator: "INVALID_OOB_CODE", others: "OPERATION_NOT_ALLOWED"),
        Row(
            ["oobCode": "junk", "newPassword": "other-horse"], emulator: "INVALID_OOB_CODE",
            others: "OPERATION_NOT_ALLOWED"),
        Row([:], emulator: "MISSING_OOB_CODE", others: "OPERATION_NOT_ALLOWED"),
        Row(["oobCode": "$VERIFY"], "OK"),
    ]

    @Test(arguments: Profile.allCases, whileOff)
    func `a project without passwords says so before it looks at the code`(
        _ profile: Profile, _ row: Row
    ) async throws {
        let server = try await TestServer.open(profile)
        _ = try await server.user()
        let codes = try await codes(server)
        try await server.set("signIn.email.enabled", false)

        let outcome = try await server.app("accounts:resetPassword", row.body.filling(codes)).outcome
        #expect(outcome == row.outcome(profile))
    }
}
