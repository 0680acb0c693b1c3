import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import Testing

/// idp.md 1.6 and 1.7: which account an identity leads to, and what that does to the account. Linking has its own
/// tests.
struct SignInWithIdpAccountsTests {
    private static let claims: JSON = [
        "sub": "1", "name": "N", "email": "Alice@example.test", "email_verified": true, "picture": "http://p.test/",
        "screen_name": "n",
    ]

    // MARK: N

    @Test(arguments: Profile.allCases)
    func `an unknown identity makes an account`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let answer = try await server.idp("google.com", Self.claims)
        let id = answer.string("localId") ?? ""

        #expect(answer["isNewUser"] == true)
        #expect(id.count == 28)
        #expect(
            try await server.account(id).dropping("validSince").sorted == [
                "createdAt": "1780315200000", "displayName": "N", "email": "alice@example.test",
                "emailVerified": true, "lastLoginAt": "1780315200000", "lastRefreshAt": "2026-06-01T12:00:00.000Z",
                "localId": .string(id), "photoUrl": "http://p.test/",
                "providerUserInfo": [
                    [
                        "displayName": "N", "email": "alice@example.test", "federatedId": "1",
                        "photoUrl": "http://p.test/", "providerId": "google.com", "rawId": "1", "screenName": "n",
                    ]
                ], "screenName": "n",
            ])
    }

    @Test(arguments: Profile.allCases)
    func `an identity without an address makes an account without one`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let answer = try await server.idp("github.com", ["sub": "1"])
        let account = try await server.account(answer.string("localId") ?? "")

        #expect(answer["emailVerified"] == (profile == .emulator ? nil : false))
        #expect(account["email"] == nil && account["emailVerified"] == nil && account["displayName"] == nil)
        #expect(account.entry("github.com")?.sorted == ["federatedId": "1", "providerId": "github.com", "rawId": "1"])
    }

    @Test(arguments: Profile.allCases)
    func `an address that is not verified is stored as such`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let answer = try await server.idp("facebook.com", ["sub": "1", "email": "a@x.test"])

        #expect(answer["emailVerified"] == false)
        #expect(try await server.account(email: "a@x.test")["emailVerified"] == false)
    }

    /// production.md section 9.1: these four never verify an address, and who owns it takes the account over.
    @Test(arguments: Profile.allCases, ["facebook.com", "github.com", "linkedin.com", "twitter.com"])
    func `a claim of a provider without authority verifies nothing outside the reference`(
        _ profile: Profile, _ provider: String
    ) async throws {
        let server = try await TestServer.open(profile)
        let isReference = profile == .emulator
        let first = try await server.idp(provider, Self.claims)
        let id = first.string("localId") ?? ""
        #expect(first["emailVerified"] == .bool(isReference))
        #expect(try await server.account(id)["emailVerified"] == .bool(isReference))

        let linked = try await server.anonymousUser()
        let claims: JSON = ["sub": "2", "email": "b@x.test", "email_verified": true]
        _ = try await server.idp(provider, claims, ["idToken": linked.token])
        #expect(try await server.account(linked.id)["emailVerified"] == .bool(isReference))

        let google = try await server.idp("google.com", Self.claims.merging(["sub": "g"]))
        #expect(google["localId"] == .string(id) && google["emailVerified"] == true)
        let providers = try await server.account(id).providerIDs
        #expect(providers == (isReference ? [provider, "google.com"] : ["google.com"]))
    }

    /// production.md section 10
    @Test(arguments: Profile.allCases, ["google.com", "oidc.acme"])
    func `the account's address is told where the provider has none or another`(
        _ profile: Profile, _ provider: String
    ) async throws {
        let server = try await TestServer.open(profile)
        let user = try await server.idpUser(provider, Self.claims)
        let without = try await server.idp(provider, ["sub": "1"])
        let other = try await server.idp(provider, ["sub": "1", "email": "new@x.test", "email_verified": true])
        let same = try await server.idp(provider, Self.claims)

        let told: JSON? = profile == .emulator ? nil : "alice@example.test"
        #expect(without["localId"] == .string(user.id) && without["email"] == nil)
        #expect(without["originalEmail"] == told && other["originalEmail"] == told && same["originalEmail"] == nil)
        #expect(without["emailVerified"] == false && other["emailVerified"] == true)
        guard profile != .emulator else { return }
        let names = without.json.names.filter { ["originalEmail", "emailVerified", "localId"].contains($0) }
        #expect(names == ["originalEmail", "emailVerified", "localId"])
    }

    @Test(arguments: Profile.allCases)
    func `another subject or another provider is somebody else`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let first = try await server.idpUser("github.com", ["sub": "1"])
        let subject = try await server.idpUser("github.com", ["sub": "2"])
        let provider = try await server.idpUser("facebook.com", ["sub": "1"])

        #expect(Set([first.id, subject.id, provider.id]).count == 3)
    }

    @Test(arguments: [Profile.local, .production])
    func `without autoCreate nobody is made`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let answer = try await server.idp("google.com", Self.claims, ["autoCreate": false])

        #expect(answer.outcome == "USER_NOT_FOUND")
        #expect(try await server.admin("accounts:query")["recordsCount"] == "0")
    }

    /// idp.md section 6. The SDKs delete the session where it answers an error instead of another user.
    @Test(arguments: [false, true])
    func `the reference does not look at autoCreate`(_ returnsCredential: Bool) async throws {
        let server = try TestServer(.emulator)
        let more: JSON = ["autoCreate": false, "returnIdpCredential": .bool(returnsCredential)]
        let answer = try await server.idp("google.com", Self.claims, more)

        #expect(answer["isNewUser"] == true && answer["errorMessage"] == nil)
        #expect(try await server.account(SignedInUser(answer).id)["email"] == "alice@example.test")
    }

    /// production.md section 10
    @Test(arguments: [Profile.local, .production], ["google.com", "github.com", "apple.com"])
    func `who asks for the credential gets it, and why there is no user`(
        _ profile: Profile, _ provider: String
    ) async throws {
        let server = try await TestServer.open(profile)
        let more: JSON = ["autoCreate": false, "returnIdpCredential": true]
        let answer = try await server.idp(provider, Self.claims, more)

        #expect(answer.status == 200)
        #expect(answer["errorMessage"] == "USER_NOT_FOUND")
        #expect(answer["providerId"] == .string(provider) && answer["email"] != nil)
        #expect(answer["oauthIdToken"] != nil && answer["pendingToken"] != nil)
        for name in JSON.tokenNames + ["localId", "isNewUser", "needConfirmation"] { #expect(answer[name] == nil) }
        #expect(try await server.admin("accounts:query")["recordsCount"] == "0")
        // The token stands for the credential, as it does after other refusals.
        let later = try await server.app(
            "accounts:signInWithIdp",
            [
                "requestUri": "http://localhost", "pendingToken": answer["pendingToken"] ?? "",
                "returnSecureToken": true,
            ])
        #expect(later["isNewUser"] == true)
    }

    @Test(arguments: Profile.allCases)
    func `without autoCreate the known are let in`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let user = try await server.idpUser("google.com", Self.claims)
        let known = try await server.idp("google.com", ["sub": "1"], ["autoCreate": false])
        let taken = try await server.idp(
            "apple.com", ["sub": "2", "email": "alice@example.test", "email_verified": true], ["autoCreate": false])

        #expect(known["localId"] == .string(user.id))
        #expect(taken["localId"] == .string(user.id))
    }

    @Test(arguments: Profile.allCases)
    func `where users may not sign up, only the known get in`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let user = try await server.idpUser("google.com", Self.claims)
        try await server.set("client.permissions.disabledUserSignup", true)

        let unknown = try await server.idp("google.com", ["sub": "2"])
        #expect(unknown.outcome == (profile == .emulator ? "OK" : "ADMIN_ONLY_OPERATION"))
        #expect(try await server.idp("google.com", ["sub": "1"])["localId"] == .string(user.id))
    }

    // MARK: K

    @Test(arguments: Profile.allCases)
    func `a known identity signs in and at most its entry is refreshed`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let user = try await server.idpUser("google.com", Self.claims)
        server.clock.advance(seconds: 5)
        let answer = try await server.idp(
            "google.com", ["sub": "1", "name": "New", "email": "new@x.test", "email_verified": true])
        let account = try await server.account(user.id)

        #expect(answer["localId"] == .string(user.id) && answer["isNewUser"] == nil)
        #expect(answer["displayName"] == "New" && answer["email"] == "new@x.test" && answer["emailVerified"] == true)
        #expect(account["displayName"] == "N" && account["photoUrl"] == "http://p.test/")
        #expect(account["email"] == "alice@example.test")
        #expect(account["lastLoginAt"] == "1780315205000" && account["createdAt"] == "1780315200000")
        #expect(account["lastRefreshAt"] == "2026-06-01T12:00:05.000Z")
        // Name and picture only in the reference (production.md section 10).
        var entry: JSON = ["email": "new@x.test", "federatedId": "1", "providerId": "google.com", "rawId": "1"]
        entry["displayName"] = profile == .emulator ? "New" : "N"
        entry["photoUrl"] = profile == .emulator ? nil : "http://p.test/"
        #expect(account.entry("google.com")?.sorted == entry.sorted)
    }

    @Test(arguments: Profile.allCases)
    func `the address of the provider's entry is the one it was last signed in with`(
        _ profile: Profile
    ) async throws {
        let server = try await TestServer.open(profile, privacy: false)
        _ = try await server.idpUser("google.com", Self.claims)
        _ = try await server.idpUser("google.com", ["sub": "1", "email": "new@x.test"])

        let body: JSON = ["identifier": "new@x.test", "continueUri": "http://localhost"]
        let found = try await server.app("accounts:createAuthUri", body)
        #expect(found["registered"] == true)
        #expect(found["signinMethods"] == ["google.com"])
    }

    @Test(arguments: Profile.allCases)
    func `a known identity is not held against another account's address`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let user = try await server.idpUser("google.com", ["sub": "1"])
        let other = try await server.user()
        let answer = try await server.idp("google.com", Self.claims)

        #expect(answer["localId"] == .string(user.id))
        #expect(try await server.account(user.id)["email"] == nil)
        #expect(try await server.account(other.id).providerIDs == ["password"])
    }

    // MARK: C

    @Test(arguments: Profile.allCases)
    func `an address nobody vouches for needs a confirmation and changes nothing`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile, privacy: false)
        let user = try await server.idpUser("facebook.com", ["sub": "f", "email": "a@x.test"])
        let before = try await server.account(user.id)
        server.clock.advance(seconds: 5)
        let answer = try await server.idp("google.com", ["sub": "1", "name": "N", "email": "a@x.test"])

        #expect(
            answer.json.dropping("pendingToken", "rawUserInfo").sorted == [
                "context": "", "displayName": "N", "email": "a@x.test", "emailVerified": false,
                "federatedId": "https://accounts.google.com/1", "fullName": "N",
                "kind": "identitytoolkit#VerifyAssertionResponse", "localId": .string(user.id),
                "needConfirmation": true, "oauthAccessToken": "FirebaseAuthEmulatorFakeAccessToken_google.com",
                "oauthIdToken": #"{"sub":"1","name":"N","email":"a@x.test"}"#, "providerId": "google.com",
                "verifiedProvider": ["facebook.com"],
            ])
        #expect(answer.string("pendingToken")?.isEmpty == false)
        #expect(try await server.account(user.id) == before)
    }

    @Test(arguments: Profile.allCases, [false, true])
    func `a password and a number are no verified providers`(_ profile: Profile, returns: Bool) async throws {
        let server = try await TestServer.open(profile, privacy: false)
        let user = try await server.user()
        _ = try await server.update(user.id, ["phoneNumber": "+15555550100"])
        let answer = try await server.idp(
            "google.com", ["sub": "1", "email": "alice@example.test"], ["returnIdpCredential": .bool(returns)])

        #expect(answer["needConfirmation"] == true)
        #expect(answer["verifiedProvider"] == [])
    }

    @Test(arguments: Profile.allCases)
    func `an account that never had a provider has no list of them`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile, privacy: false)
        _ = try await server.importAccounts(["localId": "a", "email": "a@x.test"])
        let answer = try await server.idp("google.com", ["sub": "1", "email": "a@x.test"])

        #expect(answer["needConfirmation"] == true)
        #expect(answer["verifiedProvider"] == nil)
    }

    @Test(arguments: Profile.allCases)
    func `enumeration protection hides the providers outside the reference`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile, privacy: true)
        _ = try await server.idpUser("facebook.com", ["sub": "f", "email": "a@x.test"])
        let answer = try await server.idp("google.com", ["sub": "1", "email": "a@x.test"])

        #expect(answer["needConfirmation"] == true)
        #expect(answer["verifiedProvider"] == (profile == .emulator ? ["facebook.com"] : nil))
    }

    /// production.md section 9.1: provider, address, whether its word counts outside the reference.
    static let words: [(provider: String, email: String, counts: Bool)] = [
        ("google.com", "a@x.test", true), ("apple.com", "a@x.test", true), ("oidc.acme", "a@x.test", true),
        ("facebook.com", "a@x.test", false), ("github.com", "a@x.test", false), ("twitter.com", "a@x.test", false),
        ("linkedin.com", "a@x.test", false), ("yahoo.com", "a@x.test", false), ("yahoo.com", "a@yahoo.com", true),
        ("yahoo.com", "a@Yahoo.co.jp", true), ("yahoo.com", "a@ymail.com", true),
        ("yahoo.com", "a@rocketmail.com", true), ("yahoo.com", "a@aol.com", true),
        ("yahoo.com", "a@outlook.com", false), ("yahoo.com", "a@yahoo.evil.test", false),
        ("yahoo.com", "a@not-yahoo.com", false), ("microsoft.com", "a@x.test", false),
        ("microsoft.com", "a@outlook.com", true), ("microsoft.com", "a@hotmail.co.uk", true),
        ("microsoft.com", "a@live.de", true), ("microsoft.com", "a@msn.com", true),
        ("microsoft.com", "a@microsoft.com", true),
        ("microsoft.com", "a@yahoo.com", false),
    ]

    @Test(arguments: Profile.allCases, words)
    func `whose word on an address counts`(
        _ profile: Profile, row: (provider: String, email: String, counts: Bool)
    ) async throws {
        let server = try await TestServer.open(profile)
        let user = try await server.user(row.email.lowercased())
        let claims: JSON = ["sub": "1", "email": .string(row.email), "email_verified": true]
        let answer = try await server.idp(row.provider, claims)
        let unsure = try await server.idp(row.provider, claims.merging(["sub": "2", "email_verified": false]))

        let counts = row.counts || profile == .emulator
        #expect(answer["localId"] == .string(user.id))
        #expect((answer["idToken"] != nil) == counts && (answer["needConfirmation"] == true) == !counts)
        #expect(unsure["needConfirmation"] == true)
    }

    // MARK: Addresses that several accounts may have

    @Test(arguments: Profile.allCases)
    func `with shared addresses an identity gets its own account`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let user = try await server.verifiedUser()
        try await server.set("signIn.allowDuplicateEmails", true)
        let google = try await server.idp("google.com", Self.claims)
        let github = try await server.idp("github.com", Self.claims)

        #expect(google["isNewUser"] == true && github["isNewUser"] == true)
        #expect(Set([user.id, google.string("localId"), github.string("localId")]).count == 3)
        let account = try await server.account(google.string("localId") ?? "")
        #expect(account["email"] == nil)
        #expect(account.entry("google.com")?["email"] == "alice@example.test")
        #expect(google["email"] == "alice@example.test")
    }

    @Test(arguments: Profile.allCases)
    func `with shared addresses nothing needs a confirmation`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        _ = try await server.user()
        try await server.set("signIn.allowDuplicateEmails", true)
        let answer = try await server.idp("google.com", ["sub": "1", "email": "alice@example.test"])

        #expect(answer["isNewUser"] == true && answer["needConfirmation"] == nil)
    }
}
