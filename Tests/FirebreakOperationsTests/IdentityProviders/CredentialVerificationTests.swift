import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// Rule `credentials: verified` with the keys of rule `credentialKeys` (production.md section 10).
struct CredentialVerificationTests {
    private static let now = TestServer.start
    private let signer = TestSigner()

    /// Claims that nothing is wrong with.
    private static func good(_ changes: JSON = [:]) -> JSON {
        let claims: JSON = [
            "iss": "https://idp.example.test", "aud": "client", "sub": "1", "iat": .int(now), "exp": .int(now + 60),
        ]
        return claims.merging(changes)
    }

    private static let google: JSON = ["iss": "https://accounts.google.com"]

    private static func server(_ profile: Profile, _ keys: JSON) async throws -> TestServer {
        let server = try await TestServer.open(profile)
        let answer = try await server.control(
            .patch, "/rules", ["credentials": "verified", "credentialKeys": keys])
        try #require(answer.status == 200, "\(answer.text)")
        return server
    }

    private func keys(_ more: JSON = [:]) -> JSON { (["keys": [signer.key256]] as JSON).merging(more) }

    /// A server that knows `oidc.acme`, Google and Apple by one key.
    private func server(_ profile: Profile) async throws -> TestServer {
        try await Self.server(
            profile,
            [
                "oidc.acme": keys(["issuer": "https://idp.example.test", "audiences": ["client", "second"]]),
                "google.com": keys(["audiences": ["client"]]), "apple.com": keys(["audiences": ["client"]]),
            ])
    }

    private func signIn(
        _ server: TestServer, _ claims: JSON, _ provider: String = "oidc.acme", header: JSON = [:],
        with parameters: [(String, String)] = []
    ) async throws -> TestAnswer {
        let token = try signer.token(claims, header: header)
        return try await server.idp([("providerId", provider), ("id_token", token)] + parameters)
    }

    // MARK: Good tokens

    @Test(arguments: Profile.allCases)
    func `a good token signs in`(_ profile: Profile) async throws {
        let server = try await server(profile)
        let answer = try await signIn(server, Self.good(["name": "N"]))

        #expect(answer["isNewUser"] == true && answer["displayName"] == "N")
    }

    @Test(arguments: Profile.allCases)
    func `so does one that an RSA key signed`(_ profile: Profile) async throws {
        let server = try await Self.server(
            profile, ["oidc.acme": ["keys": [signer.key256, try TestSigner.rsaKey256(keyID: "r")]]])
        let token = try TestSigner.rsaToken(Self.good(), keyID: "r")

        #expect(try await server.idp([("providerId", "oidc.acme"), ("id_token", token)]).outcome == "OK")
    }

    /// What production does not mind.
    static let accepted: [JSON] = [
        ["azp": "somebody"], ["aud": ["other", "client"]], ["aud": "second"], ["nbf": .int(now + 1000)],
        ["iat": .int(now)], ["exp": .int(now + 1)], ["email": "a@x.test"],
    ]

    @Test(arguments: Profile.allCases, accepted)
    func `what production does not mind is accepted`(_ profile: Profile, changes: JSON) async throws {
        let answer = try await signIn(server(profile), Self.good(changes), with: [("nonce", "unused")])

        #expect(answer.outcome == "OK")
    }

    @Test(arguments: Profile.allCases, ["https://accounts.google.com", "accounts.google.com"])
    func `Google has two names`(_ profile: Profile, issuer: String) async throws {
        let answer = try await signIn(server(profile), Self.good(["iss": .string(issuer)]), "google.com")

        #expect(answer.outcome == "OK")
    }

    @Test(arguments: Profile.allCases)
    func `without issuer and audiences only the key counts`(_ profile: Profile) async throws {
        let server = try await Self.server(profile, ["oidc.acme": keys()])

        #expect(try await signIn(server, Self.good(["iss": "http://any", "aud": "any"])).outcome == "OK")
    }

    // MARK: Bad tokens

