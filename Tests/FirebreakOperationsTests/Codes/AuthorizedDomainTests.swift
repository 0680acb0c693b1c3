import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
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
        let server = try await TestServer.openWithDomains(profile)
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

    @Test(
        arguments: [Profile.local, .production],
        [
            ("bücher.test", "xn--bcher-kva.test"), ("xn--bcher-kva.test", "bücher.test"),
            ("BÜCHER.test", "bu\u{308}cher.test"),
        ])
    func `an international host is one, whichever way it is written`(
        _ profile: Profile, _ names: (listed: String, asked: String)
    ) async throws {
        let server = try TestServer(profile)
        _ = try await server.user()
        try await server.set("authorizedDomains", [.string(names.listed)])

        #expect(try await send(server, "https://\(names.asked)/x") == "OK")
        #expect(try await send(server, "https://\(names.listed)/x") == "OK")
        #expect(try await send(server, "https://bucher.test/x") == Self.refusal)
        // It is shown in the form that it was written in.
        let listed = try await server.appGet("/v1/projects")["authorizedDomains"]
        #expect(listed == [.string(names.listed.lowercased())])
        let link = try #require(try await server.outbox("order=desc").first?["link"]?["continueUrl"]?.stringValue)
        #expect(link == "https://xn--bcher-kva.test/x")
    }

    /// URLs in which other readers find another host than browsers, and what is handed out of them.
    static let ambiguous: [(url: String, handedOut: String)] = [
        (#"https://app.test\@evil.test/x"#, "https://app.test/@evil.test/x"),
        (#"https:\\app.test\x"#, "https://app.test/x"), ("https:app.test/x", "https://app.test/x"),
        ("https://app.test?@evil.test/x", "https://app.test/?@evil.test/x"),
        ("ht\ttps://app\n.test/x", "https://app.test/x"),
        ("https://evil.test／@app.test/x", "https://evil.test%EF%BC%8F@app.test/x"),
        ("https://a@evil.test@app.test/x", "https://a%40evil.test@app.test/x"),
        ("https://%61pp.test/x", "https://app.test/x"),
    ]

    @Test(arguments: [Profile.local, .production], ambiguous)
    func `what was checked is what the link and the page hand out`(
        _ profile: Profile, _ row: (url: String, handedOut: String)
    ) async throws {
        let server = try TestServer(profile)
        _ = try await server.user()
        try await server.set("authorizedDomains", ["app.test"])
        let answer = try await server.oobLink("VERIFY_EMAIL", "alice@example.test", ["continueUrl": .string(row.url)])
        let link = try #require(answer.string("oobLink"), "\(answer.text)")

        #expect(link.contains("continueUrl=" + FormURLEncoding.encode(row.handedOut)))
        #expect(try await server.outbox("order=desc").first?["link"]?["continueUrl"] == .string(row.handedOut))
        let code = try #require(answer.string("oobCode"))
        let opened = try await server.action(
            "mode=verifyEmail&oobCode=\(code)&apiKey=fake-api-key&continueUrl=\(FormURLEncoding.encode(row.url))")
        #expect(opened.status == 303, "\(opened.text)")
        #expect(opened.headers[.location] == PercentEncoding.escapeIllegal(row.handedOut))
    }

    @Test(arguments: [#"https://evil.test\@app.test/x"#, "https://evil.test／app.test/", "https://app.test＠evil.test/"])
    func `a host that only looks like a listed one is refused`(url: String) async throws {
        let server = try TestServer(.local)
        _ = try await server.user()
        try await server.set("authorizedDomains", ["app.test"])

        #expect(try await send(server, url) != "OK")
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
        let other = try await send(server, "https://other.firebaseapp.com/x")
        #expect(other == (profile == .emulator ? "OK" : Self.refusal))
    }

    // MARK: Profile emulator

    static let anywhere = ["https://evil.test/x", "http://web:3000/x", "http://10.0.2.2:5000/", "com.example.app://x"]

    @Test(arguments: anywhere)
    func `the reference's links lead anywhere until domains are named`(_ url: String) async throws {
        let server = try TestServer(.emulator)
        _ = try await server.user()

        for type in Self.types { #expect(try await send(server, url, type: type) == "OK") }
        let flow: JSON = ["providerId": "apple.com", "continueUri": "https://evil.test/x"]
        #expect(try await server.app("accounts:createAuthUri", flow).outcome == "OK")
        #expect(try await server.appGet("/v1/projects")["authorizedDomains"] == ["localhost"])
        let shown = try await server.adminGet("/v2/projects/example/config")["authorizedDomains"]
        #expect(shown?.arrayValue?.first == "localhost" && shown?.arrayValue?.last == "example.web.app")
        // What names other settings does not name this one.
        try await server.set("emailPrivacyConfig.enableImprovedEmailPrivacy", true)
        #expect(try await server.configure("authorizedDomains", [:]).status == 200)
        #expect(try await server.configure("", [:]).status == 200)
        #expect(try await send(server, url) == "OK")
    }

    enum Naming: CaseIterable {
        case masked, unmasked, empty, legacy, fixture, emptyFixture

        var domains: JSON { self == .empty || self == .emptyFixture ? [] : ["app.test"] }

        func perform(_ server: TestServer) async throws -> TestAnswer {
            let body: JSON = ["authorizedDomains": domains]
            switch self {
            case .masked, .empty: return try await server.configure("authorizedDomains", body)
            case .unmasked: return try await server.configure("", body)
            case .legacy:
                return try await server.send(
                    .post, "/www.googleapis.com/identitytoolkit/v3/relyingparty/setProjectConfig", body,
                    headers: [.authorization: "Bearer owner"])
            case .fixture, .emptyFixture:
                return try await server.seed("{ version: 1, projects: { example: { config: \(body.text) } } }")
            }
        }
    }

    @Test(arguments: Naming.allCases)
    func `the reference's project enforces what was named`(_ naming: Naming) async throws {
        let server = try TestServer(.emulator)
        _ = try await server.user()
        let answer = try await naming.perform(server)

        #expect(answer.status == 200, "\(answer.text)")
        for url in Self.anywhere + ["http://localhost/x"] { #expect(try await send(server, url) == Self.refusal) }
        #expect(try await send(server, "https://app.test/x") == (naming.domains == [] ? Self.refusal : "OK"))
        #expect(try await server.adminGet("/v2/projects/example/config")["authorizedDomains"] == naming.domains)
        #expect(try await server.appGet("/v1/projects")["authorizedDomains"] == naming.domains)
    }

    private func isEnforced(_ server: TestServer, _ project: String = TestServer.project) async throws -> Bool {
        try await server.services.projects.project(ProjectID(rawValue: project)).settings().enforcesAuthorizedDomains
    }

    /// Copies a project before and after domains were named.
    ///
    /// - Returns: Its export at the end.
    private func copyAround(_ server: TestServer) async throws -> JSON {
        _ = try await server.user()
        #expect(try await server.control(.post, ":snapshot", ["name": "before"]).status == 200)
        #expect(try await server.fork("unnamed").status == 200)
        try await server.set("authorizedDomains", ["app.test"])
        #expect(try await server.fork("named").status == 200)
        return try #require(try await server.control(.get, ":export").json["files"])
    }

    @Test func `whether they were named goes into files, copies and exports`() async throws {
        try await withTemporaryDirectory { directory in
            let first = try TestServer(.emulator, dataDirectory: directory)
            let files = try await copyAround(first)
            first.close()
            let later = try TestServer(.emulator, dataDirectory: directory)
            #expect(try await isEnforced(later))
            #expect(try await isEnforced(later, "named"))
            #expect(try await !isEnforced(later, "unnamed"))
            #expect(try await later.control(.post, ":restore", ["name": "before"]).status == 200)
            #expect(try await !isEnforced(later))

            let copy = try TestServer(.emulator)
            #expect(try await copy.control(.post, ":import", ["files": files]).status == 200)
            #expect(try await isEnforced(copy))
        }
    }

    // MARK: Of the command line

    @Test(arguments: Profile.allCases)
    func `the server's list is that of projects which name none`(_ profile: Profile) async throws {
        let server = try TestServer(profile, authorizedDomains: ["App.test", "10.0.0.1"])
        _ = try await server.user()

        #expect(try await send(server, "https://app.test:8443/x") == "OK")
        for url in ["http://localhost/x", "https://example.web.app/x"] {
            #expect(try await send(server, url) == Self.refusal)
        }
        let shown = try await server.adminGet("/v2/projects/example/config")["authorizedDomains"]
        #expect(shown == (profile == .emulator ? ["app.test", "10.0.0.1"] : ["App.test", "10.0.0.1"]))
        // It does not change with other settings, and a project's own list counts more.
        try await server.set("emailPrivacyConfig.enableImprovedEmailPrivacy", false)
        #expect(try await send(server, "https://app.test/x") == "OK")
        try await server.set("authorizedDomains", ["own.test"])
        #expect(try await send(server, "https://app.test/x") == Self.refusal)
        #expect(try await send(server, "https://own.test/x") == "OK")
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
        let server = try await TestServer.openWithDomains(profile)
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
