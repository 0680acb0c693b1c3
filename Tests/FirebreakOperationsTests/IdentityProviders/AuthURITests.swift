import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import Testing

/// createAuthUri with a provider (idp.md section 2, production.md sections 2 and 10): this server's page stands in for
/// all of them.
struct AuthURITests {
    private static func create(_ server: TestServer, _ more: JSON = [:]) async throws -> TestAnswer {
        let body: JSON = ["providerId": "google.com", "continueUri": "http://localhost/back"]
        return try await server.app("accounts:createAuthUri", body.merging(more))
    }

    private static func parameters(_ answer: TestAnswer) throws -> [String: String] {
        let uri = try #require(answer.string("authUri"), "\(answer.text)")
        let pairs = FormURLEncoding.parse(try #require(AbsoluteURL(uri)?.query))
        return Dictionary(pairs.map { ($0.name, $0.value) }) { first, _ in first }
    }

    @Test(arguments: Profile.allCases)
    func `the answer leads to this server's page`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let answer = try await Self.create(server, ["providerId": "Google.com"])
        let page = profile == .emulator ? "/emulator/auth/handler?" : "/__/auth/handler?"

        #expect(answer.json.names.sorted() == ["authUri", "kind", "providerId", "sessionId"])
        #expect(answer["kind"] == "identitytoolkit#CreateAuthUriResponse")
        #expect(answer["providerId"] == "google.com")
        #expect(answer.string("sessionId")?.count == 27)
        #expect(answer.string("authUri")?.hasPrefix(TestServer.origin + page) == true)
        let given = try Self.parameters(answer)
        #expect(given["providerId"] == "google.com")
        #expect(given["apiKey"]?.isEmpty == false)
        #expect(given["continueUri"] == "http://localhost/back")
        #expect(given["state"]?.isEmpty == false)
        let other = try await Self.create(server)
        #expect(other["sessionId"] != answer["sessionId"])
        #expect(try Self.parameters(other)["state"] != given["state"])
    }

    @Test(arguments: Profile.allCases)
    func `the page can be opened`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let uri = try #require(await Self.create(server).string("authUri"))

