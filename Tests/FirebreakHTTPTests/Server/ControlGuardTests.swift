import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

@testable import FirebreakHTTP

/// firebreak.md section 4: the control API belongs to the owner of the machine.
struct ControlGuardTests {
    private static let info = "/firebreak/v1/info"

    @Test(arguments: [
        "127.0.0.1:9099", "127.0.0.1", "localhost", "LOCALHOST:1", "app.localhost:9099", "[::1]:9099", "127.1.2.3",
        "mail.example.test", "mail.example.test:443", "Mail.Example.Test", "mail.example.test.", "localhost.:9099",
    ])
    func `names of this server are answered`(host: String) async throws {
        let server = try TestServer(publicHost: "mail.example.test")

        #expect(try await server.send(.get, Self.info, host: host).status == 200)
    }

    @Test(arguments: [
        "evil.test", "evil.test:9099", "127.0.0.1.evil.test", "localhost.evil.test", "xlocalhost",
        "evil.test:127.0.0.1", "[::1].evil.test", "[::1]:evil", "localhost:evil", "localhost:", "localhost:99999",
        "192.168.0.1", "[::2]", "127.0.0.1@evil.test", "127.evil.test", "127.0.0.+1", "", "localhost evil.test",
        "evil.test\u{301}", "localhost..", ".localhost", "::1", "[::1", "[localhost]", "mail.example.test..",
        "[::1]evil.test", "localhost:9099:evil", "localhost:9099.evil.test", "user@localhost:9099",
    ])
    func `a foreign host is refused`(host: String) async throws {
        let server = try TestServer(publicHost: "mail.example.test")

        for (method, path) in [(HTTPRequest.Method.get, Self.info), (.delete, "/firebreak/v1/projects/example")] {
            let answer = try await server.send(method, path, host: host)
            #expect(answer.status == 403)
            #expect(answer.message?.hasPrefix("HOST_NOT_ALLOWED : ") == true)
            #expect(answer.json[path: "error.status"] == "PERMISSION_DENIED")
        }
    }

    @Test(arguments: ["evil.test", "evil.test:9099", "192.168.0.1", "db:9099", "auth.shop.internal", "10.0.2.2:9099"])
    func `apps may call by any name: containers and devices have their own for this machine`(host: String) async throws
    {
        let answer = try await TestServer().send(
            .get, "/identitytoolkit.googleapis.com/v1/projects?key=k", host: host)

        #expect(answer.status == 200)
    }

    @Test(
        arguments: TestProfile.allCases,
        ["a b", "a b:9099", "evil.test:127.0.0.1", "a/b", "user@localhost", "a\"b", "a<b", "localhost:evil", "ü.test"])
    func `what is not a host is refused, and never in a link`(profile: TestProfile, host: String) async throws {
        let server = try TestServer(profile.value)
        _ = try await server.signUp("alice@example.test")
        let body: JSON = ["requestType": "PASSWORD_RESET", "email": "alice@example.test"]

        let answer = try await server.send(
            .post, "/identitytoolkit.googleapis.com/v1/accounts:sendOobCode?key=fake-api-key",
            headers: [.contentType: "application/json"], body: body.bytes, host: host)

        #expect(answer.status == 400)
        #expect(answer.message == "INVALID_ARGUMENT : No host, with or without a port: \(host)")
        #expect(try await server.control(.get, "/outbox").json["messages"]?.arrayValue?.isEmpty == true)
    }

    @Test(arguments: [
        "https://evil.test", "null", "http://localhost.evil.test", "evil.test", "file://",
        "http://127.0.0.1.evil.test:9099", "http://localhost:3000", "http://127.0.0.1", "http://evil.localhost:9099",
        "chrome-extension://abcdefgh", "ftp://127.0.0.1:9099", "http://127.0.0.1:9099.evil.test", "http://[::1]:3000",
        "https://127.0.0.1:9099", "https://localhost:9099", "http://user@127.0.0.1:9099", "http://127.0.0.1:9099/",
        "http://127.0.0.2:9099", "127.0.0.1:9099", "",
    ])
    func `a foreign origin is refused, and never told that it may read`(origin: String) async throws {
        let server = try TestServer()

        for path in [Self.info, "/firebreak/v1/projects/example/outbox", "/firebreak/v1/projects/example/rules"] {
            let answer = try await server.send(.get, path, nil, headers: [.origin: origin])
            #expect(answer.status == 403)
            #expect(answer.headers[.accessControlAllowOrigin] == nil)
        }
        let reset = try await server.send(
            .post, "/firebreak/v1/projects/example:reset", [:], headers: [.origin: origin])
        #expect(reset.status == 403)
    }

