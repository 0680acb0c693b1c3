import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import Testing

/// accounts.md section 11. ProviderRuleTests are about its provider form, AuthorizedDomainTests about the domains that it
/// takes.
struct CreateAuthURITests {
    static let rows: [Row] = [
        Row([:], "MISSING_IDENTIFIER"),
        Row(["continueUri": "http://localhost"], "MISSING_IDENTIFIER"),
        Row(["identifier": "a@x.test"], "MISSING_CONTINUE_URI"),
        Row(["identifier": "no-address"], "MISSING_CONTINUE_URI"),
        Row(["identifier": "no-address", "continueUri": "/relative"], "INVALID_IDENTIFIER"),
        Row(["identifier": "a@x.test", "continueUri": "/relative"], "INVALID_CONTINUE_URI"),
        Row(["identifier": "a@x.test", "continueUri": "localhost"], "INVALID_CONTINUE_URI"),
        Row(["identifier": "a@x.test", "continueUri": "http://"], "INVALID_CONTINUE_URI"),
        Row(["identifier": "a@x.test", "continueUri": "http://a b"], "INVALID_CONTINUE_URI"),
        Row(["identifier": "a@x.test", "continueUri": "foo:bar"], "OK"),
        Row(["identifier": "a@x.test", "continueUri": " http://x "], "OK"),
        Row(["identifier": "a@x.test", "continueUri": "http://unlisted.test"], "OK"),
        Row(["providerId": "", "identifier": "a@x.test", "continueUri": "http://www.google.com"], "OK"),
        Row(["providerId": "google.com"], "MISSING_CONTINUE_URI"),
        Row(["providerId": "password", "continueUri": "http://localhost"], "INVALID_PROVIDER_ID"),
        Row(["providerId": "google.com", "continueUri": "/relative"], "INVALID_CONTINUE_URI"),
        Row(["providerId": "google.com", "continueUri": "http://localhost/#a"], "INVALID_CONTINUE_URI"),
        Row(["providerId": "google.com", "continueUri": "http://localhost/?state=a"], "INVALID_CONTINUE_URI"),
        Row(
            ["providerId": "google.com", "continueUri": "http://unlisted.test"],
            "INVALID_CONTINUE_URI : Invalid OAuth request for google.com"),
    ]

    @Test(arguments: Profile.allCases, rows)
    func `the request is checked in order, protected or not`(_ profile: Profile, _ row: Row) async throws {
        for privacy in [false, true] {
            let server = try await TestServer.openWithDomains(profile, privacy: privacy)
            let answer = try await server.app("accounts:createAuthUri", row.body)
            #expect(answer.outcome == row.outcome(profile), "privacy \(privacy)")
        }
    }

    private func ask(
        _ server: TestServer, _ email: String, session: String? = "session"
    ) async throws -> TestAnswer {
        var body: JSON = ["identifier": .string(email), "continueUri": "http://localhost"]
        body["sessionId"] = session.map(JSON.string)
        return try await server.app("accounts:createAuthUri", body)
    }

    private static func answer(_ registered: Bool, _ providers: JSON, _ methods: JSON) -> JSON {
        [
            "allProviders": providers, "kind": "identitytoolkit#CreateAuthUriResponse", "registered": .bool(registered),
            "sessionId": "session", "signinMethods": methods,
        ]
    }

    @Test(arguments: Profile.allCases)
    func `methods of an address are listed without protection`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile, privacy: false)
        _ = try await server.user("password@x.test")
        try await server.signInByLink("link@x.test")
        _ = try await server.user("both@x.test")
        _ = try await server.app("accounts:update", ["oobCode": .string(server.oobCode("VERIFY_EMAIL", "both@x.test"))])
        try await server.signInByLink("both@x.test")
        let google: JSON = ["providerId": "google.com", "rawId": "g", "email": "google@x.test"]
        let imported = try await server.importAccounts(
            [
                "localId": "g", "email": "mixed@x.test", "rawPassword": "secret1", "phoneNumber": "+15555550100",
                "providerUserInfo": [google],
            ])
        try #require(imported.status == 200)

        #expect(
            try await ask(server, "Password@X.test").sorted == Self.answer(true, ["password"], ["password"]))
        #expect(try await ask(server, "link@x.test").sorted == Self.answer(true, ["password"], ["emailLink"]))
        #expect(
            try await ask(server, "both@x.test").sorted
                == Self.answer(true, ["password"], ["password", "emailLink"]))
        let mixed = Self.answer(true, ["google.com", "password"], ["google.com", "password"])
        #expect(try await ask(server, "mixed@x.test").sorted == mixed)
        #expect(try await ask(server, "google@x.test").sorted == mixed)
    }

    @Test(arguments: Profile.allCases)
    func `empty lists are left out by production only`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile, privacy: false)
        _ = try await server.admin("accounts", ["email": "bare@x.test"])
        func expected(_ registered: Bool) -> JSON {
            let whole = Self.answer(registered, [], [])
            return profile == .production ? whole.dropping("allProviders", "signinMethods") : whole
        }

        #expect(try await ask(server, "bare@x.test").sorted == expected(true))
        #expect(try await ask(server, "nobody@x.test").sorted == expected(false))
    }

    @Test(arguments: Profile.allCases)
    func `protection leaves the session alone`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile, privacy: true)
        _ = try await server.user()
        let hidden: JSON = ["kind": "identitytoolkit#CreateAuthUriResponse", "sessionId": "session"]

        #expect(try await ask(server, "alice@example.test").sorted == hidden)
        #expect(try await ask(server, "nobody@example.test").sorted == hidden)
    }

    @Test(arguments: Profile.allCases)
    func `a session is made when none is given`(_ profile: Profile) async throws {
        let server = try TestServer(profile)

        for given in [nil, ""] {
            let session = try await ask(server, "a@x.test", session: given).string("sessionId")
            #expect(session?.wholeMatch(of: /[A-Za-z0-9]{27}/) != nil)
        }
    }

    @Test(arguments: Profile.allCases)
    func `with duplicate addresses allowed, providers are not listed`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile, privacy: false)
        try await server.set("signIn.allowDuplicateEmails", true)
        let google: JSON = ["providerId": "google.com", "rawId": "g", "email": "google@x.test"]
        let imported = try await server.importAccounts(
            ["localId": "g", "email": "mixed@x.test", "rawPassword": "secret1", "providerUserInfo": [google]],
            ["localId": "h", "providerUserInfo": [["providerId": "github.com", "rawId": "h", "email": "hub@x.test"]]])
        try #require(imported.status == 200)

        #expect(try await ask(server, "mixed@x.test").sorted == Self.answer(true, ["password"], ["password"]))
        let none = try await ask(server, "hub@x.test")
        #expect(none["registered"] == false)
        #expect(none["signinMethods"] == (profile == .production ? nil : []))
    }
}
