import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import Testing

/// accounts.md sections 3, 8.2 and 8.5: changes of address, password and sessions, and which tokens they give.
struct AccountChangesTests {
    private func server(_ profile: Profile) async throws -> TestServer {
        try await TestServer.open(profile, privacy: false)
    }

    private func change(_ server: TestServer, _ user: SignedInUser, _ changes: JSON) async throws -> TestAnswer {
        try await server.app("accounts:update", changes.merging(["idToken": user.token, "returnSecureToken": true]))
    }

    @Test(arguments: Profile.allCases)
    func `a user changes his address`(_ profile: Profile) async throws {
        let server = try await server(profile)
        let user = try await server.user()
        _ = try await server.update(user.id, ["emailVerified": true])
        server.clock.advance(seconds: 10)
        let answer = try await change(server, user, ["email": "New@X.test"])

        #expect(answer["email"] == "new@x.test")
        #expect(answer["newEmail"] == "new@x.test")
        #expect(answer["emailVerified"] == false)
        #expect(try claims(answer.string("idToken"))["email"] == "new@x.test")
        #expect(try claims(answer.string("idToken"))[path: "firebase.sign_in_provider"] == "password")
        let stored = try await server.account(user.id)
        #expect(stored["email"] == "new@x.test")
        #expect(stored["emailVerified"] == false)
        #expect(stored["initialEmail"] == "alice@example.test")
        #expect(stored["validSince"] == .string(String(TestServer.start + 10)))
        #expect(stored[path: "providerUserInfo"]?.arrayValue?[0]["email"] == "new@x.test")
        #expect(try await server.lookup(user.idToken).outcome == "TOKEN_EXPIRED")
        #expect(try await server.lookup(try #require(answer.string("idToken"))).status == 200)
    }

    @Test(arguments: Profile.allCases)
    func `recovery mails always go to the first address`(_ profile: Profile) async throws {
        let server = try await server(profile)
        let user = try await server.user()
        let second = try SignedInUser(await change(server, user, ["email": "two@x.test"]))
        _ = try await change(server, second, ["email": "three@x.test"])

        let mails = try await server.outbox("type=RECOVER_EMAIL")
        #expect(mails.map { $0["to"] } == ["alice@example.test", "alice@example.test"])
        #expect(mails.map { $0["newEmail"] } == ["two@x.test", "three@x.test"])
        #expect(try await server.account(user.id)["initialEmail"] == "alice@example.test")
    }

    @Test(arguments: [["deleteProvider": ["password"]], ["deleteAttribute": ["EMAIL"]]] as [JSON])
    func `in the reference an address that is changed and taken away at once can be recovered`(
        _ removal: JSON
    ) async throws {
        let server = try await TestServer.open(.emulator)
        let user = try await server.user()
        let body: JSON = ["idToken": user.token, "email": "new@x.test"]
        let answer = try await server.app("accounts:update", body.merging(removal))

        #expect(answer.outcome == "OK")
        #expect(try await server.account(user.id)["email"] == nil)
        #expect(try await server.outbox("type=RECOVER_EMAIL").map { $0["to"] } == ["alice@example.test"])
    }

    /// production.md section 5.
    @Test(arguments: [Profile.local, .production])
    func `an admin's change of an address leaves no trace of the first one`(_ profile: Profile) async throws {
        let server = try await server(profile)
        let user = try await server.user()
        let answer = try await server.update(user.id, ["email": "new@x.test"])

        #expect(answer["email"] == "new@x.test")
        #expect(answer["newEmail"] == nil)
        #expect(try await server.account(user.id)["initialEmail"] == nil)
        #expect(try await server.outbox() == [])

        let code = try await server.oobCode("VERIFY_AND_CHANGE_EMAIL", "new@x.test", ["newEmail": "last@x.test"])
        #expect(try await server.redeem(code)["newEmail"] == "last@x.test")
        #expect(try await server.account(user.id)["initialEmail"] == "new@x.test")
    }

    @Test func `the first address of somebody who had none needs no recovery, in the reference`() async throws {
        let server = try await server(.emulator)
        _ = try await server.admin("accounts", ["localId": "p", "phoneNumber": "+15555550100"])
        _ = try await server.update("p", ["email": "one@x.test"])
        #expect(try await server.outbox() == [])
        #expect(try await server.account("p")["initialEmail"] == nil)

        _ = try await server.update("p", ["email": "two@x.test"])
        #expect(try await server.outbox().map { $0["to"] } == ["one@x.test"])
        #expect(try await server.account("p")["initialEmail"] == "one@x.test")
    }

