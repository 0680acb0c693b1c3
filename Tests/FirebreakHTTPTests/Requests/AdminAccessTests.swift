import FirebreakHTTP
import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// Who may act as an admin: from which machine, and from which pages.
struct AdminAccessTests {
    private static let query = "/identitytoolkit.googleapis.com/v1/projects/example/accounts:query"
    private static let codes = "/emulator/v1/projects/example/oobCodes"

    private func admin(
        _ server: TestServer, _ bearer: String?, origin: String? = nil, from remoteIP: String? = nil
    ) async throws -> Int {
        var headers: HTTPFields = [.contentType: "application/json"]
        headers[.authorization] = bearer.map { "Bearer " + $0 }
        headers[.origin] = origin
        return try await server.send(.post, Self.query, headers: headers, body: Array("{}".utf8), from: remoteIP).status
    }

    // MARK: Admin token

    @Test(arguments: [
        ("owner", "127.0.0.1", 200), ("owner", "::1", 200), ("owner", "192.168.1.7", 401),
        ("ya29.token", "192.168.1.7", 401), ("secret", "192.168.1.7", 200), ("secret", "127.0.0.1", 200),
        ("secret2", "192.168.1.7", 401), ("nonsense", "127.0.0.1", 401),
    ])
    func `other machines present the admin token`(bearer: String, remoteIP: String, status: Int) async throws {
        let server = try TestServer(adminToken: "secret")

        #expect(try await admin(server, bearer, from: remoteIP) == status)
    }

    @Test func `without an admin token owner will do from everywhere`() async throws {
        #expect(try await admin(TestServer(), "owner", from: "192.168.1.7") == 200)
    }

