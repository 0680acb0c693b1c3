import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// tokens.md section 3 and production.md section 6.1: which ID tokens are good.
struct CallAuthenticationTests {
    /// A token as the server makes them, with some claims replaced.
    private static func token(_ user: SignedInUser, _ changes: JSON = [:], without names: String...) throws -> String {
        var payload = try claims(user.idToken).merging(changes)
        for name in names { payload[name] = nil }
        return JSONWebToken.unsigned(payload: payload.bytes)
    }

    private static func segments(_ token: String) -> [String] {
        token.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    }

    @Test(arguments: Profile.allCases)
    func `texts that are no token`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        let user = try await server.user()
        let parts = Self.segments(user.idToken)
        let array = Base64.encode(Array("[1]".utf8), .urlSafe)
        let texts = [
            "junk", "a.b", "a.b.c", "\(parts[0]).\(parts[1])", "\(parts[0]).\(array).", "\(array).x.",
            " \(user.idToken)", "\(user.idToken).", user.refreshToken, "\(parts[0])..",
            try Self.token(user, without: "firebase"),
        ]

        for text in texts { #expect(try await server.lookup(text).outcome == "INVALID_ID_TOKEN", "\(text)") }
    }

    @Test(arguments: Profile.allCases)
    func `only the reference takes tokens that others made or signed`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        let user = try await server.user()
        let parts = Self.segments(user.idToken)
        let signedHeader = Base64.encode(Array(#"{"alg":"RS256","kid":"1","typ":"JWT"}"#.utf8), .urlSafe)
        let texts = [
            "\(signedHeader).\(parts[1]).c2lnbmF0dXJl", "\(user.idToken)c2lnbmF0dXJl",
            try Self.token(user, ["aud": "other"]), try Self.token(user, ["iss": "https://other.test"]),
            try Self.token(user, ["iss": "https://session.firebase.google.com/example"]),
        ]

        for text in texts {
            #expect(
                try await server.lookup(text).outcome == (profile == .emulator ? "OK" : "INVALID_ID_TOKEN"), "\(text)")
        }
    }

    @Test func `the reference reads user_id and not sub`() async throws {
        let server = try TestServer(.emulator)
        let user = try await server.user()

        #expect(try await server.lookup(Self.token(user, ["sub": "nobody"])).outcome == "OK")
        #expect(try await server.lookup(Self.token(user, ["user_id": "nobody"])).outcome == "USER_NOT_FOUND")
        #expect(try await server.lookup(Self.token(user, without: "user_id")).outcome == "USER_NOT_FOUND")
    }

    @Test func `the reference compares the time of issue`() async throws {
        let server = try TestServer(.emulator)
        let user = try await server.user()
        let start = TestServer.start
        func outcome(_ iat: JSON?) async throws -> String {
            let text = try iat.map { try Self.token(user, ["iat": $0]) } ?? Self.token(user, without: "iat")
            return try await server.lookup(text).outcome
        }

        #expect(try await outcome(.int(start)) == "OK")
        #expect(try await outcome(.int(start - 1)) == "TOKEN_EXPIRED")
        #expect(try await outcome(nil) == "TOKEN_EXPIRED")
        _ = try await server.update(user.id, ["validSince": "soon"])
        #expect(try await outcome(.int(start)) == "TOKEN_EXPIRED")
        #expect(try await outcome(.int(start - 1)) == "TOKEN_EXPIRED")
    }

    @Test(arguments: Profile.allCases)
    func `a refreshed token counts by its sign-in outside the reference`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        let user = try await server.user()
        server.clock.advance(seconds: 20)
        let refreshed = try #require(await server.refresh(user.refreshToken).string("id_token"))
        _ = try await server.update(user.id, ["validSince": .string(String(TestServer.start + 10))])

