import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// tokens.md section 4 and production.md section 6.2: the refresh grant, and what ends a session.
struct GrantTokenTests {
    private func grant(_ server: TestServer, _ body: JSON) async throws -> TestAnswer {
        try await server.send(.post, "/securetoken.googleapis.com/v1/token?key=fake-api-key", body)
    }

    private static let anotherRecord = Base64.encode(Array(#"{"localId":"a","projectId":"example"}"#.utf8), .standard)

    static let rows: [Row] = [
        Row([:], "MISSING_GRANT_TYPE"),
        Row(["grant_type": ""], "MISSING_GRANT_TYPE"),
        Row(["refresh_token": "$REFRESH"], "MISSING_GRANT_TYPE"),
        Row(["grant_type": "authorization_code"], "INVALID_GRANT_TYPE"),
        Row(["grant_type": "authorization_code", "refresh_token": "$REFRESH", "code": "x"], "INVALID_GRANT_TYPE"),
        Row(["grant_type": "refresh_token"], "MISSING_REFRESH_TOKEN"),
        Row(["grantType": "refresh_token", "refreshToken": ""], "MISSING_REFRESH_TOKEN"),
        Row(["grant_type": "refresh_token", "refresh_token": "junk"], "INVALID_REFRESH_TOKEN"),
        Row(["grant_type": "refresh_token", "refresh_token": "$TOKEN"], "INVALID_REFRESH_TOKEN"),
        Row(["grant_type": "refresh_token", "refresh_token": "$TRUNCATED"], "INVALID_REFRESH_TOKEN"),
        Row(["grant_type": "refresh_token", "refresh_token": .string(anotherRecord)], "INVALID_REFRESH_TOKEN"),
        Row(["grant_type": "refresh_token", "refresh_token": "$REFRESH"], "OK"),
        Row(["grantType": "refresh_token", "refreshToken": "$REFRESH", "code": "ignored"], "OK"),
    ]

    @Test(arguments: Profile.allCases, rows)
    func `a grant is checked in order`(_ profile: Profile, _ row: Row) async throws {
        let server = try TestServer(profile)
        let user = try await server.user()
        let values = [
            "$REFRESH": user.refreshToken, "$TOKEN": user.idToken, "$TRUNCATED": String(user.refreshToken.dropLast(9)),
        ]

        let outcome = try await grant(server, row.body.filling(values)).outcome
        #expect(outcome == row.outcome(profile))
    }

    @Test(arguments: Profile.allCases)
    func `a token that is cut off anywhere is none`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        let user = try await server.user()

        for count in 1..<user.refreshToken.utf8.count {
            let body: JSON = [
                "grant_type": "refresh_token", "refresh_token": .string(String(user.refreshToken.prefix(count))),
            ]
            let outcome = try await grant(server, body).outcome
            // The reference's is base64, of which padding is not a part.
            guard profile != .emulator || outcome != "OK" else { continue }
            #expect(outcome == "INVALID_REFRESH_TOKEN", "\(count)")
        }
    }

    static let badTokenFirst: [Row] = [
        Row(["refresh_token": "junk"], "INVALID_REFRESH_TOKEN"),
        Row(["grant_type": "password", "refresh_token": "junk"], "INVALID_REFRESH_TOKEN"),
    ]

    @Test(arguments: badTokenFirst)
    func `the reference finds a bad token before a bad grant type`(_ row: Row) async throws {
        let outcome = try await grant(TestServer(.emulator), row.body).outcome

        #expect(outcome == row.outcome(.emulator))
    }

    @Test(arguments: Profile.allCases)
    func `the answer is complete, and the token can be used again`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        let user = try await server.user()
        server.clock.advance(seconds: 10)
        let number = try #require(await server.appGet("/v1/projects").string("projectId"))

        for _ in 0..<2 {
            let answer = try await server.refresh(user.refreshToken)
            #expect(answer["access_token"] == answer["id_token"])
            #expect(
                answer.json.dropping("access_token", "id_token", "refresh_token").sorted == [
                    "expires_in": "3600", "project_id": .string(number), "token_type": "Bearer",
                    "user_id": .string(user.id),
                ])
            #expect(try await server.lookup(answer.string("id_token") ?? "").status == 200)
            #expect(try await server.refresh(answer.string("refresh_token")).status == 200)
        }
        #expect((number == "12345") == (profile == .emulator))
    }

    @Test(arguments: Profile.allCases)
    func `a form will do`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        let user = try await server.user()
        func send(_ body: String) async throws -> TestAnswer {
            try await server.send(
                .post, "/securetoken.googleapis.com/v1/token?key=fake-api-key",
                headers: [.contentType: "application/x-www-form-urlencoded"], body: Array(body.utf8))
        }

        let token = FormURLEncoding.encode(user.refreshToken)
        #expect(try await send("grant_type=refresh_token&refresh_token=\(token)").status == 200)
        #expect(try await send("grantType=refresh_token&refreshToken=\(token)").status == 200)
        let repeated = try await send("grant_type=refresh_token&grant_type=refresh_token&refresh_token=\(token)")
        #expect(repeated.status == 400)
        if profile != .production {
            #expect(repeated.message == "Invalid JSON payload received. /grantType must be string")
        }
    }

    @Test(arguments: Profile.allCases)
    func `new tokens show the account as it is now`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        let user = try await server.user()
        _ = try await server.update(user.id, ["displayName": "Alice", "customAttributes": "{\"role\":\"admin\"}"])

        let payload = try claims(await server.refresh(user.refreshToken).string("id_token"))
        #expect(payload["name"] == "Alice")
        #expect(payload["role"] == "admin")
        #expect(payload[path: "firebase.sign_in_provider"] == "password")
    }

    @Test(arguments: Profile.allCases)
    func `a token of another project is no good`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        _ = try await server.user("mine@x.test")
        let user = try SignedInUser(await server.signUp("a@x.test", key: "project:other"))

        let expected = profile == .emulator ? "INVALID_REFRESH_TOKEN" : "PROJECT_NUMBER_MISMATCH"
        let refused = try await server.refresh(user.refreshToken)
        #expect(refused.outcome == expected)
        #expect(refused.status == 400)
        if profile == .production { #expect(refused.string("error.status") == "INVALID_ARGUMENT") }
        #expect(try await server.refresh(user.refreshToken, key: "project:other").status == 200)
    }

    /// production.md section 6.2
    @Test(arguments: Profile.allCases)
    func `an OAuth token does in place of an API key, and the refresh token says whose it is`(
        _ profile: Profile
    ) async throws {
        let server = try TestServer(profile)
        func grant(_ token: String, authorization: String?) async throws -> TestAnswer {
            let body: JSON = ["grant_type": "refresh_token", "refresh_token": .string(token)]
            return try await server.send(
                .post, "/securetoken.googleapis.com/v1/token", body,
                headers: authorization.map { [.authorization: $0] } ?? [:])
        }
        for key in ["fake-api-key", "project:other", "project:a_b.c-d"] {
            let user = try SignedInUser(await server.signUp("a@x.test", key: key))

            for authorization in ["Bearer owner", "Bearer ya29.token"] {
                let answer = try await grant(user.refreshToken, authorization: authorization)
                #expect(answer["user_id"] == .string(user.id), "\(answer.text)")
                let token = try #require(answer.string("id_token"))
                #expect(try claims(token)["aud"] == claims(user.idToken)["aud"])
            }
            #expect(try await grant(user.refreshToken, authorization: "Bearer other").status == 401)
            // With a key a token is not looked at.
            let both = try await server.send(
                .post, "/securetoken.googleapis.com/v1/token?key=\(key)",
                ["grant_type": "refresh_token", "refresh_token": .string(user.refreshToken)],
                headers: [.authorization: "Bearer other"])
            #expect(both["user_id"] == .string(user.id))
            #expect(try await grant(user.refreshToken, authorization: nil).status == 403)
        }
        #expect(try await grant("junk", authorization: "Bearer owner").outcome == "INVALID_REFRESH_TOKEN")
    }

    /// As servers before this one made them.
    @Test(arguments: [Profile.local, .production])
    func `a token that names no project is good where it was made`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        let user = try await server.user()
        var token = try #require(OpaqueRefreshToken(user.refreshToken))
        #expect(token.project == ProjectID(rawValue: "example"))
        token.project = nil

        #expect(try await server.refresh(token.text).outcome == "OK")
        #expect(try await server.refresh(token.text, key: "project:other").outcome == "INVALID_REFRESH_TOKEN")
    }

    // MARK: What ends a session

    @Test(arguments: Profile.allCases)
    func `a deleted account`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        let user = try await server.user()
        _ = try await server.app("accounts:delete", ["idToken": user.token])

        let expected = profile == .emulator ? "INVALID_REFRESH_TOKEN" : "USER_NOT_FOUND"
        #expect(try await server.refresh(user.refreshToken).outcome == expected)
    }

    @Test(arguments: Profile.allCases)
    func `a disabled account, until it is enabled again`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        let user = try await server.user()
        _ = try await server.update(user.id, ["disableUser": true])
        #expect(try await server.refresh(user.refreshToken).outcome == "USER_DISABLED")

        _ = try await server.update(user.id, ["disableUser": false])
        #expect(try await server.refresh(user.refreshToken).outcome == "OK")
    }

    enum Revocation: String, CaseIterable, Sendable {
        case ownPassword, adminPassword, passwordReset, ownEmail, adminEmail, appliedEmail, validSince
    }

    private func revoke(_ revocation: Revocation, _ user: SignedInUser, _ server: TestServer) async throws {
        let answer: TestAnswer
        switch revocation {
        case .ownPassword:
            answer = try await server.app("accounts:update", ["idToken": user.token, "password": "other-horse"])
        case .adminPassword: answer = try await server.update(user.id, ["password": "other-horse"])
        case .passwordReset:
            let code = try await server.oobCode("PASSWORD_RESET", "alice@example.test")
            answer = try await server.reset(code, to: "other-horse")
        case .ownEmail:
            answer = try await server.app("accounts:update", ["idToken": user.token, "email": "new@x.test"])
        case .adminEmail: answer = try await server.update(user.id, ["email": "new@x.test"])
        case .appliedEmail:
            let code = try await server.oobCode(
                "VERIFY_AND_CHANGE_EMAIL", "alice@example.test", ["newEmail": "new@x.test"])
            answer = try await server.redeem(code)
        case .validSince:
            answer = try await server.update(user.id, ["validSince": .string(String(server.clock.now.seconds))])
        }
        try #require(answer.status == 200, "\(answer.text)")
    }

    @Test(arguments: Profile.allCases, Revocation.allCases)
    func `a change of password or address, or an admin's word, but not in the reference`(
        _ profile: Profile, _ revocation: Revocation
    ) async throws {
        let server = try await TestServer.open(profile, privacy: false)
        let user = try await server.user()
        server.clock.advance(seconds: 10)
        try await revoke(revocation, user, server)

        let outcome = try await server.refresh(user.refreshToken).outcome
        #expect(outcome == (profile == .emulator ? "OK" : "TOKEN_EXPIRED"))
    }

    @Test(arguments: [Profile.local, .production])
    func `a revocation taken back revives the session`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        let user = try await server.user()
        _ = try await server.update(user.id, ["validSince": .string(String(TestServer.start + 60))])
        try #require(try await server.refresh(user.refreshToken).outcome == "TOKEN_EXPIRED")

        _ = try await server.update(user.id, ["validSince": .string(String(TestServer.start))])
        #expect(try await server.refresh(user.refreshToken).outcome == "OK")
    }

    @Test(arguments: Profile.allCases)
    func `a refresh token does not expire by itself`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        let user = try await server.user()
        server.clock.advance(seconds: 1000 * 86_400)

        #expect(try await server.refresh(user.refreshToken).status == 200)
    }

    @Test func `production's error has a status and no list`() async throws {
        let server = try TestServer(.production)
        let user = try await server.user()
        server.clock.advance(seconds: 1)
        try await revoke(.ownPassword, user, server)
        let answer = try await server.refresh(user.refreshToken)

        #expect(answer.status == 400)
        #expect(
            answer.json == ["error": ["code": 400, "message": "TOKEN_EXPIRED", "status": "INVALID_ARGUMENT"]])
    }
}
