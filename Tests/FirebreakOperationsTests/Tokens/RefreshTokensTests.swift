import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import Testing

/// tokens.md section 4 and firebreak.md section 3: what refresh tokens look like.
struct RefreshTokensTests {
    private static func record(_ token: String?) throws -> JSON {
        try JSON(parsing: #require(Base64.decode(token ?? "")))
    }

    private static func token(_ record: JSON) -> String { Base64.encode(record.bytes, .standard) }

    @Test func `the reference's token is a readable record`() async throws {
        let server = try TestServer(.emulator)
        let user = try await server.user()

        let expected: JSON = [
            "_AuthEmulatorRefreshToken": "DO NOT MODIFY", "extraClaims": [:], "localId": .string(user.id),
            "projectId": "example", "provider": "password",
        ]
        let record = try Self.record(user.refreshToken)
        #expect(record.sorted == expected)
        let order = ["_AuthEmulatorRefreshToken", "localId", "provider", "extraClaims", "projectId"]
        #expect(record.objectValue?.map(\.key) == order)
        #expect(user.refreshToken.utf8.count.isMultiple(of: 4))
        let renewed = try await server.refresh(user.refreshToken)
        let again = try Self.record(renewed.string("refresh_token"))
        #expect(again.sorted == expected)
    }

    @Test func `it carries the session's claims and tenant`() async throws {
        let server = try TestServer(.emulator)
        let body: JSON = [
            "token": "{\"uid\":\"a\",\"claims\":{\"level\":1}}", "tenantId": "blue", "returnSecureToken": true,
        ]
        let answer = try await server.app("accounts:signInWithCustomToken", body)

        #expect(
            try Self.record(answer.string("refreshToken")).sorted == [
                "_AuthEmulatorRefreshToken": "DO NOT MODIFY", "extraClaims": ["level": 1], "localId": "a",
                "projectId": "example", "provider": "custom", "tenantId": "blue",
            ])
    }

    @Test func `the reference takes records that a test makes up`() async throws {
        let server = try TestServer(.emulator)
        _ = try await server.admin("accounts", ["localId": "a"])
        let record: JSON = [
            "_AuthEmulatorRefreshToken": "anything", "localId": "a", "provider": "google.com",
            "extraClaims": ["level": 1], "projectId": "example",
            "secondFactor": ["identifier": "factor", "provider": "phone"],
        ]

        let payload = try claims(await server.refresh(Self.token(record)).string("id_token"))
        #expect(payload["level"] == 1)
        #expect(payload[path: "firebase.sign_in_provider"] == "google.com")
        #expect(payload[path: "firebase.sign_in_second_factor"] == "phone")
        #expect(payload[path: "firebase.second_factor_identifier"] == "factor")
    }

    @Test(arguments: [1, 256, Int64.max, -1])
    func `a token has its session's whole number`(_ id: Int64) throws {
        let secret = Array(repeating: UInt8(7), count: 16)
        let token = OpaqueRefreshToken(sessionID: id, secret: secret, project: ProjectID(rawValue: "demo-a"))
        #expect(OpaqueRefreshToken(token.text) == token)
        #expect(OpaqueRefreshToken(String(token.text.dropLast(4))) == nil)
    }

    @Test func `the reference is lenient with base64`() async throws {
        let server = try TestServer(.emulator)
        _ = try await server.admin("accounts", ["localId": "ü?>~ÿ"])
        let record: JSON = [
            "_AuthEmulatorRefreshToken": true, "localId": "ü?>~ÿ", "provider": "password", "extraClaims": [:],
            "projectId": "example", "x": "~~~???>>>",
        ]
        let standard = Base64.encode(record.bytes, .standard)
        let urlSafe = Base64.encode(record.bytes, .urlSafe)
        try #require(standard.contains("+") || standard.contains("/"))

        for text in [standard, urlSafe, standard.filter { $0 != "=" }] {
            #expect(try await server.refresh(text).outcome == "OK", "\(text)")
        }
    }

    static let badRecords: [Row] = [
        Row(["_AuthEmulatorRefreshToken": "", "localId": "a", "projectId": "example"], "INVALID_REFRESH_TOKEN"),
        Row(["_AuthEmulatorRefreshToken": "x", "localId": "a", "projectId": "other"], "INVALID_REFRESH_TOKEN"),
        Row(["_AuthEmulatorRefreshToken": "x", "localId": "b", "projectId": "example"], "INVALID_REFRESH_TOKEN"),
        Row(
            ["_AuthEmulatorRefreshToken": "x", "localId": "a", "projectId": "example", "tenantId": "blue"],
            "INVALID_REFRESH_TOKEN"),
        Row(
            [
                "_AuthEmulatorRefreshToken": "x", "localId": "a", "projectId": "example", "provider": "password",
                "extraClaims": [:],
            ], "OK"),
    ]

    @Test(arguments: badRecords)
    func `a record of nobody is refused`(_ row: Row) async throws {
        let server = try TestServer(.emulator)
        _ = try await server.admin("accounts", ["localId": "a"])

        let outcome = try await server.refresh(Self.token(row.body)).outcome
        #expect(outcome == row.outcome(.emulator))
    }

    @Test(arguments: [Profile.local, .production])
    func `other tokens tell nothing and cannot be made up`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        let user = try await server.user()

        let bytes = try #require(Base64.decode(user.refreshToken))
        #expect((try? JSON(parsing: bytes)) == nil)
        #expect(!user.refreshToken.contains(user.id))
        let again = try SignedInUser(await server.signIn("alice@example.test"))
        #expect(again.refreshToken != user.refreshToken)
        let record: JSON = [
            "_AuthEmulatorRefreshToken": "DO NOT MODIFY", "localId": .string(user.id), "provider": "password",
            "extraClaims": [:], "projectId": "example",
        ]
        #expect(try await server.refresh(Self.token(record)).outcome == "INVALID_REFRESH_TOKEN")
        var changed = bytes
        changed[bytes.count - 1] ^= 1
        #expect(try await server.refresh(Base64.encode(changed, .urlSafe)).outcome == "INVALID_REFRESH_TOKEN")
    }

    @Test(arguments: Profile.allCases)
    func `no token is readable as base64 JSON but the reference's`(_ profile: Profile) async throws {
        let user = try await TestServer(profile).user()

        #expect(((try? Self.record(user.refreshToken)) != nil) == (profile == .emulator))
    }
}