    @Test(
        arguments: [
            ("http://127.0.0.1:9099", "127.0.0.1:9099"), ("http://localhost:8080", "localhost:8080"),
            ("http://[::1]:9099", "[::1]:9099"), ("https://mail.example.test", "127.0.0.1:9099"),
            ("http://app.localhost:9099", "app.localhost:9099"),
        ] as [(String, String)])
    func `an own origin is answered, without headers for reading across origins`(origin: String, host: String)
        async throws
    {
        let answer = try await TestServer(publicHost: "mail.example.test")
            .send(.get, Self.info, headers: [.origin: origin], host: host)

        #expect(answer.status == 200)
        #expect(answer.headers[.accessControlAllowOrigin] == nil)
    }

    @Test(arguments: [("cross-site", 403), ("same-site", 403), ("same-origin", 200), ("none", 200)])
    func `what a browser says of the page counts, with an own origin or none`(site: String, status: Int) async throws {
        let name = try #require(HTTPField.Name("Sec-Fetch-Site"))
        let server = try TestServer()

        #expect(try await server.send(.get, Self.info, headers: [name: site]).status == status)
        let named = try await server.send(.get, Self.info, headers: [name: site, .origin: TestServer.origin])
        #expect(named.status == status)
    }

    private static func source(_ authority: String?, _ scheme: String? = nil) -> RequestSource {
        RequestSource(authority: authority, scheme: scheme, clientIP: nil)
    }

    @Test func `own names with the own port are own origins, whichever of them is called`() {
        let address = ServerAddress(configuredHost: "0.0.0.0", publicHost: nil, isTLS: false)
        address.set(.init(host: "0.0.0.0", port: 9099))
        func isOwn(_ origin: String, _ host: String?) -> Bool { address.isOwn(origin: origin, of: Self.source(host)) }

        #expect(isOwn("http://localhost:9099", "127.0.0.1:9099"))
        #expect(isOwn("http://127.0.0.1:9099", nil))
        #expect(!isOwn("http://localhost:9098", "127.0.0.1:9099"))
        #expect(!isOwn("http://evil.test:9099", "127.0.0.1:9099"))
        // The name that a request is sent to is an own one only if the server knows it.
        #expect(!isOwn("http://evil.test:9099", "evil.test:9099"))
        #expect(!isOwn("http://db:9099", "db:9099"))
        #expect(isOwn("http://app.localhost:80", "app.localhost"))
    }

    @Test func `an own origin has the scheme that the server is reached with`() {
        func isOwn(_ origin: String, _ scheme: String?, isTLS: Bool = false, publicScheme: String? = nil) -> Bool {
            let address = ServerAddress(
                configuredHost: "127.0.0.1", publicHost: publicScheme == nil ? nil : "auth.example.test",
                publicScheme: publicScheme, isTLS: isTLS)
            address.set(.init(host: "127.0.0.1", port: 9099))
            return address.isOwn(origin: origin, of: Self.source("localhost:9099", scheme))
        }

        #expect(!isOwn("https://localhost:9099", nil))
        #expect(isOwn("https://localhost:9099", nil, isTLS: true))
        #expect(!isOwn("http://localhost:9099", nil, isTLS: true))
        // As a trusted proxy tells it.
        #expect(isOwn("https://localhost:9099", "https"))
        #expect(isOwn("https://auth.example.test", nil, publicScheme: "https"))
        #expect(!isOwn("http://auth.example.test", nil, publicScheme: "https"))
    }

    @Test func `a preflight gets no permission`() async throws {
        let answer = try await TestServer().send(
            .options, "/firebreak/v1/projects/example:reset", nil,
            headers: [.origin: "https://evil.test", .accessControlRequestMethod: "POST"])

        #expect(answer.status != 204)
        #expect(answer.headers[.accessControlAllowOrigin] == nil)
        #expect(answer.headers[.accessControlAllowMethods] == nil)
        #expect(answer.headers[.accessControlAllowHeaders] == nil)
    }

    @Test(
        arguments: [nil, "", "Bearer", "Bearer wrong", "Bearer secret2", "Basic secret", "secret", "Bearer  secret"]
            as [String?])
    func `a control token is asked for where there is one`(authorization: String?) async throws {
        let server = try TestServer(controlToken: "secret")
        var headers: HTTPFields = [:]
        headers[.authorization] = authorization

        let answer = try await server.send(.get, Self.info, nil, headers: headers)

        #expect(answer.status == 401)
        #expect(answer.json[path: "error.status"] == "UNAUTHENTICATED")
    }

    @Test func `the control token opens the control API and nothing else needs it`() async throws {
        let server = try TestServer(controlToken: "secret")

        #expect(try await server.send(.get, Self.info, nil, headers: [.authorization: "Bearer secret"]).status == 200)
        #expect(try await server.send(.get, "/healthz").status == 200)
        #expect(try await server.signUp("a@example.test").status == 200)
    }
}
