import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import Testing

/// blocking-functions.md section 4: what a function may change.
struct BlockingAnswerTests {
    private static let mask = "displayName,photoUrl,emailVerified,customClaims,sessionClaims"
    private static let everything: JSON = [
        "displayName": "Changed", "photoUrl": "http://changed.test/", "emailVerified": true,
        "customClaims": ["custom": "c"], "sessionClaims": ["session": "s"],
    ]

    private static func signUp(
        _ profile: Profile, _ url: String, _ mask: String, _ record: JSON
    ) async throws -> (answer: TestAnswer, server: TestServer) {
        let server = try await TestServer.openToAll(profile)
        try await server.guardSignIns()
        server.changeRecord(url, mask, record)
        return (try await server.signUp("a@x.test"), server)
    }

    @Test(arguments: Profile.allCases, SignInFlow.allCases)
    func `beforeSignIn changes the account and the token`(_ profile: Profile, _ flow: SignInFlow) async throws {
        let server = try await TestServer.openToAll(profile)
        let prepared = try await server.prepare(flow)
        try await server.guardSignIns()
        server.changeRecord(FunctionURL.signIn, Self.mask, Self.everything)
        let token = try claims(try await prepared.finish().string("idToken"))

        #expect(token["name"] == "Changed" && token["picture"] == "http://changed.test/")
        #expect(token["email_verified"] == true)
        #expect(token["custom"] == "c" && token["session"] == "s")
        let account = try await server.account(token["sub"]?.stringValue ?? "")
        #expect(account["displayName"] == "Changed" && account["photoUrl"] == "http://changed.test/")
        #expect(account["emailVerified"] == true)
        #expect(account["customAttributes"] == #"{"custom":"c"}"#)
    }

    @Test(arguments: Profile.allCases, SignInFlow.allCases.filter(\.isNew))
    func `beforeCreate does so, but for claims of the session`(_ profile: Profile, _ flow: SignInFlow) async throws {
        let server = try await TestServer.openToAll(profile)
        let prepared = try await server.prepare(flow)
        try await server.guardSignIns()
        server.changeRecord(FunctionURL.create, Self.mask, Self.everything.merging(["emailVerified": false]))
        let token = try claims(try await prepared.finish().string("idToken"))

        #expect(token["name"] == "Changed" && token["custom"] == "c")
        #expect(token["email_verified"] == false)
        #expect(token["session"] == nil)
        let record = try #require(server.functions.calls(FunctionURL.signIn).first?["user_record"])
        #expect(record["custom_claims"] == ["custom": "c"])
        #expect(record["display_name"] == "Changed" && record["photo_url"] == "http://changed.test/")
        #expect(record["email_verified"] == false, "even after an e-mail link")
    }

    @Test(arguments: Profile.allCases)
    func `beforeSignIn has the last word`(_ profile: Profile) async throws {
        let server = try await TestServer.openToAll(profile)
        try await server.guardSignIns()
        server.changeRecord(
            FunctionURL.create, "displayName,photoUrl", ["displayName": "First", "photoUrl": "http://first"])
        server.changeRecord(FunctionURL.signIn, "displayName", ["displayName": "Second"])
        let token = try claims(try await server.signUp("a@x.test").string("idToken"))

        #expect(token["name"] == "Second" && token["picture"] == "http://first")
    }

    // MARK: The mask

    @Test(arguments: Profile.allCases, [FunctionURL.create, FunctionURL.signIn])
    func `what the mask does not name is left alone`(_ profile: Profile, url: String) async throws {
        let (answer, server) = try await Self.signUp(profile, url, "displayName", Self.everything)
        let account = try await server.account(answer.string("localId") ?? "")

        #expect(account["displayName"] == "Changed")
        #expect(account["photoUrl"] == nil && account["emailVerified"] == false && account["customAttributes"] == nil)
        #expect(try claims(answer.string("idToken"))["session"] == nil)
    }

    @Test(
        arguments: Profile.allCases,
        ["unknown", "photoURL", " displayName", "recaptchaActionOverride", "localId,email,passwordHash"])
    func `names that nobody knows are ignored`(_ profile: Profile, mask: String) async throws {
        let record: JSON = [
            "displayName": "X", "photoURL": "http://x", "localId": "evil", "email": "evil@x.test",
            "passwordHash": "x", "recaptchaActionOverride": "BLOCK",
        ]
        let (answer, server) = try await Self.signUp(profile, FunctionURL.signIn, mask, record)
        let account = try await server.account(answer.string("localId") ?? "")

        #expect(answer.outcome == "OK")
        #expect(account["email"] == "a@x.test")
        #expect(account["displayName"] == nil && account["photoUrl"] == nil)
        #expect(try await server.signIn("a@x.test").status == 200)
    }