    @Test(arguments: Profile.allCases)
    func `an anonymous user who adds an address stays anonymous`(_ profile: Profile) async throws {
        let server = try await server(profile)
        let user = try await server.anonymousUser()
        let answer = try await change(server, user, ["email": "one@x.test"])

        #expect(try claims(answer.string("idToken"))[path: "firebase.sign_in_provider"] == "anonymous")
        #expect(try claims(answer.string("idToken"))["provider_id"] == "anonymous")
        let again = try SignedInUser(answer)
        _ = try await change(server, again, ["email": "two@x.test"])
        #expect(try await server.account(user.id)["initialEmail"] == nil)
        #expect(try await server.outbox() == [])
    }

    @Test(arguments: Profile.allCases)
    func `an address that stays the same has no effect`(_ profile: Profile) async throws {
        let server = try await server(profile)
        let user = try await server.user()
        let before = try await server.account(user.id)
        server.clock.advance(seconds: 10)
        let answer = try await change(server, user, ["email": "ALICE@example.test"])

        #expect(answer["newEmail"] == "alice@example.test")
        #expect(answer["idToken"] == nil)
        #expect(try await server.account(user.id) == before)
    }

    @Test(arguments: Profile.allCases)
    func `an admin changes an address`(_ profile: Profile) async throws {
        let server = try await server(profile)
        let user = try await server.user()
        _ = try await server.update(user.id, ["emailVerified": true])
        server.clock.advance(seconds: 10)
        let answer = try await server.update(user.id, ["email": "new@x.test"])

        for name in ["idToken", "refreshToken", "expiresIn"] { #expect(answer[name] == nil) }
        let stored = try await server.account(user.id)
        #expect(stored["emailVerified"] == (profile == .emulator ? false : true))
        #expect(stored["validSince"] == .string(String(TestServer.start + 10)))
        #expect(
            try await server.outbox().map { $0["to"] } == (profile == .emulator ? ["alice@example.test"] : []))

        _ = try await server.update(user.id, ["email": "third@x.test", "emailVerified": true])
        #expect(try await server.account(user.id)["emailVerified"] == true)
    }

    @Test(arguments: Profile.allCases)
    func `a new password ends older tokens and gives new ones`(_ profile: Profile) async throws {
        let server = try await server(profile)
        let user = try await server.user()
        server.clock.advance(seconds: 10)
        let answer = try await change(server, user, ["password": "other-horse"])

        #expect(answer["expiresIn"] == "3600")
        #expect(answer["newEmail"] == nil)
        #expect(try await server.lookup(user.idToken).outcome == "TOKEN_EXPIRED")
        #expect(try await server.lookup(SignedInUser(answer).idToken).status == 200)
        #expect(try await server.refresh(SignedInUser(answer).refreshToken).status == 200)
        let stored = try await server.account(user.id)
        #expect(stored["passwordUpdatedAt"] == 1_780_315_210_000)
        #expect(stored["validSince"] == .string(String(TestServer.start + 10)))
        #expect(try await server.signIn("alice@example.test").status == 400)
        #expect(try await server.signIn("alice@example.test", password: "other-horse").status == 200)
    }

    @Test func `a password set by an admin gives tokens, too, in the reference`() async throws {
        let server = try await server(.emulator)
        let user = try await server.customUser("c")
        let answer = try await server.update(user.id, ["password": "other-horse"])

        #expect(try claims(answer.string("idToken"))[path: "firebase.sign_in_provider"] == "password")
    }

