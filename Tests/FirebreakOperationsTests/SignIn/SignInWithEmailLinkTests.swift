import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import Testing

/// accounts.md section 7 and production.md section 3.5.
struct SignInWithEmailLinkTests {
    private static let wrongAddress =
        "INVALID_EMAIL : The email provided does not match the sign-in email address."

    static let rows: [Row] = [
        Row([:], "MISSING_EMAIL"),
        Row(["oobCode": "$CODE"], "MISSING_EMAIL"),
        Row(["email": "", "oobCode": "$CODE"], "MISSING_EMAIL"),
        Row(["idToken": "junk"], "INVALID_ID_TOKEN"),
        Row(["idToken": "junk", "email": "alice@example.test", "oobCode": "$CODE"], "INVALID_ID_TOKEN"),
        Row(["email": "alice@example.test"], "MISSING_OOB_CODE"),
        Row(["email": "alice@example.test", "oobCode": ""], "MISSING_OOB_CODE"),
        Row(["email": "other@x.test", "oobCode": "junk"], "INVALID_OOB_CODE"),
        Row(["email": "alice@example.test", "oobCode": "$RESET"], "INVALID_OOB_CODE"),
        Row(["email": "other@x.test", "oobCode": "$CODE"], wrongAddress),
        Row(["email": "other@x.test", "oobCode": "$CODE", "idToken": "$TOKEN"], wrongAddress),
        Row(["email": "no address", "oobCode": "$CODE"], wrongAddress),
    ]

    @Test(arguments: Profile.allCases, rows)
    func `the request is checked in order, and a refusal keeps the code`(_ profile: Profile, _ row: Row) async throws {
        let server = try await TestServer.open(profile)
        let user = try await server.user()
        let code = try await server.mailedCode("EMAIL_SIGNIN", "alice@example.test")
        let reset = try await server.oobCode("PASSWORD_RESET", "alice@example.test")
        let values = ["$TOKEN": user.idToken, "$CODE": code, "$RESET": reset]

        let outcome = try await server.app("accounts:signInWithEmailLink", row.body.filling(values)).outcome
        #expect(outcome == row.outcome(profile))
        #expect(try await server.inspect(reset).status == 200)
        #expect(try await server.finishLink("ALICE@example.test", code).outcome == "OK")
    }

    @Test(arguments: Profile.allCases)
    func `a new address makes a verified account`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let code = try await server.mailedCode("EMAIL_SIGNIN", "New@X.test")
        let answer = try await server.finishLink("nEW@x.test", code)
        let user = try SignedInUser(answer)

