import FirebreakHTTP
import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// firebreak.md section 4: the control API belongs to the owner of the machine.
struct ControlGuardTests {
    private static let info = "/firebreak/v1/info"

    @Test(arguments: [
        "127.0.0.1:9099", "127.0.0.1", "localhost", "LOCALHOST:1", "app.localhost:9099", "[::1]:9099", "127.1.2.3",
        "mail.example.test", "mail.example.test:443", "Mail.Example.Test",
    ])
    func `names of this server are answered`(host: String) async throws {
        let server = try TestServer(publicHost: "mail.example.test")

        #expect(try await server.send(.get, Self.info, host: host).status == 200)
    }

    @Test(arguments: [
        "evil.test", "evil.test:9099", "127.0.0.1.evil.test", "localhost.evil.test", "xlocalhost",
        "evil.test:127.0.0.1", "[::1].evil.test", "[::1]:evil", "localhost:evil", "localhost:", "localhost:99999",
        "192.168.0.1", "[::2]", "127.0.0.1@evil.test", "127.evil.test", "127.0.0.+1",
    ])
    func `a foreign host is refused`(host: String) async throws {
        let server = try TestServer(publicHost: "mail.example.test")

        for (method, path) in [(HTTPRequest.Method.get, Self.info), (.delete, "/firebreak/v1/projects/example")] {
            let answer = try await server.send(method, path, host: host)
            #expect(answer.status == 403)
            #expect(answer.message?.hasPrefix("HOST_NOT_ALLOWED : ") == true)
            #expect(answer.json[path: "error.status"] == "PERMISSION_DENIED")
        }
        // The API itself must work by any name: containers and devices have their own for this machine.
        #expect(try await server.send(.get, "/emulator/v1/projects/p/config", host: host).status == 200)
    }

    @Test(arguments: [
        "https://evil.test", "null", "http://localhost.evil.test", "evil.test", "file://",
        "http://127.0.0.1.evil.test:9099", "http://localhost:3000", "http://127.0.0.1", "http://evil.localhost:9099",
        "chrome-extension://abcdefgh", "ftp://127.0.0.1:9099", "http://127.0.0.1:9099.evil.test", "http://[::1]:3000",
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
    func `what a browser says of the page counts where no origin is named`(site: String, status: Int) async throws {
        let name = try #require(HTTPField.Name("Sec-Fetch-Site"))

        #expect(try await TestServer().send(.get, Self.info, headers: [name: site]).status == status)
    }

    @Test func `own names with the own port are own origins, whichever of them is called`() {
        let address = ServerAddress(configuredHost: "0.0.0.0", publicHost: nil, isTLS: false)
        address.set(.init(host: "0.0.0.0", port: 9099))

        #expect(address.isOwn(origin: "http://localhost:9099", hostHeader: "127.0.0.1:9099"))
        #expect(address.isOwn(origin: "http://127.0.0.1:9099", hostHeader: nil))
        #expect(!address.isOwn(origin: "http://localhost:9098", hostHeader: "127.0.0.1:9099"))
        #expect(!address.isOwn(origin: "http://evil.test:9099", hostHeader: "127.0.0.1:9099"))
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