    private static func response(_ text: String) -> String { "INVALID_IDP_RESPONSE : \(text)" }

    /// Claims that differ from good ones, and the answer for `oidc.acme`.
    static let refused: [Row] = [
        Row(["iss": "http://evil"], issuer("http://evil", "https://idp.example.test")),
        Row(["iss": "https://idp.example.test/"], issuer("https://idp.example.test/", "https://idp.example.test")),
        Row(["aud": "evil"], audience("evil", "client")),
        Row(["exp": .int(now - 1)], stale(now)),
        Row(["exp": .int(now - 1), "iat": .int(now - 100)], stale(now - 100)),
        Row(["iat": .int(now + 1)], stale(now + 1)),
        Row(["iss": "http://evil", "aud": "evil", "exp": 1], issuer("http://evil", "https://idp.example.test")),
        Row(["aud": "evil", "exp": 1], audience("evil", "client")),
    ]

    private static func issuer(_ issuer: String, _ expected: String) -> String {
        response("The issuer in ID Token \(issuer) does not match the expected one in config: \(expected).")
    }

    private static func audience(_ audience: String, _ expected: String) -> String {
        response("The audience in ID Token [\(audience)] does not match the expected audience \(expected).")
    }

    private static func stale(_ issuedAt: Int64) -> String {
        response("ID Token issued at \(issuedAt) is stale to sign-in.")
    }

    @Test(arguments: Profile.allCases, refused)
    func `claims are checked in order`(_ profile: Profile, _ row: Row) async throws {
        let server = try await server(profile)

        #expect(try await signIn(server, Self.good(row.body)).outcome == row.outcome(profile))
        #expect(try await server.admin("accounts:query")["recordsCount"] == "0")
    }

    @Test(arguments: Profile.allCases)
    func `time is the project's`(_ profile: Profile) async throws {
        let server = try await server(profile)
        let token = try signer.token(Self.good())
        server.clock.advance(seconds: 61)

        let answer = try await server.idp([("providerId", "oidc.acme"), ("id_token", token)])
        #expect(answer.outcome == Self.stale(Self.now))
    }

    @Test(arguments: Profile.allCases)
    func `another key's signature is none`(_ profile: Profile) async throws {
        let server = try await server(profile)
        let token = try TestSigner().token(Self.good(["iss": "http://evil"]))
        let renamed = try signer.token(Self.good(), header: ["kid": "other"])

        for token in [token, renamed] {
            let answer = try await server.idp([("providerId", "oidc.acme"), ("id_token", token)])
            #expect(answer.outcome == Self.response("Unable to verify the ID Token signature."))
        }
    }

    @Test(arguments: Profile.allCases)
    func `neither is not a signature, nor a changed payload`(_ profile: Profile) async throws {
        let server = try await server(profile)
        let parts = try signer.token(Self.good()).split(separator: ".").map(String.init)
        let payload = Base64.encode(Self.good(["sub": "2"]).bytes, .urlSafe)
        let unsigned = Base64.encode((["alg": "none"] as JSON).bytes, .urlSafe)

        for token in ["\(parts[0]).\(parts[1]).", "\(parts[0]).\(payload).\(parts[2])", "\(unsigned).\(parts[1])."] {
            let answer = try await server.idp([("providerId", "oidc.acme"), ("id_token", token)])
            #expect(answer.outcome == Self.response("Unable to verify the ID Token signature."))
        }
    }

