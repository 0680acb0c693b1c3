import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

struct MintTokenTests {
    private static let document = """
        defaults: { password: correct-horse }
        users:
          - { ref: alice, uid: a, email: alice@example.test, claims: { role: user } }
          - { ref: caller, uid: c, phoneNumber: "+15555550100" }
          - { ref: nobody, uid: n }
          - { ref: former, uid: f, disabled: true }
        tenants: { blue: { users: [ { ref: carol, uid: a, email: carol@example.test } ] } }
        """

    private func server(_ profile: TestProfile = .local) async throws -> TestServer {
        let server = try TestServer(profile.value)
        if profile == .production {
            _ = try await server.configure("multiTenant.allowTenants", ["multiTenant": ["allowTenants": true]])
        }
        #expect(try await server.seed(Self.document).status == 200)
        return server
    }

    private func payload(_ answer: TestAnswer) throws -> JSON {
        try #require(answer.json["idToken"]?.stringValue.flatMap(JSONWebToken.init)).payload
    }

    @Test(arguments: TestProfile.allCases)
    func `a token is as good as one of a sign-in`(profile: TestProfile) async throws {
        let server = try await server(profile)
        let answer = try await server.control(.post, ":mintToken", ["user": "alice"])

        #expect(answer.json["uid"] == "a")
        #expect(answer.json["expiresIn"] == "3600")
        let lookup = try await server.app("accounts:lookup", ["idToken": answer.json["idToken"] ?? .null])
        #expect(lookup.json["users"]?.arrayValue?.first?["email"] == "alice@example.test")
        #expect(try await server.refresh(answer.json["refreshToken"]?.stringValue).status == 200)
    }

    @Test(
        arguments: [
            (["user": "a"], "a", "password", nil), (["user": "alice"], "a", "password", nil),
            (["user": "Alice@example.test"], "a", "password", nil), (["user": "caller"], "c", "phone", nil),
            (["user": "nobody"], "n", "custom", nil), (["user": "carol"], "a", "password", "blue"),
            (["user": "a", "tenant": "blue"], "a", "password", "blue"),
            (["user": "alice", "provider": "google.com"], "a", "google.com", nil),
        ] as [(JSON, String, String, String?)])
    func `users are found by ID, address and ref`(
        request: JSON, uid: String, provider: String, tenant: String?
    ) async throws {
        let payload = try payload(try await server().control(.post, ":mintToken", request))

        #expect(payload["sub"] == .string(uid))
        #expect(payload[path: "firebase.sign_in_provider"] == .string(provider))
        #expect(payload[path: "firebase.tenant"]?.stringValue == tenant)
    }

    @Test func `claims are added under their own names and stay over refreshes`() async throws {
        let server = try await server()
        let answer = try await server.control(
            .post, ":mintToken", ["user": "alice", "claims": ["user_role": "admin", "role": "owner"]])

        #expect(try payload(answer)["user_role"] == "admin")
        #expect(try payload(answer)["role"] == "owner")
        let refreshed = try await server.refresh(answer.json["refreshToken"]?.stringValue).json["id_token"]
        #expect(refreshed?.stringValue.flatMap(JSONWebToken.init)?.payload["user_role"] == "admin")
    }

    @Test(arguments: [60, -600])
    func `a token lives as long as it is to`(lifetime: Int) async throws {
        let server = try await server()
        let answer = try await server.control(.post, ":mintToken", ["user": "alice", "lifetime": .int(lifetime)])

        let payload = try payload(answer)
        #expect((payload["exp"]?.integerValue ?? 0) - (payload["iat"]?.integerValue ?? 0) == Int64(lifetime))
        let lookup = try await server.app("accounts:lookup", ["idToken": answer.json["idToken"] ?? .null])
        #expect((lookup.status == 200) == (lifetime > 0))
    }

    @Test(
        arguments: [
            ([:], 400, "INVALID_ARGUMENT : user must be an ID, an e-mail address or the ref of a fixture"),
            (["user": ""], 400, "INVALID_ARGUMENT : user must not be empty"),
            (["user": "who"], 404, "NOT_FOUND : There is no user who in project example."),
            (
                ["user": "carol", "tenant": "green"], 404,
                "NOT_FOUND : There is no user carol in tenant green of project example."
            ),
            (["user": "former"], 400, "USER_DISABLED"),
            (["user": "a", "claims": []], 400, "INVALID_ARGUMENT : claims must be an object"),
            (["user": "a", "claims": ["sub": "x"]], 400, "FORBIDDEN_CLAIM : sub"),
            (
                ["user": "a", "lifetime": 1_000_000_001], 400,
                "INVALID_ARGUMENT : lifetime must be seconds, at most 1000000000"
            ),
        ] as [(JSON, Int, String)])
    func `what cannot be is refused`(request: JSON, status: Int, message: String) async throws {
        let answer = try await server().control(.post, ":mintToken", request)

        #expect(answer.status == status)
        #expect(answer.json[path: "error.message"]?.stringValue?.hasPrefix(message) == true)
    }

    @Test func `refs go with a reset, and with their user`() async throws {
        let server = try await server()
        _ = try await server.admin("accounts:delete", ["localId": "c"])
        #expect(try await server.control(.post, ":mintToken", ["user": "caller"]).status == 404)

        _ = try await server.control(.post, ":reset", [:])
        #expect(try await server.control(.post, ":mintToken", ["user": "alice"]).status == 404)
    }
}
