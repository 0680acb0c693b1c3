import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// `pendingToken`: a reference to the credential of an earlier answer, good for an hour.
struct SignInWithIdpPendingTests {
    private static let claims: JSON = ["sub": "1", "name": "N", "email": "alice@example.test"]

    /// The token of an answer that needs a confirmation.
    private static func unconfirmed(_ server: TestServer) async throws -> String {
        let answer = try await server.idp("google.com", claims)
        try #require(answer["needConfirmation"] == true, "\(answer.text)")
        return try #require(answer.string("pendingToken"))
    }

    private static func use(_ token: String, _ server: TestServer, _ more: JSON = [:]) async throws -> TestAnswer {
        let body: JSON = ["requestUri": "http://localhost", "pendingToken": .string(token)]
        return try await server.app("accounts:signInWithIdp", body.merging(more))
    }

    @Test(arguments: Profile.allCases, [nil, "providerId=google.com", "providerId=GOOGLE.com"])
    func `who confirmed links by the token alone`(_ profile: Profile, body: String?) async throws {
        let server = try await TestServer.open(profile)
        let user = try await server.user()
        let token = try await Self.unconfirmed(server)
        var more: JSON = ["idToken": user.token]
        more["postBody"] = body.map(JSON.string)
        let answer = try await Self.use(token, server, more)

        #expect(answer["localId"] == .string(user.id))
        #expect(answer["displayName"] == "N" && answer["oauthIdToken"] == .string(Self.claims.text))
        #expect(try await server.account(user.id).providerIDs?.contains("google.com") == true)
    }

    @Test(arguments: Profile.allCases)
    func `the token counts, not what is sent beside it`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let user = try await server.user()
        let token = try await Self.unconfirmed(server)
        let body = TestServer.form([("providerId", "google.com"), ("id_token", #"{"sub":"evil"}"#)])
        _ = try await Self.use(token, server, ["idToken": user.token, "postBody": .string(body)])

        #expect(try await server.account(user.id).entry("google.com")?["rawId"] == "1")
    }

    @Test(arguments: Profile.allCases)
    func `another provider's token is none`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        _ = try await server.user()
        let token = try await Self.unconfirmed(server)

        let answer = try await Self.use(token, server, ["postBody": "providerId=github.com"])
        #expect(answer.outcome == "INVALID_PENDING_TOKEN")
    }

    @Test(arguments: [Profile.local, .production])
    func `a token is good for an hour`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        _ = try await server.user()
        let token = try await Self.unconfirmed(server)

        server.clock.advance(seconds: 3599)
        #expect(try await Self.use(token, server)["needConfirmation"] == true)
        server.clock.advance(seconds: 2)
        #expect(try await Self.use(token, server).outcome == "INVALID_PENDING_TOKEN")
    }

    @Test func `the lifetime is a rule`() async throws {
        let server = try await TestServer.open(.local)
        _ = try await server.control(.patch, "/rules", ["lifetimes": ["pendingToken": 60]])
        _ = try await server.user()
        let token = try await Self.unconfirmed(server)

        server.clock.advance(seconds: 61)
        #expect(try await Self.use(token, server).outcome == "INVALID_PENDING_TOKEN")
    }

    @Test(arguments: Profile.allCases)
    func `a token is of its tenant only`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let tenant = try await server.makeTenant()
        _ = try await server.user()
        let token = try await Self.unconfirmed(server)