    @Test(arguments: Profile.allCases)
    func `a token must say who somebody is`(_ profile: Profile) async throws {
        let server = try await server(profile)
        let nobody = Self.good().dropping("sub")

        let answer = try await signIn(server, nobody)
        // The registered claims by name, then the others.
        let registered = ["aud", "exp", "iat", "iss", "nonce"]
        let members = nobody.objectValue ?? []
        let shown = JSON.object(
            members.filter { registered.contains($0.key) }.sorted { $0.key < $1.key }
                + members.filter { !registered.contains($0.key) })
        #expect(
            answer.outcome
                == Self.response("ID Token does not contain user's identity in 'sub' claim: \(shown.text)"))
    }

    @Test(arguments: Profile.allCases, [#"{"sub":"1"}"#, "junk", "a.b.c"])
    func `what is not a token is refused in production's words`(_ profile: Profile, text: String) async throws {
        let server = try await server(profile)
        let acme = try await server.idp([("providerId", "oidc.acme"), ("id_token", text)])
        let google = try await server.idp([("providerId", "google.com"), ("id_token", text)])

        #expect(acme.outcome == Self.response("Unable to parse the ID Token."))
        #expect(google.outcome == Self.response("Unable to parse Google id_token: \(text)"))
    }

    @Test(arguments: Profile.allCases)
    func `Google's audience has words of its own`(_ profile: Profile) async throws {
        let claims = Self.good(Self.google.merging(["aud": "evil"]))
        let answer = try await signIn(server(profile), claims, "google.com")

        #expect(
            answer.message?.hasPrefix(
                "INVALID_IDP_RESPONSE : Invalid Idp Response: the Google id_token is not allowed to be used with this "
                    + "application. Its audience (OAuth 2.0 client ID) is evil, which is not authorized to be used in "
                    + "the project with project_number: ") == true, "\(answer.text)")
    }

    @Test(arguments: Profile.allCases)
    func `a provider without keys cannot be asked`(_ profile: Profile) async throws {
        let answer = try await signIn(server(profile), Self.good(), "oidc.other")

        #expect(answer.outcome == Self.response("Error connecting to the given credential's issuer."))
    }

    @Test(arguments: Profile.allCases, ["oidc.acme", "google.com", "github.com"])
    func `an access token proves nothing`(_ profile: Profile, provider: String) async throws {
        let server = try await server(profile)
        let answer = try await server.idp([("providerId", provider), ("access_token", #"{"sub":"1"}"#)])

        #expect(answer.message?.hasPrefix("INVALID_CREDENTIAL_OR_PROVIDER_ID : ") == true, "\(answer.text)")
    }

    @Test(arguments: Profile.allCases)
    func `a SAML response that nobody signed is refused`(_ profile: Profile) async throws {
        let server = try await server(profile)
        let response = #"{"assertion":{"subject":{"nameId":"admin@x.test"}}}"#
        let answer = try await server.idp([
            ("providerId", "saml.acme"), ("id_token", #"{"sub":"1"}"#), ("SAMLResponse", response),
        ])

        #expect(answer.status == 400)
        #expect(try await server.admin("accounts:query")["recordsCount"] == "0")
    }

    /// production.md section 10
    @Test(arguments: Profile.allCases)
    func `what is not a token of Google's is told without any keys`(_ profile: Profile) async throws {
        let server = try await Self.server(profile, [:])

        #expect(
            try await server.idp([("providerId", "google.com"), ("id_token", "text")]).outcome
                == "INVALID_IDP_RESPONSE : Unable to parse Google id_token: text")
        #expect(
            try await server.idp([("providerId", "oidc.acme"), ("id_token", "text")]).outcome
                == "INVALID_IDP_RESPONSE : Error connecting to the given credential's issuer.")
    }

    // MARK: Nonces

    private static let nonce = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"  // of "test"
    private static let duplicate =
        "MISSING_OR_INVALID_NONCE : Duplicate credential received. Please try again with a new credential."

    @Test(arguments: Profile.allCases)
    func `a token's nonce is the hash of the request's`(_ profile: Profile) async throws {
        let server = try await server(profile)
        let claims = Self.good(["nonce": .string(Self.nonce)])
        let missing = try await signIn(server, claims)
        let wrong = try await signIn(server, claims, with: [("nonce", "other")])
        let right = try await signIn(server, claims.merging(["jti": "2"]), with: [("nonce", "test")])

        #expect(missing.outcome == "MISSING_OR_INVALID_NONCE : Nonce is missing in the request.")
        #expect(
            wrong.outcome == "MISSING_OR_INVALID_NONCE : The nonce in ID Token \"\(Self.nonce)\" does not match the "
                + "SHA256 hash of the raw nonce \"other\" in the request.")
        #expect(right.outcome == "OK")
    }

    @Test(arguments: Profile.allCases)
    func `a token with a nonce is good once`(_ profile: Profile) async throws {
        let server = try await server(profile)
        let claims = Self.good(["nonce": .string(Self.nonce)])
        let token = try signer.token(claims)
        let parameters = [("providerId", "oidc.acme"), ("id_token", token), ("nonce", "test")]

        #expect(try await server.idp(parameters).outcome == "OK")
        #expect(try await server.idp(parameters).outcome == Self.duplicate)
        let fresh = try await signIn(
            server, Self.good(["nonce": .string(Self.nonce), "jti": "2"]), with: [("nonce", "test")])
        #expect(fresh.outcome == "OK")
    }

    @Test(arguments: Profile.allCases)
    func `a tenant's look at a token does not make the project forget it`(_ profile: Profile) async throws {
        let server = try await server(profile)
        let token = try signer.token(Self.good(["nonce": .string(Self.nonce)]))
        let parameters = [("providerId", "oidc.acme"), ("id_token", token), ("nonce", "test")]
        let tenant: JSON = ["tenantId": .string(try await server.makeTenant())]

        #expect(try await server.idp(parameters).outcome == "OK")
        #expect(try await server.idp(parameters, tenant).outcome == "OK")
        #expect(try await server.idp(parameters).outcome.hasPrefix("MISSING_OR_INVALID_NONCE : Duplicate credential"))
    }

    @Test(arguments: Profile.allCases)
    func `a token that nobody signed uses nothing up`(_ profile: Profile) async throws {
        let server = try await server(profile)
        let token = try signer.token(Self.good(["nonce": .string(Self.nonce)]))
        let forged = String(token[..<(token.lastIndex(of: ".") ?? token.endIndex)]) + ".AAAA"
        func parameters(_ token: String) -> [(String, String)] {
            [("providerId", "oidc.acme"), ("id_token", token), ("nonce", "test")]
        }

        #expect(
            try await server.idp(parameters(forged)).outcome
                == "INVALID_IDP_RESPONSE : Unable to verify the ID Token signature.")
        #expect(try await server.idp(parameters(token)).outcome == "OK")
    }

    @Test(arguments: Profile.allCases)
    func `one without a nonce is good as long as it is fresh`(_ profile: Profile) async throws {
        let server = try await server(profile)
        let token = try signer.token(Self.good())

        for _ in 1...2 {
            #expect(try await server.idp([("providerId", "oidc.acme"), ("id_token", token)]).outcome == "OK")
        }
    }

    @Test(arguments: Profile.allCases)
    func `a refused sign-in uses the token up, too`(_ profile: Profile) async throws {
        let server = try await server(profile)
        let token = try signer.token(Self.good(["nonce": .string(Self.nonce)]))
        let parameters = [("providerId", "oidc.acme"), ("id_token", token), ("nonce", "test")]

        #expect(try await server.idp(parameters, ["idToken": "junk"]).outcome == "INVALID_ID_TOKEN")
        #expect(try await server.idp(parameters).outcome == Self.duplicate)
    }

    @Test(arguments: Profile.allCases)
    func `a pending token stands for one that was verified`(_ profile: Profile) async throws {
        let server = try await server(profile)
        let user = try await server.user()
        let answer = try await signIn(
            server, Self.good(["nonce": .string(Self.nonce), "email": "alice@example.test"]), with: [("nonce", "test")])
        let token = try #require(answer.string("pendingToken"), "\(answer.text)")

        let body: JSON = [
            "requestUri": "http://localhost", "pendingToken": .string(token), "idToken": user.token,
        ]
        #expect(try await server.app("accounts:signInWithIdp", body)["localId"] == .string(user.id))
    }
}