    @Test(arguments: TestProfile.allCases)
    func `the reference's own endpoints ask other machines for the admin token as well`(profile: TestProfile)
        async throws
    {
        let server = try TestServer(profile.value, adminToken: "secret")

        #expect(try await server.send(.get, Self.codes, from: "127.0.0.1").status == 200)
        let refused = try await server.send(.get, Self.codes, from: "10.0.0.9")
        #expect(refused.status == 401)
        #expect(refused.message?.hasPrefix("ADMIN_TOKEN_REQUIRED") == true)
        #expect(
            try await server.send(.get, Self.codes, headers: [.authorization: "Bearer secret"], from: "10.0.0.9").status
                == 200)
        // Apps have keys, and need nothing else.
        #expect(try await server.signUp("a@example.test").status == 200)
    }

    // MARK: Rule adminOrigins

    @Test(arguments: [
        ("https://evil.test", 403), ("null", 403), ("chrome-extension://abc", 403), ("http://localhost:3000", 200),
        (TestServer.origin, 200), ("https://example.firebaseapp.com", 200), ("http://localhost.evil.test", 403),
        ("http://evil.test:9099", 403), ("http://localhost:9099@evil.test", 403),
    ])
    func `pages act as an admin where their host is an authorized domain`(origin: String, status: Int) async throws {
        let server = try TestServer(.local)

        #expect(try await admin(server, "owner", origin: origin) == status)
        #expect(try await server.send(.get, Self.codes, headers: [.origin: origin]).status == status)
    }

    @Test func `a refused page is told why, and the reference lets every page in`() async throws {
        let headers: HTTPFields = [.origin: "https://evil.test"]
        let refused = try await TestServer(.local).send(.get, Self.codes, headers: headers)
        #expect(refused.message?.hasPrefix("ORIGIN_NOT_ALLOWED") == true)
        #expect(refused.json[path: "error.status"] == "PERMISSION_DENIED")

        #expect(try await admin(TestServer(.emulator), "owner", origin: "https://evil.test") == 200)
        let open = try TestServer(.local, rules: ["adminOrigins": "any"])
        #expect(try await admin(open, "owner", origin: "https://evil.test") == 200)
        let closed = try TestServer(.emulator, rules: ["adminOrigins": "authorized"])
        #expect(try await admin(closed, "owner", origin: "https://evil.test") == 403)
    }

    private func statuses(_ server: TestServer, host: String, origin: String? = nil) async throws -> [Int] {
        var headers: HTTPFields = [.contentType: "application/json", .authorization: "Bearer owner"]
        headers[.origin] = origin
        let calls: [(HTTPRequest.Method, String)] = [
            (.post, Self.query), (.get, Self.codes), (.get, "/emulator/v1/projects/example/config"),
            (.get, "/identitytoolkit.googleapis.com/v2/projects/example/config"),
            (.delete, "/emulator/v1/projects/example/accounts"),
        ]
        var statuses: [Int] = []
        for (method, path) in calls {
            let body = method == .post ? Array("{}".utf8) : []
            statuses.append(try await server.send(method, path, headers: headers, body: body, host: host).status)
        }
        return statuses
    }

    private static let strangers = [
        "evil.test", "evil.test:9099", "EVIL.test.:9099", "localhost.evil.test", "127.0.0.1.evil.test",
        "evil.localhosts",
        "xlocal.test", "local.evil.test", "evil.internal.test", "db.", "1.2.3.4.5", "127.1.evil", "evil-local.com",
        "auth.example.test.evil.test", "xn--local-x.com",
    ]

    @Test(arguments: [Profile.local, .production], strangers)
    func `a page whose own name leads here is not an admin, and reads nothing`(profile: Profile, host: String)
        async throws
    {
        let server = try TestServer(profile, publicHost: "auth.example.test")

        // Its browser sends no origin when the page reads, and the page's own when it writes.
        for origin in [nil, "http://" + host] {
            #expect(try await statuses(server, host: host, origin: origin) == [403, 403, 403, 403, 403])
        }
        let refused = try await server.send(.get, Self.codes, host: host)
        #expect(refused.message?.hasPrefix("HOST_NOT_ALLOWED : Admins") == true)
        #expect(refused.json[path: "error.status"] == "PERMISSION_DENIED")
    }

    @Test(arguments: [
        "localhost:9099", "LOCALHOST", "app.localhost:9099", "127.0.0.1:9099", "[::1]:9099", "10.0.2.2:9099",
        "192.168.178.20:9099", "[fe80::1]:9099", "firebreak:9099", "auth_emulator:9099", "host.docker.internal:9099",
        "HOST.docker.INTERNAL.", "gateway.containers.internal", "mac.local:9099", "auth.ns.svc.cluster.local:9099",
        "auth.example.test", "AUTH.example.test:8443", "auth.example.test.",
    ])
    func `names that no page of the web can have are an admin's`(host: String) async throws {
        let server = try TestServer(.local, publicHost: "auth.example.test")

        #expect(try await statuses(server, host: host) == [200, 200, 200, 200, 200])
        #expect(try await statuses(server, host: host, origin: "http://localhost:3000") == [200, 200, 200, 200, 200])
        #expect(try await statuses(server, host: host, origin: "https://evil.test") == [403, 403, 403, 403, 403])
    }

    @Test func `the reference answers under any name, and so does rule adminOrigins any`() async throws {
        let allowed = [200, 200, 200, 200, 200]
        #expect(try await statuses(TestServer(.emulator), host: "evil.test:9099") == allowed)
        let open = try TestServer(.local, rules: ["adminOrigins": "any"])
        #expect(try await statuses(open, host: "evil.test:9099", origin: "http://evil.test:9099") == allowed)
        let closed = try TestServer(.emulator, rules: ["adminOrigins": "authorized"])
        #expect(try await statuses(closed, host: "evil.test:9099") == [403, 403, 403, 403, 403])
    }

    @Test func `the name that a trusted proxy tells counts`() async throws {
        let server = try TestServer(publicHost: "auth.example.test", proxies: try #require(TrustedProxies("loopback")))
        func status(_ forwarded: String) async throws -> Int {
            let headers: HTTPFields = [try #require(HTTPField.Name("X-Forwarded-Host")): forwarded]
            return try await server.send(.get, Self.codes, headers: headers, from: "127.0.0.1").status
        }

        #expect(try await status("auth.example.test") == 200)
        #expect(try await status("evil.test") == 403)
    }

    @Test func `apps are not concerned: their pages may be anywhere`() async throws {
        let server = try TestServer(.local)
        let answer = try await server.send(
            .post, "/identitytoolkit.googleapis.com/v1/accounts:signUp?key=k", [:],
            headers: [.origin: "https://evil.test"])

        #expect(answer.status == 200)
    }
}
