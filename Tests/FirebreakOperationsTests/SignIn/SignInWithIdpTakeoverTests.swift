import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import Testing

/// idp.md 1.6 and 1.7, case T, and rule `takeover`: a verified address leads into the account that has it.
struct SignInWithIdpTakeoverTests {
    private static let claims: JSON = [
        "sub": "1", "email": "Alice@example.test", "email_verified": true, "picture": "http://p.test/",
    ]

    /// An unverified account with a password, a number, another identity, a second factor and a profile.
    private static func victim(_ server: TestServer) async throws -> SignedInUser {
        let user = try await server.user()
        let answer = try await server.update(
            user.id,
            [
                "displayName": "Old", "phoneNumber": "+15555550100",
                "linkProviderUserInfo": ["providerId": "facebook.com", "rawId": "f"],
            ])
        try #require(answer.status == 200, "\(answer.text)")
        server.clock.advance(seconds: 10)
        return user
    }

    @Test(arguments: [Profile.local, .production])
    func `an unverified account loses all other means and its sessions`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let user = try await Self.victim(server)
        let answer = try await server.idp("google.com", Self.claims)
        let account = try await server.account(user.id)

        #expect(answer["localId"] == .string(user.id) && answer["isNewUser"] == nil)
        #expect(answer["emailVerified"] == true && answer["emailRecycled"] == nil)
        #expect(account.providerIDs == ["google.com"])
        #expect(account["passwordHash"] == nil && account["phoneNumber"] == nil)
        #expect(account["validSince"] == "1780315210")
        #expect(try await server.lookup(user.idToken).outcome == "TOKEN_EXPIRED")
        #expect(try await server.refresh(user.refreshToken).outcome == "TOKEN_EXPIRED")
        #expect(try await server.signIn("alice@example.test").outcome == "INVALID_LOGIN_CREDENTIALS")
        #expect(try await server.lookup(SignedInUser(answer).idToken).status == 200)
    }

    @Test func `in the reference other identities stay, password and number go`() async throws {
        let server = try TestServer(.emulator)
        let user = try await Self.victim(server)
        let answer = try await server.idp("google.com", Self.claims)
        let account = try await server.account(user.id)

        #expect(answer["localId"] == .string(user.id))
        #expect(account.providerIDs?.sorted() == ["facebook.com", "google.com"])
        // idp.md 1.7
        #expect(account["salt"]?.stringValue?.hasPrefix("fakeSalt") == true)
        #expect(account["passwordHash"] == nil && account["phoneNumber"] == nil)
        #expect(account["validSince"] == "1780315210")
        #expect(try await server.lookup(user.idToken).outcome == "TOKEN_EXPIRED")
        #expect(try await server.signIn("alice@example.test").outcome == "INVALID_PASSWORD")
    }

    @Test(arguments: Profile.allCases)
    func `the sign-in methods of a taken account are those of its owner`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile, privacy: false)
        _ = try await server.user()
        _ = try await server.idpUser("google.com", Self.claims)

        let body: JSON = ["identifier": "alice@example.test", "continueUri": "http://localhost"]
        #expect(try await server.app("accounts:createAuthUri", body)["signinMethods"] == ["google.com"])
    }

    @Test(arguments: Profile.allCases)
    func `the rule switches it off`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile, rules: ["takeover": "off"])
        let user = try await Self.victim(server)
        let answer = try await server.idp("google.com", Self.claims)
        let account = try await server.account(user.id)

        #expect(answer["localId"] == .string(user.id))
        #expect(account.providerIDs?.sorted() == ["facebook.com", "google.com", "password", "phone"])
        #expect(account["emailVerified"] == true)
        #expect(account["validSince"] == "1780315200")
        #expect(try await server.lookup(user.idToken).status == 200)
        #expect(try await server.signIn("alice@example.test").status == 200)
    }

    @Test(arguments: Profile.allCases)
    func `the rule can be what the reference does`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile, rules: ["takeover": "federated"])
        let user = try await Self.victim(server)
        _ = try await server.idpUser("google.com", Self.claims)
        let account = try await server.account(user.id)

        #expect(account.providerIDs?.sorted() == ["facebook.com", "google.com"])
        #expect(account["passwordHash"] == nil && account["phoneNumber"] == nil)
        #expect(try await server.lookup(user.idToken).outcome == "TOKEN_EXPIRED")
    }

    @Test func `the rule can be on for the reference`() async throws {
        let server = try TestServer(.emulator, rules: ["takeover": "on"])
        let user = try await Self.victim(server)
        _ = try await server.idpUser("google.com", Self.claims)

        #expect(try await server.account(user.id).providerIDs == ["google.com"])
    }

    @Test(arguments: Profile.allCases)
    func `a verified account keeps all it has, but for its profile`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let user = try await Self.victim(server)
        _ = try await server.update(user.id, ["emailVerified": true])
        let answer = try await server.idp("google.com", Self.claims)
        let account = try await server.account(user.id)

        #expect(answer["localId"] == .string(user.id))
        #expect(account["displayName"] == nil, "what the provider does not say goes")
        #expect(account["photoUrl"] == "http://p.test/")
        #expect(account.providerIDs?.sorted() == ["facebook.com", "google.com", "password", "phone"])
        #expect(account["validSince"] == "1780315200")
        #expect(account["lastLoginAt"] == "1780315210000")
        #expect(try await server.lookup(user.idToken).status == 200)
        #expect(try await server.signIn("alice@example.test").status == 200)
    }

    @Test(arguments: Profile.allCases)
    func `two providers of one verified address lead into one account`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let google = try await server.idpUser("google.com", Self.claims)
        let apple = try await server.idpUser("apple.com", Self.claims)

        #expect(apple.id == google.id)
        #expect(try await server.account(google.id).providerIDs == ["google.com", "apple.com"])
    }

    @Test(arguments: Profile.allCases)
    func `another identity of the same provider replaces the former one`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let user = try await server.idpUser("google.com", Self.claims)
        let answer = try await server.idp("google.com", Self.claims.merging(["sub": "2"]))
        let account = try await server.account(user.id)

        #expect(answer["localId"] == .string(user.id))
        #expect(answer["emailRecycled"] == true)
        #expect(account.providerIDs == ["google.com"])
        #expect(account.entry("google.com")?["rawId"] == "2")
        let again = try await server.idp("google.com", Self.claims.merging(["sub": "2"]))
        #expect(again["emailRecycled"] == nil)
    }

    @Test(arguments: Profile.allCases)
    func `the former identity is the provider's own entry no more`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let user = try await server.idpUser("google.com", Self.claims)
        _ = try await server.idp("google.com", Self.claims.merging(["sub": "2"]))

        let old = try await server.idp("google.com", ["sub": "1"])
        #expect(old["localId"] != .string(user.id))
        #expect(old["isNewUser"] == true)
    }

    // MARK: Disabled

    @Test(arguments: Profile.allCases)
    func `a disabled account is refused, and only the reference updates it`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let user = try await server.idpUser("google.com", Self.claims)
        _ = try await server.update(user.id, ["disableUser": true])
        server.clock.advance(seconds: 5)

        #expect(try await server.idp("google.com", ["sub": "1", "name": "New"]).outcome == "USER_DISABLED")
        let account = try await server.account(user.id)
        let isReference = profile == .emulator
        #expect(account.entry("google.com")?["displayName"] == (isReference ? "New" : nil))
        #expect(account["lastLoginAt"] == (isReference ? "1780315205000" : "1780315200000"))
        #expect(account["disabled"] == true)
    }

    @Test(arguments: Profile.allCases)
    func `a disabled account is not taken over by who has no way in`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let user = try await server.verifiedUser()
        _ = try await server.update(user.id, ["disableUser": true])

        let answer = try await server.idp("google.com", Self.claims)
        #expect(answer.outcome == "USER_DISABLED")
        #expect(answer["idToken"] == nil)
    }

    // MARK: Second factors

    private static func secured(_ server: TestServer, _ changes: JSON = [:]) async throws {
        let account: JSON = [
            "localId": "a", "email": "a@x.test", "emailVerified": true, "lastLoginAt": "5", "displayName": "Own",
            "providerUserInfo": [["providerId": "google.com", "rawId": "1"]],
            "mfaInfo": [["mfaEnrollmentId": "m", "phoneInfo": "+15555550100"]],
        ]
        _ = try await server.importAccounts(account.merging(changes))
    }

    @Test(arguments: Profile.allCases)
    func `a second factor is asked for, and the entry counts already`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        try await Self.secured(server)
        let answer = try await server.idp("google.com", ["sub": "1", "name": "New", "email": "new@x.test"])
        let account = try await server.account("a")

        #expect(answer["localId"] == "a" && answer["displayName"] == "New")
        #expect(account.entry("google.com")?["email"] == "new@x.test")
        for name in JSON.tokenNames { #expect(answer[name] == nil) }
        #expect(answer["mfaPendingCredential"]?.stringValue?.isEmpty == false)
        #expect(answer["mfaInfo"]?.arrayValue?.first?["phoneInfo"] == "+*******0100")
        #expect(account.entry("google.com")?["displayName"] == (profile == .emulator ? "New" : nil))
        #expect(account["lastLoginAt"] == "5")
        #expect(account["lastRefreshAt"] == nil)
    }

    @Test(arguments: Profile.allCases)
    func `it is asked for after linking, too`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let user = try await server.verifiedUser()
        let factors: JSON = ["mfa": ["enrollments": [["mfaEnrollmentId": "m", "phoneInfo": "+15555550100"]]]]
        let changed = try await server.update(user.id, factors)
        try #require(changed.status == 200, "\(changed.text)")
        let answer = try await server.idp("github.com", ["sub": "1"], ["idToken": user.token])

        #expect(answer["mfaPendingCredential"] != nil && answer["idToken"] == nil)
        #expect(try await server.account(user.id).providerIDs?.contains("github.com") == true)
    }

    @Test(arguments: Profile.allCases)
    func `a disabled account is asked for it in the reference only`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        try await Self.secured(server, ["disabled": true])
        let answer = try await server.idp("google.com", ["sub": "1"])

        #expect(answer.outcome == (profile == .emulator ? "OK" : "USER_DISABLED"))
        #expect((answer["mfaPendingCredential"] != nil) == (profile == .emulator))
    }

    @Test func `nobody is asked while second factors are off`() async throws {
        let server = try await TestServer.open(.production)
        try await Self.secured(server)
        try await server.set("mfa.state", "DISABLED")

        let answer = try await server.idp("google.com", ["sub": "1"])
        #expect(answer["idToken"] != nil && answer["mfaPendingCredential"] == nil)
    }
}
