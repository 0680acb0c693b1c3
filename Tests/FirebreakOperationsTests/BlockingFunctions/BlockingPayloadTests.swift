import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// blocking-functions.md section 3: what a function is told.
struct BlockingPayloadTests {
    private static let now: JSON = 1_780_315_200_000

    /// What is the same in all calls; `event_id` and what the request's sender says are looked at elsewhere.
    private static func common(_ event: String, _ url: String, _ id: String, _ flow: SignInFlow) -> JSON {
        [
            "iss": "https://securetoken.google.com/example", "aud": .string(url), "iat": 1_780_315_200,
            "exp": 1_780_315_800, "event_type": .string(event), "sub": .string(id),
            "sign_in_method": .string(flow.method),
        ]
    }

    private static func bare(_ call: JSON?) throws -> JSON {
        try #require(call).dropping("event_id", "ip_address", "user_agent", "locale", "raw_user_info").sorted
    }

    private static let googleEntry: JSON = [
        "provider_id": "google.com", "display_name": "N", "photo_url": "http://p.test/", "email": "alice@example.test",
        "uid": "1",
    ]
    private static let passwordEntry: JSON = [
        "provider_id": "password", "email": "alice@example.test", "uid": "alice@example.test",
    ]
    private static let phoneEntry: JSON = [
        "provider_id": "phone", "uid": "+15555550100", "phone_number": "+15555550100",
    ]
    private static let bothTimes: JSON = ["creation_time": now, "last_sign_in_time": now]

    /// Members of `user_record` beyond `uid`, before creation.
    private static func newRecord(_ flow: SignInFlow) -> JSON {
        switch flow {
        case .signUp:
            ["email": "alice@example.test", "email_verified": false, "provider_data": [], "metadata": bothTimes]
        case .newLink:
            [
                "email": "alice@example.test", "email_verified": true, "provider_data": [],
                "metadata": ["creation_time": now],
            ]
        case .newIdentity:
            [
                "email": "alice@example.test", "email_verified": true, "display_name": "N",
                "photo_url": "http://p.test/", "provider_data": [googleEntry], "metadata": bothTimes,
            ]
        default: ["phone_number": "+15555550100", "provider_data": [], "metadata": bothTimes]
        }
    }

    /// The same before the sign-in.
    private static func record(_ flow: SignInFlow) -> JSON {
        switch flow {
        case .signUp, .newLink: newRecord(flow).merging(["provider_data": [passwordEntry]])
        case .newIdentity: newRecord(flow)
        case .newPhone: newRecord(flow).merging(["provider_data": [phoneEntry]])
        case .password, .knownLink:
            [
                "email": "alice@example.test", "email_verified": true, "provider_data": [passwordEntry],
                "metadata": bothTimes,
            ]
        case .knownIdentity:
            [
                "email": "alice@example.test", "email_verified": true, "display_name": "N",
                "photo_url": "http://p.test/", "provider_data": [googleEntry], "metadata": bothTimes,
            ]
        case .knownPhone: ["phone_number": "+15555550100", "provider_data": [phoneEntry], "metadata": bothTimes]
        case .linkedIdentity:
            [
                "email": "alice@example.test", "email_verified": true,
                "provider_data": [passwordEntry, googleEntry], "metadata": bothTimes,
            ]
        case .takenAccount:
            [
                "email": "alice@example.test", "email_verified": true, "display_name": "N",
                "photo_url": "http://p.test/",
                "provider_data": [
                    passwordEntry.merging(["display_name": "N", "photo_url": "http://p.test/"]), googleEntry,
                ], "metadata": bothTimes,
            ]
        case .secondFactor:
            [
                "email": "alice@example.test", "email_verified": true, "provider_data": [passwordEntry],
                "metadata": bothTimes,
                "multi_factor": [
                    "enrolled_factors": [
                        [
                            "uid": "m", "display_name": "Phone", "phone_number": "+15555550199", "factor_id": "phone",
                        ]
                    ]
                ],
            ]
        }
    }

    @Test(arguments: Profile.allCases, SignInFlow.allCases.filter(\.isNew))
    func `beforeCreate is told of the account that would be made`(
        _ profile: Profile, _ flow: SignInFlow
    ) async throws {
        let server = try await TestServer.openToAll(profile)
        let prepared = try await server.prepare(flow)
        try await server.guardSignIns()
        let id = try #require(try await prepared.finish().string("localId"))

        // The reference has no entries of the address and number yet.
        var record = profile == .emulator ? Self.newRecord(flow) : Self.record(flow)
        record = record.merging(
            profile == .emulator ? ["uid": .string(id), "custom_claims": [:]] : ["uid": .string(id)])
        let expected = Self.common("beforeCreate", FunctionURL.create, id, flow).merging(["user_record": record])
        #expect(try Self.bare(server.functions.calls(FunctionURL.create).first) == expected.sorted)
    }

