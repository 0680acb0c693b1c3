import FirebreakCredentials
import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// Rule `idTokens: signed` (firebreak.md sections 3 and 4, production.md section 6.1).
struct SignedTokenTests {
    private func server(_ profile: Profile) throws -> TestServer {
        try TestServer(profile, rules: ["idTokens": "signed"])
    }

    private func keys(_ server: TestServer) async throws -> KeySet {
        let path = "/www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com"
        return try KeySet(document: try await server.send(.get, path).json)
    }

    @Test(arguments: Profile.allCases)
    func `ID tokens are signed by the key that is published`(_ profile: Profile) async throws {
        let server = try server(profile)
        let user = try await server.user()
        let refreshed = try #require(await server.refresh(user.refreshToken).string("id_token"))
        let keys = try await keys(server)

        for text in [user.idToken, refreshed] {
            let token = try #require(JSONWebToken(text))
            #expect(token.header["alg"] == "RS256" && token.header["typ"] == "JWT")
            #expect(keys.verifies(text))
            #expect(try await server.lookup(text).outcome == "OK")
        }
    }

    @Test(arguments: Profile.allCases)
    func `so are session cookies`(_ profile: Profile) async throws {
        let server = try server(profile)
        let user = try await server.user()
        let answer = try await server.admin(":createSessionCookie", ["idToken": user.token, "validDuration": "3600"])
        let cookie = try #require(answer.string("sessionCookie"))

        #expect(try await keys(server).verifies(cookie))
        #expect(JSONWebToken(cookie)?.payload["iss"] == "https://session.firebase.google.com/example")
    }

    /// blocking-functions.md section 3: a function that verifies its caller does so by the same keys.
    @Test(arguments: Profile.allCases, ["unsigned", "signed"])
    func `what blocking functions get is signed as well`(_ profile: Profile, _ rule: String) async throws {
        let server = try await TestServer.openToAll(profile, rules: ["idTokens": rule])
        try await server.guardSignIns()
        _ = try await server.user()
        if profile != .emulator {
            try await server.guardWith(["beforeSendEmail": FunctionURL.email])
            _ = try await server.mailedCode("PASSWORD_RESET", "alice@example.test")
        }
        let keys = try await keys(server)

        #expect(server.functions.tokens.count == (profile == .emulator ? 2 : 3))
        for text in server.functions.tokens {
            let header = try #require(JSONWebToken(text)).header
            #expect(header["alg"] == (rule == "signed" ? "RS256" : "none"))
            #expect(keys.verifies(text) == (rule == "signed"))
        }
    }

    @Test(arguments: [Profile.local, .production])
    func `tokens of anybody else are no good`(_ profile: Profile) async throws {
        let server = try server(profile)
        let user = try await server.user()
        let token = try #require(JSONWebToken(user.idToken))
        let stranger = try SigningKey()
        func signed(_ header: JSON, by key: SigningKey) throws -> String {
            try JSONWebToken.signed(header: header, payload: token.payload.bytes) { try key.signature(of: $0) }
        }
        let other = try signed(["alg": "RS256", "kid": .string(stranger.id), "typ": "JWT"], by: stranger)
        let pretended = try signed(token.header, by: stranger)
        let unsigned = JSONWebToken.unsigned(payload: token.payload.bytes)
        let changed = token.payload.merging(["user_id": "other"])
        let segments = user.idToken.split(separator: ".")
        let altered = "\(segments[0]).\(Base64.encode(changed.bytes, .urlSafe)).\(segments[2])"

        // 256 bytes leave four bits of the last character to nobody.
        let last = try #require(user.idToken.utf8.last)
        #expect("AQgw".utf8.contains(last))
        let respelled = String(user.idToken.dropLast()) + String(UnicodeScalar(last + 1))

        for text in [other, pretended, unsigned, altered, respelled, user.idToken + "="] {
            #expect(try await server.lookup(text).outcome == "INVALID_ID_TOKEN")
        }
        #expect(try await server.lookup(user.idToken).outcome == "OK")
    }

    @Test(arguments: [Profile.local, .production])
    func `a signed token is no good where tokens are unsigned`(_ profile: Profile) async throws {
        let server = try server(profile)
        let user = try await server.user()
        _ = try await server.control(.patch, "/rules", ["idTokens": "unsigned"])

        #expect(try await server.lookup(user.idToken).outcome == "INVALID_ID_TOKEN")
        let fresh = try await server.refresh(user.refreshToken).string("id_token")
        #expect(JSONWebToken(try #require(fresh))?.header["alg"] == "none")
    }

    @Test func `one key signs for every project and stays with the data directory`() async throws {
        try await withTemporaryDirectory { directory in
            var ids: Set<String> = []
            for project in ["example", "other"] {
                let server = try TestServer(.local, rules: ["idTokens": "signed"], dataDirectory: directory)
                let user = try SignedInUser(await server.signUp("\(project)@x.test", key: "project:\(project)"))
                let header = try #require(JSONWebToken(user.idToken)?.header)
                #expect(header.names == ["alg", "kid", "typ"])
                ids.insert(try #require(header["kid"]?.stringValue))
                server.close()
            }
            #expect(ids.count == 1)
        }
    }

    /// production.md section 1.1
    @Test(arguments: Profile.allCases)
    func `headers of cookies and older tokens have no type, and none has another order`(_ profile: Profile) async throws
    {
        let server = try server(profile)
        let user = try await server.user()
        func names(_ token: String?) -> [String]? { token.flatMap { JSONWebToken($0)?.header.names } }
        let cookie = try await server.admin(":createSessionCookie", ["idToken": user.token])
        let password: JSON = ["email": "alice@example.test", "password": "correct-horse"]
        let signIn = try await server.app("accounts:signInWithPassword", password)

        #expect(names(user.idToken) == ["alg", "kid", "typ"])
        #expect(
            names(cookie.string("sessionCookie"))
                == (profile == .emulator ? ["alg", "kid", "typ"] : ["alg", "kid"]))
        #expect(
            names(signIn.string("idToken"))
                == (profile == .production ? ["alg", "kid"] : ["alg", "kid", "typ"]))
    }

    @Test func `the rule takes no other word`() async throws {
        let answer = try await TestServer(.local).control(.patch, "/rules", ["idTokens": "encrypted"])

        #expect(answer.status == 400)
        #expect(answer.message?.contains("idTokens") == true)
    }
}
