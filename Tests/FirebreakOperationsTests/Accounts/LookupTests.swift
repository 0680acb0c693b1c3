import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import Testing

/// accounts.md section 9.
struct LookupTests {
    private static let kind: JSON = "identitytoolkit#GetAccountInfoResponse"

    static let ofApps: [Row] = [
        Row([:], "MISSING_ID_TOKEN"),
        Row(["localId": ["bob"]], "MISSING_ID_TOKEN"),
        Row(["idToken": ""], emulator: "MISSING_ID_TOKEN", others: "INVALID_ID_TOKEN"),
        Row(
            ["idToken": nil], emulator: "Invalid JSON payload received. /idToken must be string",
            others: "MISSING_ID_TOKEN"),
        Row(["idToken": "junk"], "INVALID_ID_TOKEN"),
        Row(["idToken": "a.b"], "INVALID_ID_TOKEN"),
        Row(["idToken": "a.b.c"], "INVALID_ID_TOKEN"),
    ]

    @Test(arguments: Profile.allCases, ofApps)
    func `an app needs an ID token`(_ profile: Profile, _ row: Row) async throws {
        let server = try TestServer(profile)

        let outcome = try await server.app("accounts:lookup", row.body).outcome
        #expect(outcome == row.outcome(profile))
    }

    /// As the service writes them: some clients compare texts.
    @Test(arguments: [Profile.local, .production])
    func `the members of identities have an order`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let user = try await server.user()
        let changes: JSON = ["displayName": "A", "photoUrl": "http://a.test/p", "phoneNumber": "+15555550100"]
        #expect(try await server.update(user.id, changes).status == 200)
        let identities = try await server.account(user.id)["providerUserInfo"]?.arrayValue ?? []
        #expect(
            identities.map { ($0.objectValue ?? []).map(\.key) } == [
                ["providerId", "rawId", "phoneNumber"],
                ["providerId", "displayName", "photoUrl", "federatedId", "email", "rawId"],
            ])
    }

    @Test(arguments: Profile.allCases)
    func `an app sees the token's account and no other`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        _ = try await server.admin("accounts", ["localId": "bob", "email": "bob@x.test"])
        let user = try await server.user()
        _ = try await server.update(user.id, ["customAttributes": "{\"a\": 1}"])
        let body: JSON = ["idToken": user.token, "localId": ["bob"], "email": ["bob@x.test"]]

        let answer = try await server.app("accounts:lookup", body)
        #expect(answer.json.names == ["kind", "users"])
        #expect(answer["kind"] == Self.kind)
        #expect(answer["users"]?.arrayValue?.map { $0["localId"] } == [.string(user.id)])
        #expect(answer["users"]?.arrayValue?.first?["customAttributes"] == "{\"a\": 1}")
    }

    @Test(arguments: Profile.allCases)
    func `an admin finds accounts by every name, each once, in the order of kinds`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        let google: JSON = ["providerId": "google.com", "rawId": "g-1"]
        let imported = try await server.importAccounts(
            ["localId": "a", "email": "a@x.test", "phoneNumber": "+15555550101"],
            ["localId": "b", "email": "b@x.test"],
            ["localId": "c", "phoneNumber": "+15555550103"],
            ["localId": "d", "providerUserInfo": [google]])
        try #require(imported.status == 200)
        let body: JSON = [
            "federatedUserId": [["providerId": "google.com"], ["rawId": "g-1"], google],
            "phoneNumber": ["+15555550103", "+15555550101", "+15555550999"],
            "email": ["B@X.test", "nobody@x.test"], "localId": ["a", "nobody", "a"], "idToken": "ignored",
        ]

        let answer = try await server.admin("accounts:lookup", body)
        #expect(answer["users"]?.arrayValue?.map { $0["localId"] } == ["a", "b", "c", "d"])
    }

    @Test(arguments: Profile.allCases)
    func `look-ups name more than a hundred accounts but in profile local`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        let names = JSON.array((0..<50).map { .string("u\($0)") })
        let body: JSON = ["localId": names, "email": names]

        #expect(try await server.admin("accounts:lookup", body).outcome == "OK")
        let identity: JSON = ["providerId": "google.com", "rawId": "1"]
        for more: JSON in [
            ["localId": .array(Array(repeating: "u", count: 51))], ["phoneNumber": ["+15555550101"]],
            ["initialEmail": ["a@x.test"]], ["federatedUserId": [identity]],
        ] {
            let outcome = try await server.admin("accounts:lookup", body.merging(more)).outcome
            #expect(outcome == (profile == .local ? "LOCAL_ID_LIST_EXCEEDS_LIMIT" : "OK"))
        }
    }

    @Test(arguments: Profile.allCases)
    func `password and phone are providers, too`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        let body: JSON = [
            "localId": "a", "email": "a@x.test", "password": "secret1", "phoneNumber": "+15555550101",
        ]
        _ = try await server.admin("accounts", body)

        for identity: JSON in [
            ["providerId": "password", "rawId": "a@x.test"], ["providerId": "phone", "rawId": "+15555550101"],
        ] {
            let answer = try await server.admin("accounts:lookup", ["federatedUserId": [identity]])
            #expect(answer["users"]?.arrayValue?.map { $0["localId"] } == ["a"], "\(identity.text)")
        }
    }

    @Test(arguments: Profile.allCases)
    func `the list is left out when nobody was found`(_ profile: Profile) async throws {
        let server = try TestServer(profile)

        let expected: JSON = ["kind": Self.kind]
        #expect(try await server.admin("accounts:lookup", ["localId": ["nobody"]]).json == expected)
    }

    static let ofNobody: [Row] = [
        Row([:], emulator: "OK", others: "MISSING_ID_TOKEN"),
        Row(["localId": []], emulator: "OK", others: "MISSING_ID_TOKEN"),
        Row(["localId": [], "email": []], emulator: "OK", others: "MISSING_ID_TOKEN"),
        Row(
            ["localId": nil], emulator: "Invalid JSON payload received. /localId must be array",
            others: "MISSING_ID_TOKEN"),
        Row(["idToken": "junk"], emulator: "OK", others: "INVALID_ID_TOKEN"),
    ]

    /// production.md section 9.
    @Test(arguments: Profile.allCases, ofNobody)
    func `an admin who names nobody needs an ID token outside the reference`(
        _ profile: Profile, _ row: Row
    ) async throws {
        let server = try TestServer(profile)

        let answer = try await server.admin("accounts:lookup", row.body)
        #expect(answer.outcome == row.outcome(profile))
        if answer.status == 200 { #expect(answer.json == ["kind": Self.kind]) }
    }

    /// production.md section 9.
    @Test(arguments: [Profile.local, .production])
    func `an address that two accounts share finds both, the older first`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        for id: JSON in ["b", "a"] { _ = try await server.importAccounts(["localId": id, "email": "shared@x.test"]) }

        let answer = try await server.admin("accounts:lookup", ["email": ["shared@x.test"]])
        #expect(answer["users"]?.arrayValue?.map { $0["localId"] } == ["b", "a"])
    }

    @Test(arguments: [Profile.local, .production])
    func `an account is found by its first address`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile, privacy: false)
        let user = try await server.user()
        _ = try await server.app("accounts:update", ["idToken": user.token, "email": "new@x.test"])

        let answer = try await server.admin("accounts:lookup", ["initialEmail": ["Alice@Example.test"]])
        #expect(answer["users"]?.arrayValue?.map { $0["localId"] } == [.string(user.id)])
        #expect(answer.string("kind") == "identitytoolkit#GetAccountInfoResponse")
    }

    @Test(arguments: Profile.allCases)
    func `hash and salt are shown by the reference only`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        let user = try await server.user()

        for stored in [
            try await server.account(user.id), try #require(await server.lookup(user.idToken)["users"]?.arrayValue?[0]),
        ] {
            let hash = try #require(stored["passwordHash"]?.stringValue)
            #expect(hash.hasSuffix(":password=correct-horse") == (profile == .emulator))
            #expect((hash == "UkVEQUNURUQ=") == (profile != .emulator))
            #expect((stored["salt"] != nil) == (profile == .emulator))
        }
    }
}
