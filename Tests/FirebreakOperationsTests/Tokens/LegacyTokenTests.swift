import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import Testing

/// production.md section 6.1: the older token, answered when `returnSecureToken` is missing (firebreak.md section 3).
struct LegacyTokenTests {
    private func signIn(_ server: TestServer, _ secure: JSON? = nil) async throws -> TestAnswer {
        var body: JSON = ["email": "alice@example.test", "password": "correct-horse"]
        body["returnSecureToken"] = secure
        return try await server.app("accounts:signInWithPassword", body)
    }

    @Test(arguments: [nil, false] as [Bool?])
    func `production answers a password with a token of its older form`(_ secure: Bool?) async throws {
        let server = try TestServer(.production)
        let user = try await server.user()
        let answer = try await signIn(server, secure.map(JSON.bool))

        #expect(answer["refreshToken"] == nil)
        let token = try #require(JSONWebToken(answer.string("idToken") ?? ""))
        #expect(token.header["typ"] == nil)
        #expect(
            token.payload.sorted == [
                "aud": "example", "email": "alice@example.test", "exp": .int(TestServer.start + 1_209_600),
                "iat": .int(TestServer.start), "iss": "https://identitytoolkit.google.com/",
                "sign_in_provider": "password", "user_id": .string(user.id), "verified": false,
            ])
    }

    @Test func `a tenant is said before whether the address is verified`() async throws {
        let server = try await TestServer.open(.production)
        let tenant = try await server.makeTenant()
        _ = try await server.tenantUser(tenant)
        let body: JSON = [
            "email": "alice@example.test", "password": "correct-horse", "tenantId": .string(tenant),
        ]
        let payload = try claims(await server.app("accounts:signInWithPassword", body).string("idToken"))

        #expect(
            payload.names == [
                "iss", "aud", "iat", "exp", "user_id", "email", "sign_in_provider", "tenant", "verified",
            ])
    }

    @Test func `production answers a custom token with one, too`() async throws {
        let server = try TestServer(.production)
        let token: JSON = "{\"uid\":\"a\",\"claims\":{\"level\":1}}"
        let answer = try await server.app("accounts:signInWithCustomToken", ["token": token])

        #expect(answer["refreshToken"] == nil)
        #expect(answer["isNewUser"] == true)
        let payload = try claims(answer.string("idToken"))
        #expect(payload["iss"] == "https://identitytoolkit.google.com/")
        #expect(payload["sign_in_provider"] == "custom")
        #expect(payload["extra_claims"] == ["level": 1])
        #expect(payload["verified"] == nil)
    }

    @Test func `a sign-in that answers one is a login and no refresh`() async throws {
        let server = try TestServer(.production)
        let user = try await server.user()
        server.clock.advance(seconds: 10)
        _ = try await signIn(server)
        let token: JSON = "{\"uid\":\"c\"}"
        _ = try await server.app("accounts:signInWithCustomToken", ["token": token])

        let stored = try await server.account(user.id)
        #expect(stored["lastLoginAt"] == "1780315210000")
        #expect(stored["lastRefreshAt"] == "2026-06-01T12:00:00.000Z")
        let custom = try await server.account("c")
        #expect(custom["lastLoginAt"] == "1780315210000")
        #expect(custom["lastRefreshAt"] == nil)
    }

    @Test func `it is good for lookup, update, codes and withdrawals, and not for cookies`() async throws {
        let server = try TestServer(.production)
        _ = try await server.user()
        let token = try #require(await signIn(server)["idToken"])

        #expect(try await server.app("accounts:lookup", ["idToken": token]).outcome == "OK")
        #expect(try await server.app("accounts:update", ["idToken": token, "displayName": "x"]).outcome == "OK")
        #expect(
            try await server.app("accounts:sendOobCode", ["idToken": token, "requestType": "VERIFY_EMAIL"]).outcome
                == "OK")
        let withdrawal: JSON = ["idToken": token, "mfaEnrollmentId": "unknown"]
        #expect(
            try await server.appV2("accounts/mfaEnrollment:withdraw", withdrawal).outcome == "MFA_ENROLLMENT_NOT_FOUND")
        #expect(try await server.admin(":createSessionCookie", ["idToken": token]).outcome == "INVALID_ID_TOKEN")
    }

    @Test func `it lives for two weeks`() async throws {
        let server = try TestServer(.production)
        _ = try await server.user()
        let token = try #require(await signIn(server)["idToken"])

        server.clock.advance(seconds: 1_209_600 - 1)
        #expect(try await server.app("accounts:lookup", ["idToken": token]).outcome == "OK")
        server.clock.advance(seconds: 1 + 300)
        #expect(try await server.app("accounts:lookup", ["idToken": token]).outcome == "INVALID_ID_TOKEN")
    }

    @Test(arguments: [Profile.local, .emulator])
    func `other profiles always answer modern tokens`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        _ = try await server.user()

        #expect(try await signIn(server)["refreshToken"] != nil)
        #expect(try await signIn(server, false)["refreshToken"] != nil)
        let custom = try await server.app("accounts:signInWithCustomToken", ["token": "{\"uid\":\"a\"}"])
        #expect(custom["refreshToken"] != nil)
    }

    @Test(arguments: Profile.allCases)
    func `sign-up and sign-in links always answer modern tokens`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let body: JSON = ["email": "a@x.test", "password": "secret1"]

        #expect(try await server.app("accounts:signUp", body)["refreshToken"] != nil)
        #expect(try await server.app("accounts:signUp", ["returnSecureToken": false])["refreshToken"] != nil)
        let code = try await server.mailedCode("EMAIL_SIGNIN", "b@x.test")
        #expect(try await server.finishLink("b@x.test", code)["refreshToken"] != nil)
    }
}