        let answer = try await Self.use(token, server, ["tenantId": .string(tenant)])
        #expect(answer.outcome == "INVALID_PENDING_TOKEN")
    }

    @Test(arguments: Profile.allCases)
    func `a conflict answers one that signs in to the other account`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let other = try await server.idpUser("google.com", ["sub": "1"])
        let own = try await server.user()
        let conflict = try await server.idp(
            "google.com", ["sub": "1"], ["idToken": own.token, "returnIdpCredential": true])
        let token = try #require(conflict.string("pendingToken"))

        #expect(try await Self.use(token, server)["localId"] == .string(other.id))
    }

    @Test(arguments: Profile.allCases)
    func `a success answers one to who asks for it`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let asked = try await server.idp("microsoft.com", ["sub": "1"], ["returnIdpCredential": true])
        let other = try await server.idp("microsoft.com", ["sub": "1"])

        #expect(other["pendingToken"] == nil)
        let token = try #require(asked.string("pendingToken"))
        #expect(try await Self.use(token, server)["localId"] == asked["localId"])
    }

    /// production.md section 10
    @Test(arguments: Profile.allCases)
    func `who comes with a token gets one again outside the reference`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let asked = try await server.idp("microsoft.com", ["sub": "1"], ["returnIdpCredential": true])
        let second = try await Self.use(#require(asked.string("pendingToken")), server)

        guard profile != .emulator else {
            #expect(second["pendingToken"] == nil)
            return
        }
        let third = try await Self.use(#require(second.string("pendingToken")), server)
        #expect(third["localId"] == asked["localId"])
    }

    @Test(arguments: Profile.allCases)
    func `tokens differ from answer to answer, and each is good`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        _ = try await server.user()
        let first = try await Self.unconfirmed(server)
        let second = try await Self.unconfirmed(server)

        #expect(first != second)
        #expect(try await Self.use(first, server)["needConfirmation"] == true)
        #expect(try await Self.use(second, server)["needConfirmation"] == true)
    }

    @Test(arguments: Profile.allCases)
    func `a token tells nothing of its person`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let answer = try await server.idp(
            "microsoft.com", ["sub": "secret-subject", "email": "alice@example.test"], ["returnIdpCredential": true])
        let token = try #require(answer.string("pendingToken"))

        #expect(!token.contains("secret-subject") && !token.contains("alice@example.test"))
        // Nor in Base64, wherever its groups of three begin.
        for shift in 0..<3 {
            let text = Base64.encode(Array(repeating: 0x20, count: shift) + Array("secret-subject".utf8), .urlSafe)
            #expect(!token.contains(text.dropFirst(4).dropLast(4)))
        }
    }

    @Test(arguments: Profile.allCases)
    func `a token does not outlive its project's accounts`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        _ = try await server.user()
        let token = try await Self.unconfirmed(server)
        let reset = try await server.send(.post, "/firebreak/v1/projects/example:reset", [:])
        try #require(reset.status == 200, "\(reset.text)")

        #expect(try await Self.use(token, server).outcome == "INVALID_PENDING_TOKEN")
    }

    // MARK: Nonces without verification

    private static let nonce = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"  // of "test"

    @Test(arguments: Profile.allCases)
    func `a token's nonce must be the request's outside the reference`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let claims: JSON = ["sub": "1", "nonce": .string(Self.nonce)]
        let missing = try await server.idp("apple.com", claims)
        let wrong = try await server.idp("apple.com", claims, with: [("nonce", "other")])
        let right = try await server.idp("apple.com", claims.merging(["jti": "2"]), with: [("nonce", "test")])
        let isReference = profile == .emulator

        #expect(
            missing.outcome == (isReference ? "OK" : "MISSING_OR_INVALID_NONCE : Nonce is missing in the request."))
        #expect(
            wrong.outcome
                == (isReference
                    ? "OK"
                    : "MISSING_OR_INVALID_NONCE : The nonce in ID Token \"\(Self.nonce)\" does not match the SHA256 "
                        + "hash of the raw nonce \"other\" in the request."))
        #expect(right.outcome == "OK")
    }

    private static let duplicate =
        "MISSING_OR_INVALID_NONCE : Duplicate credential received. Please try again with a new credential."

    /// production.md section 10: missing nonce, used token, other nonce, in this order.
    @Test(arguments: Profile.allCases, ["oidc.acme", "google.com", "apple.com", "yahoo.com"])
    func `a token with a nonce is presented once outside the reference`(
        _ profile: Profile, provider: String
    ) async throws {
        let server = try await TestServer.open(profile)
        let claims: JSON = ["sub": "1", "nonce": .string(Self.nonce), "exp": .int(TestServer.start + 7200)]
        let parameters: [[(String, String)]] = [
            [], [("nonce", "other")], [("nonce", "test")], [("nonce", "other")], [],
        ]
        var outcomes: [String] = []
        for more in parameters { outcomes.append(try await server.idp(provider, claims, with: more).outcome) }

        guard profile != .emulator else {
            #expect(outcomes == ["OK", "OK", "OK", "OK", "OK"])
            return
        }
        let missing = "MISSING_OR_INVALID_NONCE : Nonce is missing in the request."
        #expect(outcomes[1].hasPrefix("MISSING_OR_INVALID_NONCE : The nonce in ID Token"))
        #expect([outcomes[0]] + outcomes[2...] == [missing, Self.duplicate, Self.duplicate, missing])
        server.clock.advance(seconds: 7190)
        #expect(try await server.idp(provider, claims, with: [("nonce", "test")]).outcome == Self.duplicate)
        let other = try await server.idp("oidc.other", claims, with: [("nonce", "test")])
        #expect(other.outcome == "OK", "each provider has a memory of its own")
    }

    @Test(arguments: [Profile.local, .production])
    func `a token that has ended is remembered for an hour`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let claims: JSON = ["sub": "1", "nonce": .string(Self.nonce), "exp": 0]
        let parameters = [("nonce", "test")]

        #expect(try await server.idp("apple.com", claims, with: parameters).outcome == "OK")
        server.clock.advance(seconds: 3599)
        #expect(try await server.idp("apple.com", claims, with: parameters).outcome == Self.duplicate)
        server.clock.advance(seconds: 1)
        #expect(try await server.idp("apple.com", claims, with: parameters).outcome == "OK")
    }

    @Test(arguments: [Profile.local, .production])
    func `fakes with a full stop in them are told apart`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        for email in ["a@x.one", "a@x.two"] {
            let claims: JSON = ["nonce": .string(Self.nonce), "sub": "1", "email": .string(email)]
            #expect(try await server.idp("apple.com", claims, with: [("nonce", "test")]).outcome == "OK")
        }
    }

    @Test(arguments: Profile.allCases)
    func `a nonce of the request fits a token without one`(_ profile: Profile) async throws {
        let answer = try await TestServer.open(profile).idp("apple.com", ["sub": "1"], with: [("nonce", "x")])

        #expect(answer.outcome == "OK")
    }

    @Test(arguments: [Profile.local, .production])
    func `a pending credential's nonce was looked at before`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let user = try await server.user()
        let answer = try await server.idp(
            "apple.com", ["sub": "1", "email": "alice@example.test", "nonce": .string(Self.nonce)],
            with: [("nonce", "test")])
        let token = try #require(answer.string("pendingToken"))

        let linked = try await Self.use(token, server, ["idToken": user.token])
        #expect(linked["localId"] == .string(user.id))
    }
}
