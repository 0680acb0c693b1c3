import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// Numbers that no double holds, wherever a request has one (production.md section 1, wire.md section 7).
struct HugeNumberTests {
    private static let huge = ["1e400", "-1e400", "1" + String(repeating: "0", count: 400)]

    private func post(_ server: TestServer, _ method: String, _ body: String) async throws -> TestAnswer {
        try await server.send(
            .post, "/identitytoolkit.googleapis.com/v1/projects/example/accounts\(method)",
            headers: [.authorization: "Bearer owner", .contentType: "application/json"], body: Array(body.utf8))
    }

    private static let bodies = [
        (":update", #"{"localId":"u","validSince":N}"#), (":update", #"{"localId":"u","displayName":N}"#),
        (":update", #"{"localId":"u","unknown":[{"a":N}]}"#), ("", #"{"displayName":N}"#),
        (":batchCreate", #"{"users":[{"localId":"v","createdAt":N}]}"#),
        (":batchCreate", #"{"users":[{"localId":"v"}],"rounds":N}"#), (":query", #"{"limit":N}"#),
    ]

    @Test(arguments: [Profile.local, .production], bodies)
    func `outside the reference they are no JSON`(profile: Profile, call: (method: String, body: String)) async throws {
        let server = try await TestServer.open(profile)
        _ = try await server.admin("accounts", ["localId": "u", "displayName": "Ann"])
        for number in Self.huge {
            let answer = try await post(server, call.method, call.body.replacing("N", with: number))
            #expect(answer.status == 400)
            #expect(
                answer.message == "Invalid JSON payload received. Number exceeds the range of double.",
                "\(answer.text)")
        }
        #expect(try await server.account("u")["displayName"] == "Ann")
    }

    @Test(arguments: [
        (#"{"localId":"u","validSince":N}"#, "/validSince must match format \"int64\""),
        (#"{"localId":"u","createdAt":N}"#, "/createdAt must match format \"int64\""),
    ])
    func `the reference takes them for infinity, which is not a whole number`(body: String, problem: String)
        async throws
    {
        let server = try await TestServer.open(.emulator)
        _ = try await server.admin("accounts", ["localId": "u"])
        for number in Self.huge {
            let answer = try await post(server, ":update", body.replacing("N", with: number))
            #expect(answer.message == "Invalid JSON payload received. \(problem)")
        }
    }

    @Test func `and as a text it is infinity's`() async throws {
        let server = try await TestServer.open(.emulator)
        _ = try await server.admin("accounts", ["localId": "u"])
        #expect(try await post(server, ":update", #"{"localId":"u","displayName":1e400}"#).status == 200)
        #expect(try await server.account("u")["displayName"] == "Infinity")
    }

    @Test(arguments: Profile.allCases)
    func `in claims they are refused, and null in the reference`(profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let user = try await server.user()
        let claims: JSON = ["localId": .string(user.id), "customAttributes": #"{"level":1e400}"#]
        let set = try await server.admin("accounts:update", claims)
        #expect(set.status == (profile == .emulator ? 200 : 400))
        #expect(profile == .emulator || set.message?.hasPrefix("INVALID_CLAIMS") == true, "\(set.text)")
        let signIn: JSON = [
            "email": "alice@example.test", "password": "correct-horse", "returnSecureToken": true,
        ]
        let answer = try await server.app("accounts:signInWithPassword", signIn)
        let token = try #require(answer["idToken"]?.stringValue.flatMap { JSONWebToken($0) })
        #expect(token.payload["level"] == (profile == .emulator ? JSON.null : JSON?.none))

        let custom: JSON = ["token": #"{"uid":"c","claims":{"level":1e400}}"#, "returnSecureToken": true]
        let customSignIn = try await server.app("accounts:signInWithCustomToken", custom)
        #expect(customSignIn.status == (profile == .emulator ? 200 : 400))
    }

    @Test(arguments: ["/clock:advance", "/rules", "/faults", ":mintToken"])
    func `the control API refuses them`(path: String) async throws {
        let server = try TestServer()
        let answer = try await server.send(
            .post, "/firebreak/v1/projects/example\(path)", headers: [.contentType: "application/json"],
            body: Array(#"{"by":1e400}"#.utf8))
        #expect([400, 404, 405].contains(answer.status))
    }

    /// RFC 7519 section 2: a time may have a fraction, and be beyond any calendar.
    @Test(arguments: [("1780000000.5", false), ("1e300", true), ("-1e300", false)])
    func `the end of a custom token is a number of any size`(end: String, isGood: Bool) async throws {
        let server = try TestServer(.local)
        let audience =
            "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit"
        let payload = #"{"aud":"\#(audience)","uid":"c","exp":\#(end)}"#
        let token = JSONWebToken.unsigned(payload: Array(payload.utf8))
        let answer = try await server.app("accounts:signInWithCustomToken", ["token": .string(token)])
        #expect((answer.status == 200) == isGood, "\(answer.text)")
    }
}
