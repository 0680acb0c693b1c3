import FirebreakCredentials
import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// signInWithGameCenter (tenants-config.md B5).
struct SignInWithGameCenterTests {
    private static let shared = Result { try SigningKey() }
    private static let timestamp: UInt64 = 1_780_315_200_000
    private static let bundle = "test.example.game"

    private let key: SigningKey

    init() throws { key = try Self.shared.get() }

    /// What Game Center signs: player, bundle, time and salt, one after the other.
    private func statement(
        player: String = "G:1", bundle: String = bundle, salt: [UInt8] = [1, 2, 250, 255], _ changes: JSON = [:],
        alphabet: Base64.Alphabet = .standard
    ) throws -> JSON {
        let time = withUnsafeBytes(of: Self.timestamp.bigEndian) { Array($0) }
        let signature = try key.signature(of: Array(player.utf8) + Array(bundle.utf8) + time + salt)
        let statement: JSON = [
            "playerId": .string(player), "publicKeyUrl": "https://static.gc.apple.com/public-key/gc-prod-9.cer",
            "salt": .string(Base64.encode(salt, alphabet)), "signature": .string(Base64.encode(signature, alphabet)),
            "timestamp": .string(String(Self.timestamp)),
        ]
        return statement.merging(changes)
    }

    private func signIn(_ server: TestServer, _ body: JSON, bundle: String? = bundle) async throws -> TestAnswer {
        let name = try #require(HTTPField.Name("X-Ios-Bundle-Identifier"))
        return try await server.send(
            .post, "/identitytoolkit.googleapis.com/v1/accounts:signInWithGameCenter?key=fake-api-key", body,
            headers: bundle.map { [name: $0] } ?? [:])
    }

    private func trustApple(_ server: TestServer) async throws {
        let certificates: JSON = .object([.init("apple", .string(try key.certificate(commonName: "Apple")))])
        let answer = try await server.control(
            .patch, "/rules", ["credentialKeys": ["gc.apple.com": ["certificates": certificates]]])
        try #require(answer.status == 200, "\(answer.text)")
    }

    @Test(arguments: Profile.allCases)
    func `a player signs in and is known the next time`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let body = try statement(["displayName": "Ann", "teamPlayerId": "T:1", "gamePlayerId": "A:1"])
        let first = try await signIn(server, body)
        try #require(first.status == 200, "\(first.text)")