    @Test(arguments: Profile.allCases, SignInFlow.allCases)
    func `beforeSignIn is told of the account as it would become`(_ profile: Profile, _ flow: SignInFlow) async throws {
        let server = try await TestServer.openToAll(profile)
        let prepared = try await server.prepare(flow)
        try await server.guardSignIns()
        let token = try claims(try await prepared.finish().string("idToken"))
        let id = try #require(token["sub"]?.stringValue)

        var call = try Self.bare(server.functions.calls(FunctionURL.signIn).first)
        // When an admin's factor was enrolled is phone-mfa.md's matter.
        if flow == .secondFactor { call = Self.withoutEnrollmentTime(call) }
        var record = Self.record(flow).merging(["uid": .string(id)])
        if profile == .emulator { record["custom_claims"] = [:] }
        var expected = Self.common("beforeSignIn", FunctionURL.signIn, id, flow).merging(["user_record": record])
        if flow == .secondFactor { expected["sign_in_second_factor"] = "phone" }
        #expect(call == expected.sorted)
    }

    private static func withoutEnrollmentTime(_ call: JSON) -> JSON {
        guard case .object(let members) = call else { return call }
        return .object(
            members.filter { $0.key != "enrollment_time" }.map { member in
                let value: JSON =
                    if case .array(let list) = member.value { .array(list.map(withoutEnrollmentTime)) } else {
                        withoutEnrollmentTime(member.value)
                    }
                return JSON.Member(member.key, value)
            })
    }

    // MARK: The envelope

