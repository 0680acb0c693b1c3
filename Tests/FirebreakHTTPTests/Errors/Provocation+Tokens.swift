import FirebreakTestSupport
import FirebreakWire
import HTTPTypes

@testable import FirebreakOperations

extension Provocation {
    private static let audience =
        "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit"

    /// A token without a signature.
    private static func unsigned(_ claims: JSON, algorithm: String = "none") -> String {
        let header: JSON = ["alg": .string(algorithm), "typ": "JWT"]
        return Base64.encode(header.bytes, .urlSafe) + "." + Base64.encode(claims.bytes, .urlSafe) + "."
    }

    private static func customToken(_ changes: JSON = [:]) -> String {
        let claims: JSON = [
            "uid": "alice", "aud": .string(audience), "iat": .int(TestServer.start),
            "exp": .int(TestServer.start + 3600),
        ]
        return unsigned(claims.merging(changes))
    }

    private static func verified(_ profile: Profile) async throws -> TestServer {
        try await TestServer.openPhones(profile, rules: ["credentials": "verified"])
    }

    private static func token(_ body: JSON, _ server: TestServer) async throws -> TestAnswer {
        try await server.send(.post, "/securetoken.googleapis.com/v1/token?key=fake-api-key", body)
    }

    private static func signIn(_ token: String, _ server: TestServer, tenant: String? = nil) async throws
        -> TestAnswer
    {
        var body: JSON = ["token": .string(token), "returnSecureToken": true]
        body["tenantId"] = tenant.map(JSON.string)
        return try await server.app("accounts:signInWithCustomToken", body)
    }

    static let tokens: [Provocation] = customTokens + idTokens + refreshTokens

    private static let customTokens: [Provocation] = [
        Provocation(.credentialMismatch, on: verified) { server in
            let claims: JSON = [
                "iss": "nobody@example.test", "sub": "nobody@example.test", "aud": .string(audience), "uid": "alice",
                "iat": .int(TestServer.start), "exp": .int(TestServer.start + 3600),
            ]
            return try await signIn(try TestSigner.rsaToken(claims, keyID: "k"), server)
        },
        Provocation(.customTokenWithoutTenant) { server in
            try await signIn(customToken(), server, tenant: try await server.makeTenant())
        },
        Provocation(.customTokenInvalid, in: .ours) { server in
            try await signIn(customToken(["exp": .int(TestServer.start - 600)]), server)
        },
        Provocation(.customTokenNotJWT) { server in try await signIn("nonsense", server) },
        Provocation(.customTokenNotJWTInTenant) { server in
            try await signIn("nonsense", server, tenant: try await server.makeTenant())
        },
        Provocation(.invalidCustomTokenSegments, on: verified) { server in try await signIn("nonsense", server) },
        Provocation(.invalidCustomTokenAudience("<aud>")) { server in
            try await signIn(customToken(["aud": "example"]), server)
        },
        Provocation(.invalidCustomTokenJSON) { server in try await signIn("{\"uid\":", server) },
        Provocation(.customTokenWithoutSignature, on: verified) { server in
            try await signIn(unsigned(["uid": "alice"], algorithm: "RS256"), server)
        },
        Provocation(.emptyUserID) { server in try await signIn("{\"uid\":\"\"}", server) },
        Provocation(.missingCustomToken) { server in try await server.app("accounts:signInWithCustomToken") },
        Provocation(.tenantIDMismatchInCustomToken) { server in
            try await signIn(customToken(["tenant_id": "other"]), server, tenant: try await server.makeTenant())
        },
    ]

    private static let idTokens: [Provocation] = [
        Provocation(.invalidDuration) { server in
            try await server.admin(":createSessionCookie", ["idToken": "x", "validDuration": "1"])
        },
        Provocation(.invalidIDToken) { server in try await server.lookup("nonsense") },
        Provocation(.invalidIDToken) { server in
            try await server.app("accounts:update", ["idToken": "nonsense", "displayName": "Alice"])
        },
        Provocation(.invalidIDToken) { server in
            try await server.admin(":createSessionCookie", ["idToken": "nonsense", "validDuration": "300"])
        },
        Provocation(.emptyIDTokenAndNoCode) { server in try await server.app("accounts:update", ["idToken": ""]) },
        Provocation(.missingIDTokenForSecondFactor) { server in
            try await server.appV2(
                "accounts/mfaEnrollment:start", ["phoneEnrollmentInfo": ["phoneNumber": "+15555550100"]])
        },
        Provocation(.missingIDTokenForSecondFactor) { server in
            try await server.appV2("accounts/mfaEnrollment:withdraw", ["mfaEnrollmentId": "f"])
        },
        Provocation(.missingIDToken) { server in try await server.app("accounts:lookup") },
        Provocation(.missingIDToken) { server in try await server.app("accounts:delete") },
        Provocation(.missingIDToken) { server in try await server.admin(":createSessionCookie") },
        Provocation(.missingIDToken) { server in try await server.appV2("accounts/passkeyEnrollment:start") },
        Provocation(.missingIDTokenForVerification) { server in
            try await server.app("accounts:sendOobCode", ["requestType": "VERIFY_EMAIL"])
        },
        Provocation(.missingIDTokenOrCode) { server in
            try await server.app("accounts:update", ["displayName": "Alice"])
        },
        Provocation(.tenantIDMismatchInIDToken) { server in
            let user = try await server.tenantUser(try await server.makeTenant())
            let other = try await server.makeTenant(["displayName": "red-sky"])
            return try await server.app("accounts:lookup", ["idToken": user.token, "tenantId": .string(other)])
        },
        Provocation(.tokenExpired) { server in
            let user = try await server.user()
            _ = try await server.update(user.id, ["validSince": .string(String(TestServer.start + 1800))])
            return try await server.lookup(user.idToken)
        },
    ]

    private static let refreshTokens: [Provocation] = [
        Provocation(.invalidGrantType) { server in try await token(["grantType": "password"], server) },
        Provocation(.projectNumberMismatch, in: .ours) { server in
            try await server.refresh(try await server.user().refreshToken, key: "project:other")
        },
        Provocation(.invalidRefreshToken) { server in try await server.refresh("nonsense") },
        Provocation(.missingGrantType) { server in try await token([:], server) },
        Provocation(.missingRefreshToken) { server in try await server.refresh(nil) },
        Provocation(.refreshTokenTenantMismatch, in: .reference) { server in
            let user = try await server.user()
            return try await token(
                [
                    "grantType": "refresh_token", "refreshToken": .string(user.refreshToken), "tenantId": "other",
                ], server)
        },
    ]
}
