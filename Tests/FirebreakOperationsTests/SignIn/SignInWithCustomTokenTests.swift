import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import Testing

/// accounts.md section 6. What makes a good token is in CustomTokenTests.
struct SignInWithCustomTokenTests {
    private func signIn(_ server: TestServer, _ token: JSON) async throws -> TestAnswer {
        try await server.app(
            "accounts:signInWithCustomToken", ["token": .string(token.text), "returnSecureToken": true])
    }

    @Test(arguments: Profile.allCases)
    func `the first use makes the account`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        let answer = try await signIn(server, ["uid": "new"])

        #expect(
            answer.json.dropping("idToken", "refreshToken").sorted == [
                "expiresIn": "3600", "isNewUser": true, "kind": "identitytoolkit#VerifyCustomTokenResponse",
            ])
        #expect(try claims(answer.string("idToken"))[path: "firebase.sign_in_provider"] == "custom")
        let stored = try await server.account("new")
        #expect(
            stored.dropping("validSince").sorted == [
                "createdAt": "1780315200000", "customAuth": true, "lastLoginAt": "1780315200000",
                "lastRefreshAt": "2026-06-01T12:00:00.000Z", "localId": "new",
            ])
    }

    @Test(arguments: Profile.allCases)
    func `an account that is there signs in`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        let user = try await server.user()
        server.clock.advance(seconds: 10)
        let answer = try await signIn(server, ["uid": .string(user.id)])

        #expect(answer["isNewUser"] == false)
        let stored = try await server.account(user.id)
        #expect(stored["customAuth"] == true)
        #expect(stored["lastLoginAt"] == "1780315210000")
        #expect(stored["createdAt"] == "1780315200000")
        #expect(stored["validSince"] == "1780315200")
        #expect(try claims(answer.string("idToken"))["email"] == "alice@example.test")
    }

    @Test(arguments: Profile.allCases)
    func `a disabled account does not`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        _ = try await server.admin("accounts", ["localId": "off", "disabled": true])

        #expect(try await signIn(server, ["uid": "off"]).outcome == "USER_DISABLED")
        #expect(try await signIn(server, ["uid": "off", "claims": 1]).outcome == "INVALID_CLAIMS")
    }

    @Test(arguments: Profile.allCases)
    func `nobody is asked for a second factor`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        _ = try await server.importAccounts(
            [
                "localId": "a", "email": "a@x.test", "emailVerified": true,
                "mfaInfo": [["mfaEnrollmentId": "1", "phoneInfo": "+15555550100"]],
            ])

        #expect(try await signIn(server, ["uid": "a"])["idToken"] != nil)
    }

    @Test(arguments: Profile.allCases)
    func `claims of the token last over refreshes and win over attributes`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        _ = try await server.admin("accounts", ["localId": "a"])
        _ = try await server.update("a", ["customAttributes": "{\"role\":\"user\",\"level\":1}"])
        let user = try await server.customUser("a", claims: ["role": "admin", "deep": ["x": [1, nil]]])
        #expect(try claims(user.idToken)["role"] == "admin")
        #expect(try claims(user.idToken)["level"] == 1)

        _ = try await server.update("a", ["customAttributes": "{\"role\":\"guest\",\"level\":2}"])
        let refreshed = try claims(try await server.refresh(user.refreshToken).string("id_token"))
        #expect(refreshed["role"] == "admin")
        #expect(refreshed["level"] == 2)
        #expect(refreshed["deep"] == ["x": [1, nil]])
        #expect(refreshed[path: "firebase.sign_in_provider"] == "custom")
    }

    @Test(arguments: Profile.allCases)
    func `sign-up switches do not close custom tokens`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        try await server.set("client.permissions.disabledUserSignup", true)

        #expect(try await signIn(server, ["uid": "new"])["isNewUser"] == true)
    }
}