    @Test(
        arguments: Profile.allCases,
        [[:], ["userRecord": nil], ["other": 1], ["userRecord": nil, "x": 2], [1], 12] as [JSON])
    func `an answer without a record changes nothing`(_ profile: Profile, answer: JSON) async throws {
        let server = try await TestServer.openToAll(profile)
        try await server.guardSignIns()
        server.functions.answer(FunctionURL.create, answer)
        server.functions.answer(FunctionURL.signIn, answer)

        #expect(try await server.signUp("a@x.test").outcome == "OK")
    }

    // MARK: Conversions

    /// A value for `displayName` and `photoUrl`, and what becomes of it.
    static let texts: [(value: JSON?, stored: String?)] = [
        ("text", "text"), ("", ""), (5, "5"), (true, "true"), (false, "false"), (nil, nil), (.null, nil), ([:], nil),
        (["a": 1], nil),
    ]

    @Test(arguments: Profile.allCases, texts.indices)
    func `texts are made of what a script would make them of`(_ profile: Profile, row: Int) async throws {
        let row = Self.texts[row]
        let server = try await TestServer.openToAll(profile)
        let user = try await server.user()
        _ = try await server.update(user.id, ["displayName": "Old", "photoUrl": "http://old"])
        try await server.guardSignIns()
        var record = JSON.emptyObject
        record["displayName"] = row.value
        record["photoUrl"] = row.value
        server.changeRecord(FunctionURL.signIn, "displayName,photoUrl", record)
        _ = try await server.signIn("alice@example.test")

        let account = try await server.account(user.id)
        #expect(account["displayName"]?.stringValue == row.stored)
        #expect(account["photoUrl"]?.stringValue == row.stored)
    }

    /// A value for `emailVerified`, and whether it counts as true.
    static let flags: [(value: JSON?, isTrue: Bool)] = [
        (true, true), (false, false), ("false", true), ("", false), (0, false), (1, true), (nil, false),
        (.null, false), ([:], true),
    ]

    @Test(arguments: Profile.allCases, flags.indices)
    func `flags are as true as a script has them`(_ profile: Profile, row: Int) async throws {
        let row = Self.flags[row]
        var record = JSON.emptyObject
        record["emailVerified"] = row.value
        let (answer, server) = try await Self.signUp(profile, FunctionURL.signIn, "emailVerified", record)

        let account = try await server.account(answer.string("localId") ?? "")
        #expect(account["emailVerified"] == .bool(row.isTrue))
    }

    // MARK: Claims