    @Test(arguments: Profile.allCases)
    func `every call has an ID of its own`(_ profile: Profile) async throws {
        let server = try await TestServer.openToAll(profile)
        try await server.guardSignIns()
        _ = try await server.user()

        let calls = [FunctionURL.create, FunctionURL.signIn].flatMap(server.functions.calls)
        let ids = calls.compactMap { $0["event_id"]?.stringValue }
        #expect(Set(ids).count == 2)
        for id in ids {
            #expect(id.count == 16)
            #expect(
                id.utf8.allSatisfy {
                    Character(.init($0)).isLetter || Character(.init($0)).isNumber || $0 == 45 || $0 == 95
                })
        }
    }

    @Test func `the reference says nothing true of who asks`() async throws {
        let server = try await TestServer.openToAll(.emulator)
        try await server.guardSignIns()
        _ = try await Self.signUp(server)

        let call = try #require(server.functions.calls(FunctionURL.create).first)
        #expect(call["user_agent"] == "NotYetSupportedInFirebaseAuthEmulator")
        #expect(call["ip_address"] == "127.0.0.1")
        #expect(call["locale"] == "en")
    }

    @Test(arguments: [Profile.local, .production])
    func `others are told who asks`(_ profile: Profile) async throws {
        let server = try await TestServer.openToAll(profile)
        try await server.guardSignIns()
        _ = try await Self.signUp(server)

        let call = try #require(server.functions.calls(FunctionURL.create).first)
        #expect(call["user_agent"] == "Test/1.0")
        #expect(call["ip_address"]?.stringValue?.isEmpty == false)
        #expect(call["locale"] == "fr")
    }

    private static func signUp(_ server: TestServer) async throws -> TestAnswer {
        let locale = try #require(HTTPField.Name("X-Firebase-Locale"))
        return try await server.send(
            .post, "/identitytoolkit.googleapis.com/v1/accounts:signUp?key=fake-api-key",
            ["email": "a@x.test", "password": "correct-horse"], headers: [.userAgent: "Test/1.0", locale: "fr"])
    }

    // MARK: The account

    @Test(arguments: Profile.allCases)
    func `claims of the account are an object`(_ profile: Profile) async throws {
        let server = try await TestServer.openToAll(profile)
        let user = try await server.user()
        _ = try await server.update(
            user.id, ["customAttributes": #"{"role":"admin","n":1}"#, "displayName": "D", "photoUrl": "http://q"])
        try await server.guardSignIns()
        _ = try await server.signIn("alice@example.test")

        let record = try #require(server.functions.calls(FunctionURL.signIn).first?["user_record"])
        #expect(record["custom_claims"] == ["role": "admin", "n": 1])
        #expect(record["display_name"] == "D" && record["photo_url"] == "http://q")
    }

    /// blocking-functions.md section 3; production.md section 10
    @Test(arguments: Profile.allCases)
    func `a known user's entry has the stored name where the credential has none`(_ profile: Profile) async throws {
        let server = try await TestServer.openToAll(profile)
        let first: JSON = ["sub": "1", "name": "N", "picture": "http://p"]
        let user = try await server.idpUser("google.com", first)
        try await server.guardSignIns()
        _ = try await server.idp("google.com", ["sub": "1"])
        _ = try await server.idp("google.com", ["sub": "1", "name": "New"])

        let seen = server.functions.calls(FunctionURL.signIn).compactMap {
            $0["user_record"]?["provider_data"]?.arrayValue?.first
        }
        #expect(seen.count == 2)
        #expect(seen.first?["display_name"] == "N" && seen.first?["photo_url"] == "http://p")
        #expect(seen.last?["display_name"] == (profile == .emulator ? "New" : "N"))
        let entry = try await server.account(user.id).entry("google.com")
        #expect(entry?["photoUrl"] == (profile == .emulator ? nil : "http://p"), "the reference does not keep it")
    }

    @Test(arguments: Profile.allCases)
    func `passwords and screen names are nobody's business`(_ profile: Profile) async throws {
        let server = try await TestServer.openToAll(profile)
        try await server.guardSignIns()
        _ = try await server.user()
        _ = try await server.idpUser("github.com", ["sub": "1", "screen_name": "octo"])

        let text = [FunctionURL.create, FunctionURL.signIn].flatMap(server.functions.calls)
            .map { ($0["user_record"] ?? .null).text }.joined()
        #expect(!text.isEmpty)
        for word in ["password_hash", "passwordHash", "salt", "screen_name", "octo", "correct-horse"] {
            #expect(!text.contains(word))
        }
    }

    // MARK: Identity providers

    private static func forwarded(
        _ profile: Profile, _ switches: JSON, with parameters: [(String, String)] = []
    ) async throws -> [JSON] {
        let server = try await TestServer.openToAll(profile)
        try await server.guardSignIns(forwarding: switches)
        let answer = try await server.idp("google.com", ["sub": "1"], with: parameters)
        try #require(answer.status == 200, "\(answer.text)")
        return [FunctionURL.create, FunctionURL.signIn].flatMap(server.functions.calls)
    }

    @Test(
        arguments: Profile.allCases, [[:], ["idToken": false, "accessToken": false, "refreshToken": false]] as [JSON])
    func `credentials stay here unless they are to be forwarded`(_ profile: Profile, switches: JSON) async throws {
        let calls = try await Self.forwarded(
            profile, switches, with: [("access_token", "at"), ("oauth_token_secret", "ts"), ("refresh_token", "rt")])

        #expect(calls.count == 2)
        for call in calls { #expect(call.names.filter { $0.hasPrefix("oauth_") } == []) }
    }

    @Test(arguments: Profile.allCases)
    func `each credential has its own switch`(_ profile: Profile) async throws {
        let idToken = try await Self.forwarded(profile, ["idToken": true], with: [("access_token", "at")])
        let access = try await Self.forwarded(profile, ["accessToken": true], with: [("access_token", "at")])
        let fake = try await Self.forwarded(profile, ["accessToken": true])

        for call in idToken {
            #expect(call["oauth_id_token"] == #"{"sub":"1"}"#)
            #expect(call["oauth_access_token"] == nil)
        }
        for call in access {
            #expect(call["oauth_access_token"] == "at")
            #expect(call["oauth_id_token"] == nil)
        }
        for call in fake { #expect(call["oauth_access_token"] == "FirebaseAuthEmulatorFakeAccessToken_google.com") }
    }

    @Test(arguments: Profile.allCases)
    func `secrets and refresh tokens are forwarded outside the reference`(_ profile: Profile) async throws {
        let calls = try await Self.forwarded(
            profile, ["accessToken": true, "refreshToken": true],
            with: [("oauth_token_secret", "ts"), ("refresh_token", "rt")])

        for call in calls {
            #expect(call["oauth_token_secret"] == (profile == .emulator ? nil : "ts"))
            #expect(call["oauth_refresh_token"] == (profile == .emulator ? nil : "rt"))
        }
    }

    @Test(arguments: [Profile.local, .emulator])
    func `what the provider says of the person is told as text`(_ profile: Profile) async throws {
        let server = try await TestServer.openToAll(profile)
        try await server.guardSignIns()
        let response = #"{"assertion":{"subject":{"nameId":"n"},"attributeStatements":{"role":["x"]}}}"#
        let answer = try await server.idp("saml.acme", ["sub": "1"], with: [("SAMLResponse", response)])
        _ = try await server.user()

        for url in [FunctionURL.create, FunctionURL.signIn] {
            let calls = server.functions.calls(url)
            #expect(calls[0]["raw_user_info"] == answer["rawUserInfo"])
            #expect(calls[0]["sign_in_attributes"] == #"{"role":["x"]}"#)
            #expect(calls[1]["raw_user_info"] == nil && calls[1]["sign_in_attributes"] == nil)
        }
    }
}