        let page = try await server.open(uri)
        #expect(page.status == 200)
        #expect(page.text.contains("Auth Emulator"))
    }

    @Test(arguments: Profile.allCases)
    func `a session of the client's own is kept`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)

        #expect(try await Self.create(server, ["sessionId": "mine"])["sessionId"] == "mine")
    }

    @Test(arguments: Profile.allCases)
    func `wishes go to the page, but reserved parameters do not`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let answer = try await Self.create(
            server,
            [
                "oauthScope": "profile", "hostedDomain": "x.test",
                "customParameter": [
                    "login_hint": "a@x.test", "client_id": "x", "response_type": "x", "scope": "x",
                    "redirect_uri": "x", "state": "x",
                ],
            ])
        let given = try Self.parameters(answer)
        let text = try #require(answer.string("authUri"))

        #expect(text.contains("profile") && text.contains("x.test") && text.contains("a%40x.test"))
        let custom = try JSON(parsing: given["customParameters"] ?? "{}")
        for name in ["client_id", "response_type", "scope", "redirect_uri", "state"] { #expect(custom[name] == nil) }
        #expect(given["state"] != "x")
    }

    @Test(arguments: Profile.allCases)
    func `the page is the tenant's`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let tenant = try await server.makeTenant()
        let answer = try await Self.create(server, ["tenantId": .string(tenant)])

        #expect(try Self.parameters(answer)["tid"] == tenant)
    }

    @Test(arguments: Profile.allCases, [false, true])
    func `an address beside it is looked up`(_ profile: Profile, isKnown: Bool) async throws {
        let server = try await TestServer.open(profile, privacy: false)
        _ = try await server.idpUser(isKnown ? "google.com" : "github.com", ["sub": "1", "email": "a@x.test"])
        let answer = try await Self.create(server, ["identifier": "A@x.test"])

        #expect(answer["forExistingProvider"] == .bool(isKnown))
        #expect(answer["registered"] == true)
        #expect(answer["authUri"] != nil)
    }

    @Test(arguments: [Profile.local, .production])
    func `enumeration protection says nothing of the address`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile, privacy: true)
        _ = try await server.idpUser("google.com", ["sub": "1", "email": "a@x.test"])
        let known = try await Self.create(server, ["identifier": "a@x.test"])
        let unknown = try await Self.create(server, ["identifier": "b@x.test"])

        #expect(known.json.names == unknown.json.names)
        #expect(known["forExistingProvider"] == nil && known["registered"] == nil)
    }

    // MARK: Refusals

    static let rows: [Row] = [
        Row(["continueUri": ""], "MISSING_CONTINUE_URI"),
        Row(["continueUri": "/back"], "INVALID_CONTINUE_URI"),
        Row(["continueUri": "http://localhost/#f"], "INVALID_CONTINUE_URI"),
        Row(["continueUri": "http://localhost/?state=1"], "INVALID_CONTINUE_URI"),
        Row(
            ["continueUri": "http://evil.test/"],
            "INVALID_CONTINUE_URI : Invalid OAuth request for google.com"),
        Row(
            ["continueUri": "http://evil.test/", "providerId": "apple.com"],
            "INVALID_CONTINUE_URI : Invalid OAuth request for apple.com"),
        Row(["continueUri": "http://localhost:5000/any?x=1"], "OK"),
        Row(["continueUri": "http://example.firebaseapp.com/"], "OK"),
    ]

    @Test(arguments: Profile.allCases, rows)
    func `where to go back is checked`(_ profile: Profile, _ row: Row) async throws {
        let server = try await TestServer.openWithDomains(profile)

        #expect(try await Self.create(server, row.body).outcome == row.outcome(profile))
    }

    /// production.md section 2
    @Test(arguments: Profile.allCases)
    func `localhost need not be authorized outside the reference`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        try await server.set("authorizedDomains", ["app.test"])
        let refusal = "INVALID_CONTINUE_URI : Invalid OAuth request for google.com"

        let local = try await Self.create(server, ["continueUri": "http://localhost:5000/"])
        #expect(local.outcome == (profile == .emulator ? refusal : "OK"))
        for host in ["127.0.0.1", "localhost.evil.test", "example.firebaseapp.com"] {
            let other = try await Self.create(server, ["continueUri": .string("http://\(host)/")])
            #expect(other.outcome == refusal)
        }
    }

    @Test(arguments: Profile.allCases)
    func `somewhere to go back to is needed`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)

        let answer = try await server.app("accounts:createAuthUri", ["providerId": "google.com"])
        #expect(answer.outcome == "MISSING_CONTINUE_URI")
    }

    // MARK: The way back

    private static func comeBack(_ server: TestServer, state: String, session: String) async throws -> TestAnswer {
        let uri =
            "http://localhost/back?"
            + TestServer.form([
                ("providerId", "google.com"), ("id_token", #"{"sub":"1"}"#), ("state", state),
            ])
        return try await server.app(
            "accounts:signInWithIdp", ["requestUri": .string(uri), "sessionId": .string(session)])
    }

    @Test(arguments: Profile.allCases)
    func `the session that began it ends it`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let answer = try await Self.create(server)
        let state = try #require(try Self.parameters(answer)["state"])

        let back = try await Self.comeBack(server, state: state, session: answer.string("sessionId") ?? "")
        #expect(back.outcome == "OK")
    }

    @Test(arguments: Profile.allCases)
    func `another session is refused outside the reference`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let state = try #require(try Self.parameters(await Self.create(server))["state"])

        let back = try await Self.comeBack(server, state: state, session: "other")
        #expect(
            (back.message?.hasPrefix("INVALID_IDP_RESPONSE : ") == true) == (profile != .emulator), "\(back.text)")
    }
}
