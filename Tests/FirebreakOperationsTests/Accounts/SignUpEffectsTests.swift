import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import Testing

/// accounts.md sections 1 and 4: what sign-up stores and answers.
struct SignUpEffectsTests {
    @Test(arguments: Profile.allCases)
    func `an app gets tokens and the account's names`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let body: JSON = [
            "email": "Alice@Example.TEST", "password": "correct-horse", "displayName": "Alice", "photoUrl": "http://p",
            "phoneNumber": "+15555550100", "disabled": true, "emailVerified": true,
        ]
        let answer = try await server.app("accounts:signUp", body)
        let user = try SignedInUser(answer)

        #expect(user.id.wholeMatch(of: /[A-Za-z0-9]{28}/) != nil)
        #expect(
            answer.json.dropping("idToken", "refreshToken").sorted == [
                "displayName": "Alice", "email": "alice@example.test", "expiresIn": "3600",
                "kind": "identitytoolkit#SignupNewUserResponse", "localId": .string(user.id),
            ])
        let stored = try await server.account(user.id)
        #expect(stored["photoUrl"] == nil)
        #expect(stored["phoneNumber"] == nil)
        #expect(stored["disabled"] == nil)
        #expect(stored["emailVerified"] == false)
    }

    @Test func `the reference's record of a user with a password is complete`() async throws {
        let server = try TestServer(.emulator)
        let user = try await server.user()

        var stored = try await server.account(user.id)
        let salt = try #require(stored["salt"]?.stringValue)
        #expect(salt.wholeMatch(of: /fakeSalt[A-Za-z0-9]{20}/) != nil)
        #expect(stored["passwordHash"] == .string("fakeHash:salt=\(salt):password=correct-horse"))
        stored = stored.dropping("salt", "passwordHash")
        #expect(stored.sorted == Self.passwordRecord(user.id).sorted)
    }

    @Test(arguments: [Profile.local, .production])
    func `a record outside the reference hides the password`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        let user = try await server.user()
        let expected = Self.passwordRecord(user.id).merging(["passwordHash": "UkVEQUNURUQ="])

        #expect(try await server.account(user.id).sorted == expected.sorted)
        #expect(try await server.lookup(user.idToken)["users"]?.sorted == [expected.sorted])
    }

    private static func passwordRecord(_ id: String) -> JSON {
        [
            "localId": .string(id), "email": "alice@example.test", "emailVerified": false,
            "createdAt": "1780315200000", "lastLoginAt": "1780315200000", "lastRefreshAt": "2026-06-01T12:00:00.000Z",
            "passwordUpdatedAt": 1_780_315_200_000, "validSince": "1780315200",
            "providerUserInfo": [
                [
                    "providerId": "password", "email": "alice@example.test", "federatedId": "alice@example.test",
                    "rawId": "alice@example.test",
                ]
            ],
        ]
    }

    @Test func `the reference's record of an anonymous user has four members`() async throws {
        let server = try TestServer(.emulator)
        let body: JSON = ["displayName": "Nobody", "photoUrl": "http://p"]
        let answer = try await server.app("accounts:signUp", body)
        let user = try SignedInUser(answer)

        #expect(answer.json.names.sorted() == ["expiresIn", "idToken", "kind", "localId", "refreshToken"])
        #expect(
            try await server.account(user.id).sorted == [
                "createdAt": "1780315200000", "lastLoginAt": "1780315200000",
                "lastRefreshAt": "2026-06-01T12:00:00.000Z", "localId": .string(user.id),
            ])
    }

    @Test(arguments: Profile.allCases)
    func `an anonymous user has no address, provider or password`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let stored = try await server.account(server.anonymousUser().id)

        for name in [
            "email", "emailVerified", "providerUserInfo", "passwordHash", "disabled", "displayName", "validSince",
        ] {
            #expect(stored[name] == nil, "\(name)")
        }
    }

    @Test(arguments: Profile.allCases)
    func `an admin's account takes every field and gives no tokens`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        let body: JSON = [
            "localId": "alice", "email": "Alice@X.test", "password": "secret1", "displayName": "Alice",
            "photoUrl": "http://p", "phoneNumber": "+15555550100", "emailVerified": true, "disabled": true,
        ]
        let answer = try await server.admin("accounts", body)

        #expect(answer["localId"] == "alice")
        #expect(answer["email"] == "alice@x.test")
        #expect(answer["kind"] == "identitytoolkit#SignupNewUserResponse")
        #expect(answer["displayName"] == (profile == .emulator ? "Alice" : nil))
        for name in ["idToken", "refreshToken", "expiresIn"] { #expect(answer[name] == nil) }
        let stored = try await server.account("alice")
        #expect(stored["displayName"] == "Alice")
        #expect(stored["photoUrl"] == "http://p")
        #expect(stored["phoneNumber"] == "+15555550100")
        #expect(stored["emailVerified"] == true)
        #expect(stored["disabled"] == true)
        #expect(stored["lastLoginAt"] == (profile == .emulator ? "1780315200000" : nil))
        #expect(stored["validSince"] == "1780315200")
        #expect(Set(stored.providerIDs ?? []) == ["password", "phone"])
    }

    @Test(arguments: Profile.allCases)
    func `an admin's account may be empty`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        let answer = try await server.admin("accounts", ["localId": "empty", "disabled": false])

        let kind: JSON = "identitytoolkit#SignupNewUserResponse"
        let expected: JSON =
            profile == .production
            ? ["email": "", "kind": kind, "localId": "empty"] : ["kind": kind, "localId": "empty"]
        #expect(answer.sorted == expected)
        let stored = try await server.account("empty")
        #expect(stored["emailVerified"] == (profile == .emulator ? false : nil))
        #expect(stored["disabled"] == (profile == .production ? false : nil))
        #expect(stored["validSince"] == (profile == .emulator ? nil : "1780315200"))
        #expect(stored["providerUserInfo"] == nil)
    }

    /// production.md section 9.1
    @Test(arguments: Profile.allCases, ["google.com", "facebook.com", "emailLink"])
    func `who signed in otherwise can add a password to the own address`(
        _ profile: Profile, _ means: String
    ) async throws {
        let server = try await TestServer.open(profile)
        let claims: JSON = ["sub": "1", "email": "A@x.test", "email_verified": true]
        let user =
            means == "emailLink"
            ? try await server.signInByLink("a@x.test") : try await server.idpUser(means, claims)
        let before = try await server.account(user.id)["emailVerified"]
        let body: JSON = ["idToken": user.token, "email": "a@x.test", "password": "correct-horse"]
        let answer = try await server.app("accounts:signUp", body)

        #expect(answer.outcome == (profile == .emulator ? "EMAIL_EXISTS" : "OK"))
        guard profile != .emulator else { return }
        #expect(answer["localId"] == .string(user.id))
        let account = try await server.account(user.id)
        #expect(account["emailVerified"] == before, "what is known of the address stays")
        #expect(account.providerIDs?.contains("password") == true)
        #expect(try await server.signIn("a@x.test").status == 200)
        // It is no way to a new password for somebody else's address, nor for one that has a password.
        let other = try await server.idpUser("google.com", ["sub": "2", "email": "b@x.test"])
        let taken: JSON = ["idToken": other.token, "email": "a@x.test", "password": "other-horse"]
        #expect(try await server.app("accounts:signUp", taken).outcome == "EMAIL_EXISTS")
        let token = try SignedInUser(await server.signIn("a@x.test")).token
        #expect(
            try await server.app("accounts:signUp", taken.merging(["idToken": token])).outcome == "EMAIL_EXISTS")
    }

    /// production.md section 9.
    @Test(arguments: [Profile.local, .production])
    func `an admin's account has its first login with the first sign-in`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        let body: JSON = ["localId": "a", "email": "alice@example.test", "password": "correct-horse"]
        _ = try await server.admin("accounts", body)
        #expect(try await server.account("a")["lastLoginAt"] == nil)
        server.clock.advance(seconds: 10)
        _ = try await server.signIn("alice@example.test")

        #expect(try await server.account("a")["lastLoginAt"] == "1780315210000")
    }

    /// production.md section 9.
    @Test(arguments: [Profile.local, .production])
    func `without an address nothing is said of its verification`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        _ = try await server.admin("accounts", ["localId": "p", "phoneNumber": "+15555550100", "emailVerified": true])
        #expect(try await server.account("p")["emailVerified"] == nil)
        let user = try await server.customUser("p")
        #expect(try claims(user.idToken)["email_verified"] == nil)
        _ = try await server.update("p", ["email": "p@x.test"])
        #expect(try await server.account("p")["emailVerified"] == false)

        _ = try await server.importAccounts(["localId": "i", "phoneNumber": "+15555550101"])
        #expect(try await server.account("i")["emailVerified"] == false)
    }

    /// production.md section 9.
    @Test(arguments: Profile.allCases)
    func `a name may have the character U+0000, and an identifier not`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        let name: JSON = "a\u{0}b\u{1A}0\u{1A}"
        let body: JSON = ["email": "alice@example.test", "password": "correct-horse", "displayName": name]
        let answer = try await server.app("accounts:signUp", body)
        let user = try SignedInUser(answer)

        #expect(answer["displayName"] == name)
        #expect(try claims(user.idToken)["name"] == name)
        #expect(try await server.lookup(user.idToken)["users"]?.arrayValue?.first?["displayName"] == name)
        #expect(try await server.update(user.id, ["displayName": "\u{0}"])["displayName"] == "\u{0}")
        #expect(try await server.account(user.id)["displayName"] == "\u{0}")
        for identifier: JSON in [["localId": "\u{0}"], ["email": "a\u{0}@x.test"], ["phoneNumber": "+1555\u{0}"]] {
            #expect(try await server.admin("accounts", identifier).status == 400, "\(identifier.text)")
        }
    }

    @Test(arguments: Profile.allCases)
    func `a password without an address is stored and makes no provider`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        let answer = try await server.admin("accounts", ["localId": "p", "password": "secret1"])

        #expect(answer.status == 200)
        let stored = try await server.account("p")
        #expect(stored["passwordHash"] != nil)
        #expect(stored["validSince"] == "1780315200")
        #expect(stored["providerUserInfo"] == nil)
    }

    @Test(arguments: Profile.allCases)
    func `second factors get IDs and do not gate sign-up`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let factors: JSON = [
            ["phoneInfo": "+15555550101", "displayName": "one", "mfaEnrollmentId": "given"],
            ["phoneInfo": "+15555550101", "displayName": "again"],
            ["phoneInfo": "+15555550102"],
        ]
        let answer = try await server.app("accounts:signUp", ["mfaInfo": factors, "returnSecureToken": true])
        let user = try SignedInUser(answer)

        let stored = try #require(try await server.account(user.id)["mfaInfo"]?.arrayValue)
        #expect(stored.map { $0["phoneInfo"] } == ["+15555550101", "+15555550102"])
        let isReference = profile == .emulator
        #expect(
            stored.map { $0["unobfuscatedPhoneInfo"] }
                == (isReference ? ["+15555550101", "+15555550102"] : [nil, nil]))
        #expect(stored.map { $0["displayName"] } == ["one", nil])
        for factor in stored {
            #expect(factor["enrolledAt"] == (isReference ? nil : "2026-06-01T12:00:00.000Z"))
            let id = try #require(factor["mfaEnrollmentId"]?.stringValue)
            #expect(id != "given")
            if profile == .emulator { #expect(id.wholeMatch(of: /[A-Za-z0-9]{28}/) != nil) }
        }
    }

    @Test(arguments: Profile.allCases)
    func `only the reference lets a user's sign-up replace second factors`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let guest = try await server.anonymousUser()
        let body: JSON = [
            "idToken": guest.token, "email": "guest@x.test", "password": "secret1",
            "mfaInfo": [["phoneInfo": "+15555550101"]],
        ]
        #expect(try await server.app("accounts:signUp", body).status == 200)

        #expect((try await server.account(guest.id)["mfaInfo"] != nil) == (profile == .emulator))
    }

    // MARK: Linking

    @Test(arguments: Profile.allCases)
    func `an anonymous user becomes one with a password`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let guest = try await server.anonymousUser()
        server.clock.advance(seconds: 10)
        let answer = try await server.app(
            "accounts:signUp", ["idToken": guest.token, "email": "Guest@X.test", "password": "secret1"])
        let user = try SignedInUser(answer)

        #expect(answer["localId"] == .string(guest.id))
        #expect(user.id == guest.id)
        #expect(try claims(user.idToken)[path: "firebase.sign_in_provider"] == "password")
        #expect(try claims(user.idToken)["provider_id"] == nil)
        let stored = try await server.account(guest.id)
        #expect(stored["email"] == "guest@x.test")
        #expect(stored["emailVerified"] == false)
        #expect(stored["initialEmail"] == nil)
        #expect(stored["lastLoginAt"] == "1780315210000")
        #expect(stored["createdAt"] == "1780315200000")
        #expect(stored["validSince"] == "1780315210")
        #expect(stored.providerIDs == ["password"])
        #expect(try await server.lookup(guest.idToken).outcome == "TOKEN_EXPIRED")
        #expect(try await server.signIn("guest@x.test", password: "secret1").status == 200)
    }

    @Test(arguments: Profile.allCases)
    func `linking replaces address and password`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let user = try await server.user()
        let body: JSON = ["idToken": user.token, "email": "new@x.test", "password": "other-horse"]

        #expect(try await server.app("accounts:signUp", body).status == 200)
        #expect(try await server.account(email: "alice@example.test") == .null)
        #expect(try await server.account(user.id)["initialEmail"] == nil)
        #expect(try await server.signIn("new@x.test", password: "other-horse").status == 200)
    }

    @Test func `linking loses a display name that is not repeated, in the reference`() async throws {
        let server = try TestServer(.emulator)
        let guest = try await server.anonymousUser()
        _ = try await server.update(guest.id, ["displayName": "Guest"])
        let answer = try await server.app(
            "accounts:signUp", ["idToken": guest.token, "email": "g@x.test", "password": "secret1"])

        #expect(answer["displayName"] == nil)
        #expect(try await server.account(guest.id)["displayName"] == nil)
    }

    @Test(arguments: Profile.allCases)
    func `an admin who links gets no tokens`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let guest = try await server.anonymousUser()
        let answer = try await server.admin(
            "accounts", ["idToken": guest.token, "email": "g@x.test", "password": "secret1"])

        #expect(answer["localId"] == .string(guest.id))
        #expect(answer["idToken"] == nil)
        #expect(try await server.account(guest.id)["email"] == "g@x.test")
    }

    @Test(arguments: Profile.allCases)
    func `the token of somebody disabled or deleted links nothing`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let guest = try await server.anonymousUser()
        let body: JSON = ["idToken": guest.token, "email": "g@x.test", "password": "secret1"]

        _ = try await server.update(guest.id, ["disableUser": true])
        #expect(try await server.app("accounts:signUp", body).outcome == "USER_DISABLED")
        _ = try await server.admin("accounts:delete", ["localId": .string(guest.id)])
        #expect(try await server.app("accounts:signUp", body).outcome == "USER_NOT_FOUND")
        #expect(try await server.account(email: "g@x.test") == .null)
    }
}
