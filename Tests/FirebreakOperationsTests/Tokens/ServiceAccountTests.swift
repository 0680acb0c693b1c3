import FirebreakCredentials
import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// Rule `credentials: verified` for custom tokens (production.md section 6.4).
struct ServiceAccountTests {
    private static let account = "firebase-adminsdk@example.iam.gserviceaccount.com"
    private static let now = TestServer.start
    private static let invalid = "INVALID_CUSTOM_TOKEN"
    /// Making a key takes long.
    private static let shared = Result { (try SigningKey(), try SigningKey()) }

    private let key: SigningKey
    private let stranger: SigningKey

    init() throws { (key, stranger) = try Self.shared.get() }

    private static func payload(_ changes: JSON = [:]) -> JSON {
        let payload: JSON = [
            "iss": .string(account), "sub": .string(account), "aud": .string(CustomTokenTests.audience),
            "iat": .int(now), "exp": .int(now + 3600), "uid": "alice",
        ]
        return payload.merging(changes)
    }

    private func token(_ payload: JSON, header: JSON = [:], by signer: SigningKey? = nil) throws -> String {
        let signer = signer ?? key
        let header = (["alg": "RS256", "kid": .string(signer.id), "typ": "JWT"] as JSON).merging(header)
        return try JSONWebToken.signed(header: header, payload: payload.bytes) { try signer.signature(of: $0) }
    }

    private func server(_ profile: Profile = .production) async throws -> TestServer {
        let server = try await TestServer.open(profile)
        try await trust(["certificates": .object([.init(key.id, .string(key.certificate(commonName: "sa")))])], server)
        return server
    }

    private func trust(_ keys: JSON, _ server: TestServer) async throws {
        let answer = try await server.control(
            .patch, "/rules",
            ["credentials": "verified", "serviceAccounts": .object([.init(Self.account, keys)])])
        try #require(answer.status == 200, "\(answer.text)")
    }

    private func outcome(_ token: String, _ server: TestServer, _ more: JSON = [:]) async throws -> String {
        try await server.app("accounts:signInWithCustomToken", (["token": .string(token)] as JSON).merging(more))
            .outcome
    }

    @Test(arguments: Profile.allCases)
    func `what a service account signed signs in`(_ profile: Profile) async throws {
        let server = try await server(profile)
        let answer = try await server.app(
            "accounts:signInWithCustomToken",
            ["token": .string(try token(Self.payload(["claims": ["admin": true]]))), "returnSecureToken": true])

        #expect(answer["isNewUser"] == true, "\(answer.text)")
        let idToken = try #require(answer.string("idToken").flatMap(JSONWebToken.init))
        #expect(idToken.payload["admin"] == true && idToken.payload["sub"] == "alice")
    }

    @Test func `keys may be a JWKS document or what Google serves`() async throws {
        let certificate = try key.certificate(commonName: "sa")
        let server = try await server()
        for keys in [["keys": [key.jwk]], .object([.init(key.id, .string(certificate))])] as [JSON] {
            try await trust(keys, server)
            #expect(try await outcome(token(Self.payload()), server) == "OK")
        }
    }

    /// Changes of the payload and what comes of them.
    static let payloads: [Row] = [
        Row(["aud": "other"], invalid), Row(["aud": nil], invalid), Row(["sub": "other"], invalid),
        Row(["sub": nil], invalid), Row(["iat": nil], invalid), Row(["exp": nil], invalid),
        Row(["iat": .int(now + 1), "exp": .int(now + 60)], invalid),
        Row(["iat": .int(now), "exp": .int(now + 3601)], invalid),
        Row(["iat": .int(now), "exp": .int(now - 1)], invalid),
        Row(["iat": .int(now - 400), "exp": .int(now - 300)], invalid),
        Row(["iat": .int(now - 400), "exp": .int(now - 299)], "OK"),
        Row(["iat": "soon", "exp": .int(now)], invalid),
        Row(["iat": -9_223_372_036_854_775_808, "exp": 9_223_372_036_854_775_807], invalid),
        Row(["iss": "other@x.test", "sub": "other@x.test"], "CREDENTIAL_MISMATCH"),
        Row(["uid": nil], "MISSING_IDENTIFIER"),
        Row(["uid": ""], "INVALID_IDENTIFIER : Invalid user ID length. Expect to have length between 1 and 128."),
        Row(["uid": 7], "OK"), Row(["claims": []], "INVALID_CLAIMS"),
        Row(["claims": ["iss": "x"]], "FORBIDDEN_CLAIM : iss"),
    ]

    @Test(arguments: payloads)
    func `a payload is checked`(_ row: Row) async throws {
        let server = try await server()

        #expect(try await outcome(token(Self.payload(row.body)), server) == row.outcome(.production))
    }

    @Test func `what nobody or somebody else signed is refused`() async throws {
        let server = try await server()
        let good = try token(Self.payload())
        let unsigned = JSONWebToken.unsigned(payload: Self.payload().bytes)
        let stripped = good.split(separator: ".").dropLast().joined(separator: ".") + "."

        #expect(try await outcome(token(Self.payload(), by: stranger), server) == Self.invalid)
        #expect(
            try await outcome(token(Self.payload(), header: ["kid": .string(key.id)], by: stranger), server)
                == Self.invalid)
        #expect(try await outcome(token(Self.payload(), header: ["alg": "none"]), server) == Self.invalid)
        #expect(try await outcome(token(Self.payload(), header: ["alg": "HS256"]), server) == Self.invalid)
        #expect(try await outcome(unsigned, server) == Self.invalid)
        #expect(try await outcome(stripped, server) == "INVALID_CUSTOM_TOKEN : Missing signature.")
        for text in ["{\"uid\":\"a\"}", "junk", "a.b", ""] {
            #expect(
                try await outcome(text, server)
                    == "INVALID_CUSTOM_TOKEN : Invalid assertion format. 3 dot separated segments required.")
        }
        #expect(try await server.app("accounts:signInWithCustomToken").outcome == "MISSING_CUSTOM_TOKEN")
        #expect(try await outcome(good, server) == "OK")
    }

    @Test func `without service accounts every token is somebody else's`() async throws {
        let server = try TestServer(.production, rules: ["credentials": "verified"])

        #expect(try await outcome(token(Self.payload()), server) == "CREDENTIAL_MISMATCH")
    }

    @Test func `a tenant's token names the tenant`() async throws {
        let server = try await server()
        let tenant = try await server.makeTenant()
        func outcome(_ changes: JSON) async throws -> String {
            try await self.outcome(token(Self.payload(changes)), server, ["tenantId": .string(tenant)])
        }

        #expect(try await outcome(["tenant_id": .string(tenant)]) == "OK")
        #expect(try await outcome(["tenant_id": "other"]).contains("TENANT_ID_MISMATCH"))
        #expect(try await outcome([:]) != "OK")
    }

    @Test(
        arguments: [
            ["certificates": ["k": "text"]], ["k": "text"], ["keys": []], ["keys": "text"], "text", [], [:],
        ] as [JSON])
    func `keys that cannot be read are refused and change nothing`(_ keys: JSON) async throws {
        let server = try await server()
        let answer = try await server.control(
            .patch, "/rules", ["serviceAccounts": .object([.init(Self.account, keys)])])

        #expect(answer.status == 400, "\(answer.text)")
        #expect(answer.message?.contains(Self.account) == true)
        #expect(try await outcome(token(Self.payload()), server) == "OK")
    }
}
