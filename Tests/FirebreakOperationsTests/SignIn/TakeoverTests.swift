import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import Testing

/// Rule `takeover` (firebreak.md section 3, production.md section 3.5): who owns the address gets the account, and
/// nobody else keeps a way in.
struct TakeoverTests {
    /// An unverified account with a password, and its owner's sign-in by link ten seconds later.
    private func takeOver(_ server: TestServer, withOwnToken: Bool = false) async throws -> SignedInUser {
        let user = try await server.user()
        server.clock.advance(seconds: 10)
        let code = try await server.mailedCode("EMAIL_SIGNIN", "alice@example.test")
        let answer = try await server.finishLink(
            "alice@example.test", code, withOwnToken ? ["idToken": user.token] : [:])
        try #require(answer["localId"] == .string(user.id), "\(answer.text)")
        return user
    }

    @Test(arguments: [Profile.local, .production])
    func `a sign-in link removes an unverified account's password and ends its sessions`(
        _ profile: Profile
    ) async throws {
        let server = try await TestServer.open(profile)
        let user = try await takeOver(server)

        #expect(try await server.signIn("alice@example.test").outcome == "INVALID_LOGIN_CREDENTIALS")
        #expect(try await server.lookup(user.idToken).outcome == "TOKEN_EXPIRED")
        #expect(try await server.refresh(user.refreshToken).outcome == "TOKEN_EXPIRED")
        let stored = try await server.account(user.id)
        #expect(stored["passwordHash"] == nil)
        #expect(stored["passwordUpdatedAt"] == 1_780_315_200_000)
        #expect(stored["emailVerified"] == true)
        #expect(stored["emailLinkSignin"] == true)
        #expect(stored["validSince"] == "1780315210")
        #expect(stored.providerIDs == ["password"])
    }

    @Test(arguments: [Profile.local, .production])
    func `the tokens of the takeover itself are good`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        _ = try await server.user()
        let owner = try await server.signInByLink("alice@example.test")

        #expect(try await server.lookup(owner.idToken).status == 200)
        #expect(try await server.refresh(owner.refreshToken).status == 200)
    }

    private func expectUntouched(_ server: TestServer, _ user: SignedInUser) async throws {
        #expect(try await server.signIn("alice@example.test").status == 200)
        #expect(try await server.lookup(user.idToken).status == 200)
        #expect(try await server.refresh(user.refreshToken).status == 200)
        let stored = try await server.account(user.id)
        #expect(stored["emailVerified"] == true)
        #expect(stored["validSince"] == "1780315200")
    }

    @Test func `the reference does not know that`() async throws {
        let server = try TestServer(.emulator)

        try await expectUntouched(server, takeOver(server))
    }

    @Test(arguments: [Profile.local, .production], ["off", "federated"])
    func `the rule switches it off`(_ profile: Profile, _ value: String) async throws {
        let server = try await TestServer.open(profile, rules: ["takeover": value])

        try await expectUntouched(server, takeOver(server))
    }

    @Test func `the rule switches it on for the reference`() async throws {
        let server = try TestServer(.emulator, rules: ["takeover": "on"])
        let user = try await takeOver(server)

        #expect(try await server.signIn("alice@example.test").outcome == "INVALID_PASSWORD")
        #expect(try await server.lookup(user.idToken).outcome == "TOKEN_EXPIRED")
    }

    @Test(arguments: Profile.allCases)
    func `who presents the account's own token keeps all of it`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)

        try await expectUntouched(server, takeOver(server, withOwnToken: true))
    }
}
