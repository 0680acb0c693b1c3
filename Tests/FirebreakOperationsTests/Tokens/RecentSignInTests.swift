import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import Testing

/// production.md section 6.1: what a user may do only soon after the sign-in. What second factors ask is tested with
/// them.
struct RecentSignInTests {
    private static let tooOld = "CREDENTIAL_TOO_OLD_LOGIN_AGAIN"

    /// A call of a user, with what comes of it when the sign-in is not recent.
    struct Change: Sendable, CustomTestStringConvertible {
        let method: String
        let body: JSON
        var needsRecent = true

        var testDescription: String { "\(method) \(body.text)" }
    }

    static let changes: [Change] = [
        Change(method: "accounts:update", body: ["password": "other-horse"]),
        Change(method: "accounts:signUp", body: ["email": "new@x.test", "password": "other-horse"]),
        Change(method: "accounts:update", body: ["deleteProvider": ["google.com"]]),
        Change(method: "accounts:update", body: ["deleteAttribute": ["PASSWORD"]]),
        Change(
            method: "accounts:sendOobCode", body: ["requestType": "VERIFY_AND_CHANGE_EMAIL", "newEmail": "new@x.test"]),
        Change(method: "accounts:delete", body: [:]),
        Change(
            method: "accounts:update", body: ["displayName": "A", "deleteAttribute": ["PHOTO_URL"]], needsRecent: false),
        Change(method: "accounts:update", body: ["deleteProvider": []], needsRecent: false),
        Change(method: "accounts:sendOobCode", body: ["requestType": "VERIFY_EMAIL"], needsRecent: false),
        Change(method: "accounts:lookup", body: [:], needsRecent: false),
    ]

    @Test(arguments: Profile.allCases, changes)
    func `five minutes are recent`(_ profile: Profile, _ change: Change) async throws {
        let server = try await TestServer.open(profile)
        let user = try await server.user()
        server.clock.advance(seconds: 300)

        #expect(try await server.app(change.method, change.body.merging(["idToken": user.token])).outcome == "OK")
    }

    @Test(arguments: Profile.allCases, changes)
    func `more are not, except in the reference`(_ profile: Profile, _ change: Change) async throws {
        let server = try await TestServer.open(profile)
        let user = try await server.user()
        server.clock.advance(seconds: 301)
        let refreshed = try await server.refresh(user.refreshToken).string("id_token")
        let expected = profile != .emulator && change.needsRecent ? Self.tooOld : "OK"

        // A refresh is not sign-in.
        let body = change.body.merging(["idToken": .string(try #require(refreshed))])
        #expect(try await server.app(change.method, body).outcome == expected)
        guard expected != "OK" else { return }
        let again = try SignedInUser(await server.signIn("alice@example.test"))
        #expect(try await server.app(change.method, change.body.merging(["idToken": again.token])).outcome == "OK")
    }

    @Test(arguments: Profile.allCases, [nil, 60] as [Int64?])
    func `a rule says how many`(_ profile: Profile, _ limit: Int64?) async throws {
        let rule = #"{"recentLogin":\#(limit.map { String($0) } ?? "null")}"#
        let server = try await TestServer.open(profile, rules: ["lifetimes": rule])
        let user = try await server.user()
        server.clock.advance(seconds: limit.map { $0 + 1 } ?? 3000)

        let expected = profile != .emulator && limit != nil ? Self.tooOld : "OK"
        #expect(try await server.app("accounts:delete", ["idToken": user.token]).outcome == expected)
    }

    @Test(arguments: Profile.allCases)
    func `an admin is not asked`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let user = try await server.user()
        server.clock.advance(seconds: 3000)

        #expect(try await server.update(user.id, ["password": "other-horse"]).outcome == "OK")
        #expect(try await server.admin("accounts:delete", ["localId": .string(user.id)]).outcome == "OK")
    }

    @Test func `the older kind of token counts by its time`() async throws {
        let server = try TestServer(.production)
        _ = try await server.user()
        let signIn = try await server.app(
            "accounts:signInWithPassword", ["email": "alice@example.test", "password": "correct-horse"])
        let body: JSON = ["idToken": try #require(signIn["idToken"]), "password": "other-horse"]
        server.clock.advance(seconds: 301)

        #expect(try await server.app("accounts:update", body).outcome == Self.tooOld)
        server.clock.advance(seconds: -1)
        #expect(try await server.app("accounts:update", body).outcome == "OK")
    }
}