    @Test(arguments: Profile.allCases)
    func `claims replace those the account had`(_ profile: Profile) async throws {
        let server = try await TestServer.openToAll(profile)
        let user = try await server.user()
        _ = try await server.update(user.id, ["customAttributes": #"{"old":1}"#])
        try await server.guardSignIns()
        server.changeRecord(FunctionURL.signIn, "customClaims", ["customClaims": ["new": 2]])
        let token = try claims(try await server.signIn("alice@example.test").string("idToken"))

        #expect(token["new"] == 2 && token["old"] == nil)
        #expect(try await server.account(user.id)["customAttributes"] == #"{"new":2}"#)
    }

    @Test(arguments: Profile.allCases)
    func `a session's claims live with its refresh token, not with the account`(_ profile: Profile) async throws {
        let server = try await TestServer.openToAll(profile)
        let user = try await server.user()
        try await server.guardSignIns()
        server.changeRecord(FunctionURL.signIn, "sessionClaims", ["sessionClaims": ["session": ["deep": 1]]])
        let answer = try await server.signIn("alice@example.test")
        let refreshed = try await server.refresh(answer.string("refreshToken"))
        let other = try await server.refresh(user.refreshToken)

        #expect(try claims(answer.string("idToken"))["session"] == ["deep": 1])
        #expect(try claims(refreshed.string("id_token"))["session"] == ["deep": 1])
        #expect(try claims(other.string("id_token"))["session"] == nil)
        #expect(try await server.account(user.id)["customAttributes"] == nil)
    }

    @Test(arguments: Profile.allCases)
    func `session claims win over the account's, and those over the profile`(_ profile: Profile) async throws {
        let server = try await TestServer.openToAll(profile)
        _ = try await server.user()
        try await server.guardSignIns()
        server.changeRecord(
            FunctionURL.signIn, "displayName,photoUrl,customClaims,sessionClaims",
            [
                "displayName": "profile", "photoUrl": "http://profile",
                "customClaims": ["name": "custom", "picture": "custom", "a": "custom"],
                "sessionClaims": ["name": "session", "b": "session"],
            ])
        let token = try claims(try await server.signIn("alice@example.test").string("idToken"))

        #expect(token["name"] == "session" && token["picture"] == "custom")
        #expect(token["a"] == "custom" && token["b"] == "session")
    }

    @Test func `in the reference, session claims do not replace real values`() async throws {
        let server = try await TestServer.openToAll(.emulator)
        let user = try await server.user()
        try await server.guardSignIns()
        server.changeRecord(
            FunctionURL.signIn, "sessionClaims",
            [
                "sessionClaims": [
                    "email": "evil@x.test", "email_verified": true, "user_id": "evil", "auth_time": 1, "firebase": 5,
                ]
            ])
        let token = try claims(try await server.signIn("alice@example.test").string("idToken"))

        #expect(token["email"] == "alice@example.test" && token["email_verified"] == false)
        #expect(token["user_id"] == .string(user.id) && token["auth_time"] == 1_780_315_200)
        #expect(token[path: "firebase.sign_in_provider"] == "password")
    }

    @Test func `in the reference, iat among the session claims counts, and exp by it`() async throws {
        let server = try await TestServer.openToAll(.emulator)
        _ = try await server.user()
        try await server.guardSignIns()
        server.changeRecord(FunctionURL.signIn, "sessionClaims", ["sessionClaims": ["iat": 1_900_000_000]])
        let token = try claims(try await server.signIn("alice@example.test").string("idToken"))

        #expect(token["iat"] == 1_900_000_000 && token["exp"] == 1_900_003_600)
    }

    @Test(arguments: ["iss", "sub", "aud", "exp"])
    func `the reference breaks down over claims that its tokens have`(name: String) async throws {
        let server = try await TestServer.openToAll(.emulator)
        _ = try await server.user()
        try await server.guardSignIns()
        server.changeRecord(FunctionURL.signIn, "sessionClaims", ["sessionClaims": [name: "x"]])

        let answer = try await server.signIn("alice@example.test")
        #expect(answer.status >= 400)
        #expect(answer["idToken"] == nil)
    }

    private static let long: JSON = ["long": .string(String(repeating: "x", count: 990))]

    static let badClaims: [(claims: JSON, reference: String)] = [
        (long, "CLAIMS_TOO_LARGE"), ([1], "INVALID_CLAIMS"), ("text", "INVALID_CLAIMS"),
        (["aud": 1], "FORBIDDEN_CLAIM : aud"), (["ok": 1, "firebase": 1], "FORBIDDEN_CLAIM : firebase"),
    ]

    @Test(arguments: badClaims.indices, [FunctionURL.create, FunctionURL.signIn])
    func `the reference refuses claims as an admin's`(row: Int, url: String) async throws {
        let (claims, expected) = Self.badClaims[row]
        let (answer, _) = try await Self.signUp(.emulator, url, "customClaims", ["customClaims": claims])

        #expect(answer.outcome == expected)
    }

    private static func refusal(_ text: String) -> String {
        #"BLOCKING_FUNCTION_ERROR_RESPONSE : HTTP Cloud Function returned an error: {"error":{"message":"\#(text)","#
            + #""status":"INVALID_ARGUMENT"}}"#
    }

    @Test(arguments: [Profile.local, .production], [FunctionURL.create, FunctionURL.signIn])
    func `others blame the function`(_ profile: Profile, url: String) async throws {
        let tooLong = try await Self.signUp(profile, url, "customClaims", ["customClaims": Self.long]).answer
        let reserved = try await Self.signUp(profile, url, "customClaims", ["customClaims": ["aud": 1]]).answer
        let noObject = try await Self.signUp(profile, url, "customClaims", ["customClaims": [1]]).answer

        #expect(tooLong.outcome == Self.refusal("The customClaims payload should not exceed 1000 characters."))
        #expect(
            reserved.outcome == Self.refusal(#"The customClaims claims \"aud\" are reserved and cannot be specified."#))
        #expect(noObject.outcome.hasPrefix("BLOCKING_FUNCTION_ERROR_RESPONSE : "))
    }

    @Test(arguments: [Profile.local, .production])
    func `the same limits hold for session claims`(_ profile: Profile) async throws {
        let url = FunctionURL.signIn
        let tooLong = try await Self.signUp(profile, url, "sessionClaims", ["sessionClaims": Self.long]).answer
        let reserved = try await Self.signUp(profile, url, "sessionClaims", ["sessionClaims": ["iss": 1]]).answer

        #expect(tooLong.outcome == Self.refusal("The sessionClaims payload should not exceed 1000 characters."))
        #expect(
            reserved.outcome
                == Self.refusal(#"The sessionClaims claims \"iss\" are reserved and cannot be specified."#))
    }

    @Test(arguments: Profile.allCases)
    func `a mask that names claims which are not there is refused`(_ profile: Profile) async throws {
        let (answer, server) = try await Self.signUp(profile, FunctionURL.create, "customClaims", [:])

        #expect(answer.status >= 400)
        #expect(try await server.everybody() == [])
    }

    // MARK: Hostile answers

    private static let names = (0..<60_000).map { "a\($0)" }

    @Test(
        arguments: [
            String(repeating: "[", count: 500_000), #"{"userRecord":"# + String(repeating: #"{"a":"#, count: 90_000),
            #"{"userRecord":7}"#, #"{"userRecord":[]}"#, #"{"userRecord":{"updateMask":["displayName"]}}"#,
            "\u{0}", "\"", "{\"userRecord\":{\"updateMask\":\"\u{1}\"}}", "1e999999999",
        ], Profile.allCases)
    func `an answer that makes no sense is refused, or changes nothing`(_ text: String, _ profile: Profile) async throws
    {
        let server = try await TestServer.openToAll(profile)
        try await server.guardWith(["beforeCreate": FunctionURL.create])
        server.functions.handle(FunctionURL.create) { _ throws(OutgoingRequest.Failure) in
            .init(status: 200, body: Array(text.utf8))
        }
        let answer = try await server.signUp("a@x.test")

        let everybody = try await server.everybody()
        #expect(answer.status == 200 ? everybody.count == 1 : everybody == [])
        #expect(everybody.allSatisfy { $0["displayName"] == nil })
    }

    /// A mask and a record of as many members as an answer can have: what looked each one up in the other would take
    /// minutes.
    @Test(.timeLimit(.minutes(20)), arguments: Profile.allCases)
    func `a long mask is read once`(_ profile: Profile) async throws {
        let members = Self.names.map { #""\#($0)":1"# }.joined(separator: ",")
        let known = Array(repeating: "displayName,customClaims,disabled", count: 5_000)
        let mask = (Self.names + known).joined(separator: ",")
        let server = try await TestServer.openToAll(profile)
        try await server.guardWith(["beforeCreate": FunctionURL.create])
        let body = #"{"userRecord":{"updateMask":"\#(mask)",\#(members),"displayName":"D","customClaims":{"a":1}}}"#
        server.functions.handle(FunctionURL.create) { _ throws(OutgoingRequest.Failure) in
            .init(status: 200, body: Array(body.utf8))
        }

        #expect(try await server.signUp("a@x.test").outcome == "OK")
        #expect(try await server.everybody().first?["displayName"] == "D")
    }

    // MARK: What the client sees

    @Test(arguments: Profile.allCases)
    func `sign-up answers the final name, federated sign-in the provider's`(_ profile: Profile) async throws {
        let server = try await TestServer.openToAll(profile)
        try await server.guardSignIns()
        server.changeRecord(
            FunctionURL.signIn, "displayName,emailVerified", ["displayName": "Changed", "emailVerified": false])
        let up = try await server.signUp("a@x.test")
        let federated = try await server.idp(
            "google.com", ["sub": "1", "name": "N", "email": "b@x.test", "email_verified": true])

        #expect(up["displayName"] == "Changed" && up["email"] == "a@x.test")
        #expect(federated["displayName"] == "N")
        #expect(federated["emailVerified"] == false, "this is the account's")
    }
}
