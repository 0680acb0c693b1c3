import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import Testing

/// idp.md 1.6, case L: an identity joins the account whose ID token comes with it.
struct SignInWithIdpLinkingTests {
    private static let person: JSON = [
        "sub": "1", "name": "N", "email": "n@x.test", "email_verified": true, "picture": "http://p.test/",
    ]

    @Test(arguments: Profile.allCases)
    func `an anonymous user gets identity and address, but not the profile`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let guest = try await server.anonymousUser()
        server.clock.advance(seconds: 5)
        let answer = try await server.idp("google.com", Self.person, ["idToken": guest.token])
        let account = try await server.account(guest.id)

        #expect(answer["localId"] == .string(guest.id))
        #expect(answer["isNewUser"] == nil)
        #expect(answer["displayName"] == "N" && answer["emailVerified"] == true)
        #expect(account["email"] == "n@x.test" && account["emailVerified"] == true)
        #expect(account["displayName"] == nil && account["photoUrl"] == nil)
        #expect(account["lastLoginAt"] == "1780315205000")
        #expect(account.providerIDs == ["google.com"])
        #expect(try claims(answer.string("idToken"))[path: "firebase.sign_in_provider"] == "google.com")
        #expect(try await server.lookup(guest.idToken).status == 200)
    }

    @Test(arguments: Profile.allCases, [false, true])
    func `the address is as verified as the provider says`(_ profile: Profile, isVerified: Bool) async throws {
        let server = try await TestServer.open(profile)
        let guest = try await server.anonymousUser()
        let claimed: JSON = ["sub": "1", "email": "n@x.test", "email_verified": .bool(isVerified)]
        let answer = try await server.idp("google.com", claimed, ["idToken": guest.token])

        #expect(try await server.account(guest.id)["emailVerified"] == .bool(isVerified))
        #expect(answer["emailVerified"] == .bool(isVerified))
        let token = try claims(answer.string("idToken"))
        #expect(token[path: "firebase.identities"]?.sorted == ["email": ["n@x.test"], "google.com": ["1"]])
    }

    @Test(arguments: Profile.allCases)
    func `an account keeps its own address`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let user = try await server.user()
        let answer = try await server.idp("google.com", Self.person, ["idToken": user.token])
        let account = try await server.account(user.id)

        #expect(answer["email"] == "n@x.test" && answer["emailVerified"] == true)
        #expect(account["email"] == "alice@example.test" && account["emailVerified"] == false)
        #expect(account.providerIDs?.sorted() == ["google.com", "password"])
        #expect(try await server.signIn("alice@example.test").status == 200)
        #expect(try await server.lookup(user.idToken).status == 200)
    }

    @Test(arguments: Profile.allCases)
    func `a provider that vouches for the account's address verifies it`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let user = try await server.user()
        let mine = Self.person.merging(["email": "ALICE@example.test"])
        let answer = try await server.idp("google.com", mine, ["idToken": user.token])

        #expect(answer["emailVerified"] == true)
        #expect(try await server.account(user.id)["emailVerified"] == true)
        #expect(try await server.signIn("alice@example.test").status == 200)
    }

    @Test(arguments: Profile.allCases)
    func `with shared addresses the address is not copied`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let guest = try await server.anonymousUser()
        _ = try await server.user("n@x.test")
        try await server.set("signIn.allowDuplicateEmails", true)
        let answer = try await server.idp("google.com", Self.person, ["idToken": guest.token])

        #expect(answer["localId"] == .string(guest.id))
        #expect(try await server.account(guest.id)["email"] == nil)
    }

    // MARK: Conflicts

    /// An account with a password and one of Google, whose addresses differ.
    private static func two(_ server: TestServer) async throws -> (own: SignedInUser, other: SignedInUser) {
        (try await server.user(), try await server.idpUser("google.com", person))
    }

    @Test(arguments: Profile.allCases)
    func `an identity of another account is refused`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let (own, other) = try await Self.two(server)
        let before = (try await server.account(own.id), try await server.account(other.id))
        let answer = try await server.idp("google.com", ["sub": "1"], ["idToken": own.token])

        #expect(answer.outcome == "FEDERATED_USER_ID_ALREADY_LINKED")
        #expect(try await server.account(own.id) == before.0)
        #expect(try await server.account(other.id) == before.1)
    }

    @Test(arguments: Profile.allCases)
    func `an address of another account is refused`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let (own, _) = try await Self.two(server)
        let answer = try await server.idp(
            "github.com", Self.person.merging(["sub": "9"]), ["idToken": own.token])

        #expect(answer.outcome == "EMAIL_EXISTS")
        #expect(try await server.account(own.id).providerIDs == ["password"])
    }

    @Test(arguments: Profile.allCases)
    func `the account's own identity is refused`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let user = try await server.idpUser("google.com", Self.person)
        let answer = try await server.idp("google.com", Self.person, ["idToken": user.token])

        let expected = profile == .emulator ? "FEDERATED_USER_ID_ALREADY_LINKED" : "PROVIDER_ALREADY_LINKED"
        #expect(answer.outcome == expected)
    }

    @Test(arguments: Profile.allCases)
    func `a second identity of one provider replaces the first in the reference only`(
        _ profile: Profile
    ) async throws {
        let server = try await TestServer.open(profile)
        let user = try await server.idpUser("google.com", Self.person)
        let answer = try await server.idp("google.com", ["sub": "2"], ["idToken": user.token])

        #expect(answer.outcome == (profile == .emulator ? "OK" : "PROVIDER_ALREADY_LINKED"))
        let rawID = try await server.account(user.id).entry("google.com")?["rawId"]
        #expect(rawID == (profile == .emulator ? "2" : "1"))
    }

    @Test(arguments: Profile.allCases)
    func `who asks for the credential gets a conflict as an answer`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let (own, _) = try await Self.two(server)
        let more: JSON = ["idToken": own.token, "returnIdpCredential": true]
        let answer = try await server.idp("google.com", ["sub": "1", "name": "N"], more)

        #expect(answer.status == 200)
        #expect(
            answer.json.names.sorted() == [
                "context", "displayName", "emailVerified", "errorMessage", "federatedId", "fullName", "kind",
                "oauthAccessToken", "oauthIdToken", "pendingToken", "providerId", "rawUserInfo",
            ])
        #expect(answer["errorMessage"] == "FEDERATED_USER_ID_ALREADY_LINKED")
        #expect(answer["oauthIdToken"] == #"{"sub":"1","name":"N"}"#)
    }

    @Test(arguments: Profile.allCases)
    func `so for an address of another account`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let (own, _) = try await Self.two(server)
        let more: JSON = ["idToken": own.token, "returnIdpCredential": true]
        let answer = try await server.idp("github.com", Self.person.merging(["sub": "9"]), more)

        #expect(answer["errorMessage"] == "EMAIL_EXISTS")
        for name in JSON.tokenNames + ["localId", "isNewUser", "needConfirmation"] { #expect(answer[name] == nil) }
    }

    @Test(arguments: Profile.allCases)
    func `the identity is looked at before the address`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let (own, _) = try await Self.two(server)
        let answer = try await server.idp("google.com", Self.person, ["idToken": own.token])

        #expect(answer.outcome == "FEDERATED_USER_ID_ALREADY_LINKED")
    }

    /// production.md section 9.1
    @Test(arguments: [Profile.local, .production])
    func `somebody else's address is refused before a second identity`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let user = try await server.idpUser("google.com", Self.person)
        _ = try await server.user("bob@x.test")

        let taken = try await server.idp("google.com", ["sub": "2", "email": "bob@x.test"], ["idToken": user.token])
        #expect(taken.outcome == "EMAIL_EXISTS")
        let free = try await server.idp("google.com", ["sub": "2", "email": "c@x.test"], ["idToken": user.token])
        #expect(free.outcome == "PROVIDER_ALREADY_LINKED")
    }

    // MARK: Tenants

    @Test(arguments: Profile.allCases)
    func `a tenant's accounts are its own`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let tenant = try await server.makeTenant()
        let outside = try await server.idpUser("google.com", Self.person)
        let answer = try await server.idp("google.com", Self.person, ["tenantId": .string(tenant)])

        #expect(answer["tenantId"] == .string(tenant))
        #expect(answer["isNewUser"] == true && answer["localId"] != .string(outside.id))
        #expect(try claims(answer.string("idToken"))[path: "firebase.tenant"] == .string(tenant))
        let account = try await server.account(answer.string("localId") ?? "", tenant: tenant)
        #expect(account["tenantId"] == .string(tenant))
    }

    @Test(arguments: Profile.allCases)
    func `a tenant's token selects the tenant`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let tenant = try await server.makeTenant()
        let user = try await server.tenantUser(tenant)
        let answer = try await server.idp("google.com", Self.person, ["idToken": user.token])

        #expect(answer["localId"] == .string(user.id))
        #expect(answer["tenantId"] == .string(tenant))
    }
}
