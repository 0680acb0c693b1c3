import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// `v2/accounts:revokeToken` (production.md section 10.1).
struct RevokeTokenTests {
    private static func revoke(_ server: TestServer, _ body: JSON) async throws -> TestAnswer {
        try await server.send(
            .post, "/identitytoolkit.googleapis.com/v2/accounts:revokeToken?key=fake-api-key", body)
    }

    private static let good: JSON = [
        "providerId": "apple.com", "tokenType": "CODE", "token": "c0de", "idToken": "$TOKEN",
    ]

    static let rows: [Row] = [
        Row([:], "OK"),
        Row(["tokenType": "ACCESS_TOKEN"], "OK"),
        Row(["tokenType": "REFRESH_TOKEN"], "OK"),
        Row(["tokenType": 3], "OK"),
        Row(["redirectUri": "https://example.firebaseapp.com/__/auth/handler"], "OK"),
        Row(["redirectUri": "http://example.test/"], "Request contains an invalid argument."),
        Row(["redirectUri": "back"], "Request contains an invalid argument."),
        Row(["tokenType": "TOKEN_TYPE_UNSPECIFIED"], "Request contains an invalid argument."),
        Row(["token": ""], "Request contains an invalid argument."),
        Row(["providerId": "google.com"], "INVALID_PROVIDER_ID"),
        Row(["providerId": ""], "MISSING_PROVIDER_ID"),
        Row(["idToken": ""], "MISSING_ID_TOKEN"),
        Row(["idToken": "junk"], "INVALID_ID_TOKEN"),
        Row(["providerId": "google.com", "idToken": "junk"], "INVALID_PROVIDER_ID"),
    ]

    @Test(arguments: Profile.allCases, rows)
    func `a revocation is checked`(_ profile: Profile, _ row: Row) async throws {
        let server = try await TestServer.open(profile)
        let user = try await server.idpUser("apple.com", ["sub": "1"])
        let body = Self.good.merging(row.body).filling(["$TOKEN": user.idToken])

        #expect(try await Self.revoke(server, body).outcome == row.outcome(profile))
    }

    @Test(arguments: Profile.allCases)
    func `revoking again changes nothing, and neither did the first time`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let user = try await server.idpUser("apple.com", ["sub": "1"])
        let before = try await server.account(user.id)

        for _ in 1...2 {
            let answer = try await Self.revoke(server, Self.good.filling(["$TOKEN": user.idToken]))
            #expect(answer.json == [:])
        }
        #expect(try await server.account(user.id) == before)
        #expect(try await server.lookup(user.idToken).status == 200)
    }

    /// production.md section 10.1. The reference does not look at configurations, and has no such method.
    @Test(arguments: Profile.allCases)
    func `under rule any, an Apple that is configured needs its code flow`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let user = try await server.idpUser("apple.com", ["sub": "1"])
        let body = Self.good.filling(["$TOKEN": user.idToken])
        #expect(try await Self.revoke(server, body).outcome == "OK")
        try await server.configureProvider("apple.com")
        let refused = "OPERATION_NOT_ALLOWED : Code flow is not enabled for Apple"
        #expect(try await Self.revoke(server, body).outcome == (profile == .emulator ? "OK" : refused))
        let flow: JSON = ["keyId": "k", "teamId": "t", "privateKey": "p"]
        let patched = try await server.patchProvider(
            .of("apple.com"), "apple.com", mask: "appleSignInConfig",
            ["appleSignInConfig": ["codeFlowConfig": flow, "bundleIds": ["b"]]])
        try #require(patched.status == 200, "\(patched.text)")

        #expect(try await Self.revoke(server, body).outcome == "OK")
    }

    @Test(arguments: Profile.allCases)
    func `a disabled user revokes nothing`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let user = try await server.idpUser("apple.com", ["sub": "1"])
        _ = try await server.update(user.id, ["disableUser": true])

        let answer = try await Self.revoke(server, Self.good.filling(["$TOKEN": user.idToken]))
        #expect(answer.outcome == "USER_DISABLED")
    }
}