        #expect(try await server.lookup(user.idToken).outcome == "TOKEN_EXPIRED")
        #expect(try await server.lookup(refreshed).outcome == (profile == .emulator ? "OK" : "TOKEN_EXPIRED"))
    }

    // MARK: Expiry

    /// One call of every method that takes a token, as an app or, for cookies, an admin.
    private func outcomes(_ server: TestServer, _ token: String) async throws -> [String] {
        let body: JSON = ["idToken": .string(token)]
        return [
            try await server.app("accounts:lookup", body).outcome,
            try await server.app("accounts:update", body.merging(["displayName": "x"])).outcome,
            try await server.admin(":createSessionCookie", body).outcome,
            try await server.app("accounts:sendOobCode", body.merging(["requestType": "VERIFY_EMAIL"])).outcome,
            try await server.app("accounts:delete", body).outcome,
        ]
    }

    @Test(arguments: Profile.allCases)
    func `a token is good until 299 seconds after its time`(_ profile: Profile) async throws {
        let server = try TestServer(profile, rules: ["lifetimes": #"{"recentLogin":3899}"#])
        let user = try await server.user()
        server.clock.advance(seconds: 3600 + 299)

        #expect(try await outcomes(server, user.idToken) == Array(repeating: "OK", count: 5))
    }

    @Test(arguments: Profile.allCases)
    func `it is not good one second later, except in the reference`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        let user = try await server.user()
        server.clock.advance(seconds: 3600 + 300)

        let expected = profile == .emulator ? "OK" : "INVALID_ID_TOKEN"
        #expect(try await outcomes(server, user.idToken) == Array(repeating: expected, count: 5))
    }

    @Test(arguments: Profile.allCases)
    func `without expiry it is good for ever`(_ profile: Profile) async throws {
        let server = try TestServer(profile, rules: ["expiry": "off"])
        let user = try await server.user()
        server.clock.advance(seconds: 400 * 86_400)

        #expect(try await outcomes(server, user.idToken) == Array(repeating: "OK", count: 5))
    }

    @Test func `the rule makes tokens of the reference expire, too`() async throws {
        let server = try TestServer(.emulator, rules: ["expiry": "on"])
        let user = try await server.user()
        server.clock.advance(seconds: 3600 + 299)
        #expect(try await server.lookup(user.idToken).outcome == "OK")
        server.clock.advance(seconds: 1)

        let outcome = try await server.lookup(user.idToken).outcome
        #expect(outcome == "INVALID_ID_TOKEN")
    }

    // MARK: Accounts

    @Test(arguments: Profile.allCases)
    func `revoked, disabled and deleted, in this order`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        let user = try await server.user()

        _ = try await server.update(user.id, ["disableUser": true])
        #expect(try await server.lookup(user.idToken).outcome == "USER_DISABLED")
        _ = try await server.update(user.id, ["validSince": .string(String(TestServer.start + 1))])
        #expect(try await server.lookup(user.idToken).outcome == "TOKEN_EXPIRED")
        _ = try await server.admin("accounts:delete", ["localId": .string(user.id)])
        #expect(try await server.lookup(user.idToken).outcome == "USER_NOT_FOUND")
    }

    @Test(arguments: Profile.allCases)
    func `a revocation of this very second leaves the token`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        let user = try await server.user()
        _ = try await server.update(user.id, ["validSince": .string(String(TestServer.start))])

        #expect(try await server.lookup(user.idToken).outcome == "OK")
    }

    @Test(arguments: Profile.allCases)
    func `a revocation taken back revives the token`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        let user = try await server.user()
        _ = try await server.update(user.id, ["validSince": .string(String(TestServer.start + 60))])
        try #require(try await server.lookup(user.idToken).outcome == "TOKEN_EXPIRED")

        _ = try await server.update(user.id, ["validSince": .string(String(TestServer.start - 60))])
        #expect(try await server.lookup(user.idToken).outcome == "OK")
    }

    @Test(arguments: Profile.allCases)
    func `an ID that was made again does not revive its tokens outside the reference`(
        _ profile: Profile
    ) async throws {
        let server = try TestServer(profile)
        let user = try await server.customUser("again")
        _ = try await server.admin("accounts:delete", ["localId": "again"])
        server.clock.advance(seconds: 10)
        _ = try await server.customUser("again")

        #expect(try await server.lookup(user.idToken).outcome == (profile == .emulator ? "OK" : "TOKEN_EXPIRED"))
        if profile != .emulator {
            #expect(try await server.refresh(user.refreshToken).status == 400)
        }
    }

    @Test(arguments: Profile.allCases)
    func `a token of another project is no good`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        let user = try SignedInUser(await server.signUp("a@x.test", key: "project:other"))

        let outcome = try await server.lookup(user.idToken).outcome
        #expect(outcome == (profile == .emulator ? "USER_NOT_FOUND" : "INVALID_ID_TOKEN"))
        _ = try await server.admin("accounts", ["localId": .string(user.id)])
        let sameID = try await server.lookup(user.idToken).outcome
        #expect(sameID == (profile == .emulator ? "OK" : "INVALID_ID_TOKEN"))
    }
}
