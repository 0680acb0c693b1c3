import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import Testing

/// firebreak.md section 3 and production.md section 2: which domains are authorized, and where that is asked.
struct AuthorizedDomainTests {
    static let refusal = "UNAUTHORIZED_DOMAIN : Domain not allowlisted by project"
    static let types = ["PASSWORD_RESET", "VERIFY_EMAIL", "VERIFY_AND_CHANGE_EMAIL", "EMAIL_SIGNIN"]

    private func send(
        _ server: TestServer, _ url: String, type: String = "PASSWORD_RESET", token: JSON? = nil
    ) async throws -> String {
        var body: JSON = [
            "requestType": .string(type), "email": "alice@example.test", "newEmail": "new@x.test",
            "continueUrl": .string(url),
        ]
        guard let token else {
            body["returnOobLink"] = true
            return try await server.admin("accounts:sendOobCode", body).outcome
        }
        body["idToken"] = token
        return try await server.app("accounts:sendOobCode", body).outcome
    }

    @Test(arguments: Profile.allCases, types)
    func `codes of every type are refused for other domains, to apps and admins`(
        _ profile: Profile, _ type: String
    ) async throws {
        let server = try await TestServer.open(profile)
        let user = try await server.user()

        for token in [user.token, JSON?.none] {
            #expect(try await send(server, "https://evil.test/x", type: type, token: token) == Self.refusal)
            #expect(try await server.outbox() == [])
            #expect(try await server.oobCodes() == [])
        }
        for token in [user.token, JSON?.none] {
            #expect(try await send(server, "https://localhost/x", type: type, token: token) == "OK")
        }
    }

    struct Host: Sendable, CustomTestStringConvertible {
        let url: String
        let isAllowed: Bool
        var testDescription: String { url }
    }

    static let hosts = [
        Host(url: "http://app.test", isAllowed: true),
        Host(url: "https://app.test:8443/deep/path?x=https://evil.test#y", isAllowed: true),
        Host(url: "https://APP.test/", isAllowed: true),
        Host(url: "http://10.0.0.1:5000/", isAllowed: true),
        Host(url: "http://sub.app.test/", isAllowed: false),
        Host(url: "http://test/", isAllowed: false),
        Host(url: "http://app.test.evil.test/", isAllowed: false),
        Host(url: "http://evilapp.test/", isAllowed: false),
        Host(url: "http://app.test@evil.test/", isAllowed: false),
        Host(url: "http://evil.test/app.test", isAllowed: false),
        Host(url: "http://localhost/", isAllowed: false),
        Host(url: "javascript://app.test/%0aalert(1)", isAllowed: false),
        Host(url: "com.example.app://app.test/", isAllowed: false),
    ]

    @Test(arguments: Profile.allCases, hosts)
    func `the host must be listed exactly, with any port`(_ profile: Profile, _ host: Host) async throws {
        let server = try TestServer(profile)
        _ = try await server.user()
        try await server.set("authorizedDomains", ["app.test", "10.0.0.1"])

        let outcome = try await send(server, host.url)
        #expect(outcome == (host.isAllowed ? "OK" : Self.refusal))
    }

    @Test(arguments: Profile.allCases)
    func `a project starts with its own domains, and this machine outside production`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        _ = try await server.user()

        for host in ["example.firebaseapp.com", "example.web.app"] {
            #expect(try await send(server, "https://\(host)/x") == "OK")
        }
        for host in ["localhost", "127.0.0.1", "[::1]"] {
            let expected = profile == .production ? Self.refusal : "OK"
            #expect(try await send(server, "http://\(host):5000/x") == expected, "\(host)")
        }
        #expect(try await send(server, "https://other.firebaseapp.com/x") == Self.refusal)
    }

    @Test(arguments: [Profile.local, .emulator])
    func `a star lists every domain`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        _ = try await server.user()
        try await server.set("authorizedDomains", ["*"])

        #expect(try await send(server, "https://anything.test/x") == "OK")
    }

    static let entries: [Row] = [
        Row("http://a.test", "http://a.test should only contain the valid domain."),
        Row("a.test:80", "a.test:80 should only contain the valid domain."),
        Row("*.a.test", "*.a.test should only contain the valid domain."),
        Row("a b.test", "a b.test should only contain the valid domain."),
        Row("", "An authorized domain is empty."),
    ]

    @Test(arguments: [Profile.local, .production], entries)
    func `entries are bare host names`(_ profile: Profile, _ row: Row) async throws {
        let server = try TestServer(profile)
        let answer = try await server.configure("authorizedDomains", ["authorizedDomains": ["ok.test", row.body]])

        #expect(answer.outcome == "INVALID_AUTHORIZED_DOMAIN : \(row.outcome(profile))")
        #expect(
            try await server.appGet("/v1/projects")["authorizedDomains"]?.arrayValue?.contains("ok.test") == false)
    }

    @Test func `production refuses the star`() async throws {
        let answer = try await TestServer(.production).configure(
            "authorizedDomains", ["authorizedDomains": ["*"]])

        #expect(answer.outcome == "INVALID_AUTHORIZED_DOMAIN : * should only contain the valid domain.")
    }

    @Test(arguments: Profile.allCases)
    func `a list counts for new links, and old codes stay good`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        _ = try await server.user()
        try await server.set("authorizedDomains", ["app.test"])
        let code = try await server.oobCode(
            "VERIFY_EMAIL", "alice@example.test", ["continueUrl": "https://app.test"])
        try await server.set("authorizedDomains", ["other.test"])

        #expect(try await send(server, "https://app.test") == Self.refusal)
        #expect(try await server.redeem(code).outcome == "OK")
    }

    // MARK: Elsewhere

    @Test(arguments: Profile.allCases)
    func `a provider flow may return to authorized domains only`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile, rules: ["providers": "any"])
        func outcome(_ url: JSON) async throws -> String {
            let body: JSON = ["providerId": "apple.com", "continueUri": url]
            return try await server.app("accounts:createAuthUri", body).outcome
        }
        let refusal = "INVALID_CONTINUE_URI : Invalid OAuth request for apple.com"

        #expect(try await outcome("https://evil.test") == refusal)
        #expect(try await outcome("https://example.firebaseapp.com/x") != refusal)
    }

    private static let pageModes: [(mode: String, type: String)] = [
        ("resetPassword", "PASSWORD_RESET"), ("verifyEmail", "VERIFY_EMAIL"),
        ("verifyAndChangeEmail", "VERIFY_AND_CHANGE_EMAIL"), ("signIn", "EMAIL_SIGNIN"),
    ]

    @Test(arguments: Profile.allCases, pageModes)
    func `the action page goes on to authorized domains only, except in the reference`(
        _ profile: Profile, _ mode: (mode: String, type: String)
    ) async throws {
        let server = try await TestServer.open(profile)
        _ = try await server.user()
        func open(_ url: String) async throws -> TestAnswer {
            let code = try await server.oobCode(mode.type, "alice@example.test", ["newEmail": "new@x.test"])
            return try await server.action(
                "mode=\(mode.mode)&oobCode=\(code)&apiKey=fake-api-key&newPassword=other-horse"
                    + "&continueUrl=\(FormURLEncoding.encode(url))")
        }

        let answer = try await open("https://evil.test/x")
        if profile == .emulator {
            #expect(answer.status == 303)
        } else {
            #expect(answer.outcome == Self.refusal)
            #expect(try await open("http://localhost:5000/x").status == 303)
        }
    }
}