        #expect(first["isNewUser"] == true && first["displayName"] == "Ann" && first["playerId"] == "G:1")
        #expect(first["teamPlayerId"] == "T:1" && first["gamePlayerId"] == "A:1")
        let token = try #require(first.string("idToken").flatMap(JSONWebToken.init))
        #expect(token.payload[path: "firebase.sign_in_provider"] == "gc.apple.com")
        #expect(token.payload[path: "firebase.identities"]?["gc.apple.com"] == ["G:1"])
        let second = try await signIn(server, body)
        #expect(second["isNewUser"] == false && second["localId"] == first["localId"])
        let account = try await server.account(first.string("localId") ?? "")
        #expect(account["providerUserInfo"]?.arrayValue?.first?["providerId"] == "gc.apple.com")
        #expect(account["displayName"] == "Ann")
    }

    @Test(arguments: Profile.allCases)
    func `a player is linked to the user of a token`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let user = try await server.user()
        let linked = try await signIn(server, statement(["idToken": user.token]))
        #expect(linked.string("localId") == user.id)
        #expect(linked["isNewUser"] == false)

        let other = try await server.user("bob@example.test")
        let taken = try await signIn(server, statement(["idToken": other.token]))
        #expect(taken.outcome == "FEDERATED_USER_ID_ALREADY_LINKED")
        let second = try await signIn(server, statement(player: "G:2", ["idToken": user.token]))
        #expect(second.outcome.hasPrefix("PROVIDER_ALREADY_LINKED"), "\(second.text)")
        #expect(try await signIn(server, statement(["idToken": "junk"])).outcome == "INVALID_ID_TOKEN")
    }

    @Test func `a player is linked to an anonymous user`() async throws {
        let server = try await TestServer.open(.emulator)
        let visitor = try await server.anonymousUser()

        let linked = try await signIn(server, statement(["idToken": visitor.token]))

        #expect(linked.string("localId") == visitor.id)
        #expect(linked["isNewUser"] == false)
    }

    /// tenants-config.md B5: what Apple's SDK sends, to its older path.
    @Test(arguments: Profile.allCases)
    func `an empty player ID leaves those of team and game outside the reference`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let path = "/www.googleapis.com/identitytoolkit/v3/relyingparty/signInWithGameCenter?key=fake-api-key"
        let body = try statement(["playerId": "", "teamPlayerId": "T:1", "gamePlayerId": "A:1"])
        let first = try await server.send(.post, path, body)
        guard profile != .emulator else {
            #expect(first.status == 404)
            #expect(try await signIn(server, body).outcome == "INVALID_IDP_RESPONSE : playerId is missing.")
            return
        }
        try #require(first.status == 200, "\(first.text)")
        #expect(first["playerId"] == "" && first["teamPlayerId"] == "T:1" && first["gamePlayerId"] == "A:1")
        let second = try await signIn(server, body)
        #expect(second["localId"] == first["localId"] && second["isNewUser"] == false)
        let other = try await signIn(server, body.merging(["teamPlayerId": "T:2"]))
        #expect(other["isNewUser"] == true)
        let game = try await signIn(server, body.merging(["teamPlayerId": nil]))
        #expect(game["isNewUser"] == true)
        #expect(try await server.account(game.string("localId") ?? "").entry("gc.apple.com")?["rawId"] == "A:1")
    }

    static let malformed: [JSON] = [
        ["playerId": nil], ["playerId": ""], ["playerId": "", "teamPlayerId": "", "gamePlayerId": ""],
        ["playerId": nil, "teamPlayerId": "T:1"], ["publicKeyUrl": nil], ["publicKeyUrl": "apple"], ["salt": nil],
        ["salt": "%"], ["signature": nil], ["signature": "%"], ["timestamp": nil],
        ["timestamp": "-1"],
    ]

    @Test(arguments: malformed)
    func `what lacks something is refused`(_ changes: JSON) async throws {
        let server = try await TestServer.open(.local)
        let answer = try await signIn(server, statement(changes))

        #expect(answer.status == 400)
        #expect(answer.outcome.hasPrefix("INVALID_IDP_RESPONSE"), "\(answer.text)")
    }

    @Test(arguments: ["soon", 1, "1.5"] as [JSON])
    func `a time is a whole number`(_ time: JSON) async throws {
        let server = try await TestServer.open(.local)
        let answer = try await signIn(server, statement(["timestamp": time]))

        #expect(answer.status == (time == 1 ? 200 : 400), "\(answer.text)")
    }

    @Test func `the signature is checked where Apple's certificate is given`() async throws {
        let server = try await TestServer.open(.local)
        let other = try SigningKey()
        let strange = Base64.encode(try other.signature(of: [1]), .standard)
        #expect(try await signIn(server, statement(["signature": .string(strange)])).status == 200)

        try await trustApple(server)
        #expect(try await signIn(server, statement()).status == 200)
        #expect(try await signIn(server, statement(alphabet: .urlSafe)).status == 200)
        let number = JSON.number(String(Self.timestamp))
        #expect(try await signIn(server, statement(["timestamp": number])).status == 200)
        // Newer apps sign their team's ID of the player.
        let team = try statement(player: "T:1", ["playerId": "A:1", "teamPlayerId": "T:1"])
        #expect(try await signIn(server, team).status == 200)
        #expect(try await signIn(server, team.merging(["playerId": ""])).status == 200)
        let wrong: [JSON] = [
            ["signature": .string(strange)], ["playerId": "G:2"], ["timestamp": "1780315200001"], ["salt": "AQID"],
        ]
        for changes in wrong {
            #expect(try await signIn(server, statement(changes)).outcome.hasPrefix("INVALID_IDP_RESPONSE"))
        }
        #expect(try await signIn(server, statement(), bundle: "other").outcome.hasPrefix("INVALID_IDP_RESPONSE"))
        #expect(try await signIn(server, statement(), bundle: nil).outcome == "MISSING_IOS_BUNDLE_ID")
    }

    @Test func `a disabled user stays out, and nobody new comes where sign-up is off`() async throws {
        let server = try await TestServer.open(.production)
        let first = try await signIn(server, statement())
        _ = try await server.update(first.string("localId") ?? "", ["disableUser": true])
        #expect(try await signIn(server, statement()).outcome == "USER_DISABLED")

        try await server.set("client.permissions.disabledUserSignup", true)
        #expect(try await signIn(server, statement(player: "G:2")).outcome == "ADMIN_ONLY_OPERATION")
    }
}