        #expect(
            answer.json.dropping("idToken", "refreshToken").sorted == [
                "email": "new@x.test", "expiresIn": "3600", "isNewUser": true,
                "kind": "identitytoolkit#EmailLinkSigninResponse", "localId": .string(user.id),
            ])
        let token = try claims(user.idToken)
        #expect(token[path: "firebase.sign_in_provider"] == "password")
        #expect(token["email_verified"] == true)
        #expect(
            try await server.account(user.id).dropping("validSince").sorted == [
                "createdAt": "1780315200000", "email": "new@x.test", "emailLinkSignin": true, "emailVerified": true,
                "lastLoginAt": "1780315200000", "lastRefreshAt": "2026-06-01T12:00:00.000Z",
                "localId": .string(user.id),
                "providerUserInfo": [
                    [
                        "email": "new@x.test", "federatedId": "new@x.test", "providerId": "password",
                        "rawId": "new@x.test",
                    ]
                ],
            ])
        #expect(try await server.finishLink("new@x.test", code).outcome == "INVALID_OOB_CODE")
    }

    @Test(arguments: Profile.allCases)
    func `a verified account keeps its password and its sessions`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let user = try await server.user()
        _ = try await server.redeem(server.oobCode("VERIFY_EMAIL", "alice@example.test"))
        server.clock.advance(seconds: 10)
        let code = try await server.mailedCode("EMAIL_SIGNIN", "alice@example.test")
        let answer = try await server.finishLink("alice@example.test", code)

        #expect(answer["isNewUser"] == false)
        #expect(answer["localId"] == .string(user.id))
        #expect(try await server.lookup(user.idToken).status == 200)
        #expect(try await server.refresh(user.refreshToken).status == 200)
        #expect(try await server.signIn("alice@example.test").status == 200)
        let stored = try await server.account(user.id)
        #expect(stored["validSince"] == "1780315200")
        #expect(stored["lastLoginAt"] == "1780315210000")
        #expect(stored["emailLinkSignin"] == true)
    }

    // MARK: With an ID token

    @Test(arguments: Profile.allCases)
    func `an anonymous user gets the address`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let guest = try await server.anonymousUser()
        let code = try await server.mailedCode("EMAIL_SIGNIN", "guest@x.test")
        let answer = try await server.finishLink("guest@x.test", code, ["idToken": guest.token])

        #expect(answer["localId"] == .string(guest.id))
        #expect(answer["isNewUser"] == false)
        let token = try claims(answer.string("idToken"))
        #expect(token[path: "firebase.sign_in_provider"] == "password")
        #expect(token["provider_id"] == nil)
        #expect(try await server.account(guest.id)["emailVerified"] == true)
        #expect(try await server.account(guest.id)["validSince"] == nil)
    }

    @Test(arguments: Profile.allCases)
    func `somebody with another address gets this one instead`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let user = try await server.user()
        let code = try await server.mailedCode("EMAIL_SIGNIN", "new@x.test")
        server.clock.advance(seconds: 10)
        let answer = try await server.finishLink("new@x.test", code, ["idToken": user.token])

        #expect(answer["localId"] == .string(user.id))
        let stored = try await server.account(user.id)
        #expect(stored["email"] == "new@x.test")
        #expect(stored["emailVerified"] == true)
        #expect(stored["emailLinkSignin"] == true)
        #expect(stored["initialEmail"] == nil)
        #expect(try await server.lookup(user.idToken).status == 200)
        #expect(try await server.signIn("new@x.test").status == 200)
        #expect(try await server.outbox("type=RECOVER_EMAIL") == [])
    }

    @Test(arguments: Profile.allCases)
    func `an address of another account is refused and the code is gone`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let user = try await server.user()
        _ = try await server.user("bob@x.test")
        let code = try await server.mailedCode("EMAIL_SIGNIN", "bob@x.test")

        #expect(try await server.finishLink("bob@x.test", code, ["idToken": user.token]).outcome == "EMAIL_EXISTS")
        #expect(try await server.finishLink("bob@x.test", code).outcome == "INVALID_OOB_CODE")
        #expect(try await server.account(user.id)["email"] == "alice@example.test")
    }

    @Test(arguments: Profile.allCases)
    func `somebody signs in again with his own token and address`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let user = try await server.user()
        let code = try await server.mailedCode("EMAIL_SIGNIN", "alice@example.test")
        let answer = try await server.finishLink("alice@example.test", code, ["idToken": user.token])

        #expect(answer["localId"] == .string(user.id))
        #expect(answer["isNewUser"] == false)
    }

    // MARK: Accounts in other states

    @Test(arguments: Profile.allCases)
    func `a disabled account is refused and the code is gone`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let user = try await server.user()
        let code = try await server.mailedCode("EMAIL_SIGNIN", "alice@example.test")
        _ = try await server.update(user.id, ["disableUser": true])

        #expect(try await server.finishLink("alice@example.test", code).outcome == "USER_DISABLED")
        #expect(try await server.finishLink("alice@example.test", code).outcome == "INVALID_OOB_CODE")
    }

    /// accounts.md section 7
    @Test(arguments: Profile.allCases)
    func `that a disabled account has the address comes first in the reference`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let owner = try await server.user()
        let other = try await server.user("bob@example.test")
        let code = try await server.mailedCode("EMAIL_SIGNIN", "alice@example.test")
        _ = try await server.update(owner.id, ["disableUser": true])

        let answer = try await server.finishLink("alice@example.test", code, ["idToken": other.token])
        #expect(answer.outcome == (profile == .emulator ? "EMAIL_EXISTS" : "USER_DISABLED"))
    }

    @Test(arguments: Profile.allCases)
    func `a link of an account deleted since is void outside the reference`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let user = try await server.user()
        let code = try await server.mailedCode("EMAIL_SIGNIN", "alice@example.test")
        _ = try await server.admin("accounts:delete", ["localId": .string(user.id)])

        let answer = try await server.finishLink("alice@example.test", code)
        #expect(answer.outcome == (profile == .emulator ? "OK" : "INVALID_OOB_CODE"))
        #expect(answer["isNewUser"] == (profile == .emulator ? true : nil))
    }

    @Test(arguments: Profile.allCases)
    func `a second factor is asked for, and the address counts already`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        _ = try await server.importAccounts(
            [
                "localId": "a", "email": "a@x.test", "emailVerified": true, "lastLoginAt": "5",
                "mfaInfo": [["mfaEnrollmentId": "1", "phoneInfo": "+15555550100"]],
            ])
        let code = try await server.mailedCode("EMAIL_SIGNIN", "a@x.test")
        let answer = try await server.finishLink("a@x.test", code)

        let isNewUser = profile == .emulator ? ["isNewUser"] : []
        #expect(
            answer.json.names.sorted()
                == (["email", "kind", "localId", "mfaInfo", "mfaPendingCredential"] + isNewUser).sorted())
        #expect(answer["mfaInfo"]?.arrayValue?[0]["phoneInfo"] == "+*******0100")
        let stored = try await server.account("a")
        #expect(stored["emailLinkSignin"] == true)
        #expect(stored["lastLoginAt"] == "5")
    }

    // MARK: Switches

    @Test(arguments: Profile.allCases)
    func `a project that requires passwords takes no links`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let code = try await server.mailedCode("EMAIL_SIGNIN", "a@x.test")
        try await server.set("signIn.email.passwordRequired", true)

        let expected = profile == .emulator ? "OK" : "OPERATION_NOT_ALLOWED"
        let first = try await server.app("accounts:signInWithEmailLink", ["idToken": "junk"])
        #expect(first.outcome == (profile == .emulator ? "INVALID_ID_TOKEN" : expected))
        #expect(try await server.finishLink("a@x.test", code).outcome == expected)
    }

    @Test func `a fresh project of production takes no links`() async throws {
        let server = try TestServer(.production)

        #expect(try await server.app("accounts:signInWithEmailLink").outcome == "OPERATION_NOT_ALLOWED")
    }
}
