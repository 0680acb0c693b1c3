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

    @Test func `apps are not concerned: their pages may be anywhere`() async throws {
        let server = try TestServer(.local)
        let answer = try await server.send(
            .post, "/identitytoolkit.googleapis.com/v1/accounts:signUp?key=k", [:],
            headers: [.origin: "https://evil.test"])

        #expect(answer.status == 200)
    }
}