    /// production.md section 1.1.
    @Test(arguments: [Profile.local, .production], [false, true])
    func `a password set by an admin gives no tokens`(_ profile: Profile, isDisabled: Bool) async throws {
        let server = try await server(profile)
        let user = try await server.user()
        _ = try await server.update(user.id, ["disableUser": .bool(isDisabled)])
        let answer = try await server.update(user.id, ["password": "other-horse", "returnSecureToken": true])

        #expect(answer.status == 200)
        for name in JSON.tokenNames { #expect(answer[name] == nil, "\(name)") }
    }

    /// production.md section 1.1.
    @Test(arguments: Profile.allCases, ["password", "validSince"])
    func `a user who does not ask for all tokens gets one`(_ profile: Profile, _ name: String) async throws {
        let server = try await server(profile)
        let user = try await server.user()
        let change: JSON = ["idToken": user.token]
        let answer = try await server.app(
            "accounts:update", change.merging(JSON.object([.init(name, .string("1234567890"))])))

        let token = try #require(JSONWebToken(answer.string("idToken") ?? ""))
        #expect((answer["refreshToken"] != nil) == (profile == .emulator))
        #expect((answer["expiresIn"] != nil) == (profile == .emulator))
        #expect((token.payload["iss"] == "https://identitytoolkit.google.com/") == (profile == .production))
        #expect(try await server.lookup(answer.string("idToken") ?? "").outcome == "OK")
    }

    @Test(arguments: Profile.allCases)
    func `an admin with a user's token updates the token's user with his rights`(_ profile: Profile) async throws {
        let server = try await server(profile)
        let user = try await server.user()
        _ = try await server.admin("accounts", ["localId": "bob"])
        let answer = try await server.update("bob", ["idToken": user.token, "customAttributes": "{\"a\":1}"])

        #expect(answer["localId"] == .string(user.id))
        #expect(try await server.account(user.id)["customAttributes"] == "{\"a\":1}")
        #expect(try await server.account("bob")["customAttributes"] == nil)
    }

    // MARK: validSince

    @Test(arguments: Profile.allCases)
    func `an admin's validSince is stored as it is`(_ profile: Profile) async throws {
        let server = try await server(profile)
        let user = try await server.user()

        for text in ["0", String(TestServer.start + 60), String(TestServer.start)] {
            let answer = try await server.update(user.id, ["validSince": .string(text)])
            #expect(answer["idToken"] == nil)
            #expect(try await server.account(user.id)["validSince"] == .string(text))
        }
        _ = try await server.update(user.id, ["validSince": .int(TestServer.start + 5)])
        #expect(try await server.account(user.id)["validSince"] == .string(String(TestServer.start + 5)))
        _ = try await server.update(user.id, ["validSince": ""])
        #expect(try await server.account(user.id)["validSince"] == .string(String(TestServer.start + 5)))
    }

    @Test(arguments: Profile.allCases)
    func `a user's own validSince gives tokens, and only the reference stores it`(_ profile: Profile) async throws {
        let server = try await server(profile)
        let user = try await server.user()
        server.clock.advance(seconds: 10)
        let answer = try await change(server, user, ["validSince": "123"])

        #expect(try claims(answer.string("idToken"))[path: "firebase.sign_in_provider"] == "password")
        let since = profile == .emulator ? TestServer.start + 10 : TestServer.start
        #expect(try await server.account(user.id)["validSince"] == .string(String(since)))
        #expect(
            try await server.lookup(user.idToken).outcome == (profile == .emulator ? "TOKEN_EXPIRED" : "OK"))
    }

    @Test(arguments: Profile.allCases)
    func `a changed name gives no tokens`(_ profile: Profile) async throws {
        let server = try await server(profile)
        let user = try await server.user()
        let answer = try await change(server, user, ["displayName": "Alice", "photoUrl": "http://p"])

        let hash = try await server.account(user.id)["passwordHash"] ?? .null
        let entry: JSON = [
            "displayName": "Alice", "email": "alice@example.test", "federatedId": "alice@example.test",
            "photoUrl": "http://p", "providerId": "password", "rawId": "alice@example.test",
        ]
        #expect(
            answer.sorted == [
                "displayName": "Alice", "email": "alice@example.test", "emailVerified": false,
                "kind": "identitytoolkit#SetAccountInfoResponse", "localId": .string(user.id), "passwordHash": hash,
                "photoUrl": "http://p", "providerUserInfo": [entry],
            ])
    }

    @Test(arguments: Profile.allCases)
    func `tokens given again forget the claims of the old session`(_ profile: Profile) async throws {
        let server = try await server(profile)
        let user = try await server.customUser("c", claims: ["level": 3])
        try #require(try claims(user.idToken)["level"] == 3)
        let answer = try await change(server, user, ["email": "c@x.test"])

        let renewed = try SignedInUser(answer)
        #expect(try claims(renewed.idToken)["level"] == nil)
        #expect(try claims(renewed.idToken)[path: "firebase.sign_in_provider"] == "custom")
        let refreshed = try await server.refresh(renewed.refreshToken)
        #expect(try claims(refreshed.string("id_token"))["level"] == nil)
    }
}
