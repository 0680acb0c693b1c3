import FirebreakTestSupport
import FirebreakWire
import Testing

@testable import FirebreakOperations

/// accounts.md section 13 and production.md section 16.1: what an import's list may contain, and what it answers.
struct BatchCreateTests {
    private static let google: JSON = ["providerId": "google.com", "rawId": "1"]

    static let rows: [Row] = [
        Row([:], "MISSING_USER_ACCOUNT"),
        Row(["users": []], "MISSING_USER_ACCOUNT"),
        Row(["users": [], "sanityCheck": true, "allowOverwrite": true], "MISSING_USER_ACCOUNT"),
        Row(
            [
                "users": [["localId": "a", "email": "a@x.test"], ["localId": "b", "email": "a@x.test"]],
                "sanityCheck": true,
            ], "DUPLICATE_EMAIL : a@x.test"),
        Row(
            [
                "users": [
                    ["localId": "a", "providerUserInfo": [google]], ["localId": "b", "providerUserInfo": [google]],
                ], "sanityCheck": true,
            ], "DUPLICATE_RAW_ID : Provider id(google.com), Raw id(1)"),
        Row(
            [
                "users": [
                    ["localId": "a", "email": "a@x.test", "providerUserInfo": [google]],
                    ["localId": "a", "email": "a@x.test", "providerUserInfo": [google]],
                ], "sanityCheck": true,
            ], "DUPLICATE_EMAIL : a@x.test"),
        Row(
            ["users": [["localId": "a"], ["localId": "b"], ["localId": "a"]]], emulator: "DUPLICATE_LOCAL_ID : a",
            others: "OK"),
        Row(["users": [[:], ["email": "a@x.test"]]], emulator: "DUPLICATE_LOCAL_ID : ", others: "OK"),
        Row(["users": [["localId": "a"], ["localId": "a"]], "allowOverwrite": true], "OK"),
        Row(
            [
                "users": [["localId": "a"]], "hashAlgorithm": "SCRYPT", "signerKey": "c2VjcmV0", "rounds": 8,
                "memoryCost": 14, "saltSeparator": "Bw==", "passwordHashOrder": "SALT_AND_PASSWORD", "blockSize": 8,
                "parallelization": 1, "cpuMemCost": 1024, "dkLen": 64,
            ], "OK"),
    ]

    @Test(arguments: Profile.allCases, rows)
    func `the list as a whole is checked first`(_ profile: Profile, _ row: Row) async throws {
        let server = try TestServer(profile)

        let outcome = try await server.admin("accounts:batchCreate", row.body).outcome
        #expect(outcome == row.outcome(profile))
    }

    @Test(arguments: Profile.allCases)
    func `only the reference's lists have more than a thousand accounts`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        func outcome(_ count: Int) async throws -> String {
            let users = (0..<count).map { number -> JSON in ["localId": .string("u\(number)")] }
            let body: JSON = ["users": .array(users), "allowOverwrite": true]
            return try await server.admin("accounts:batchCreate", body).outcome
        }

        let refusal = "MAXIMUM_USER_COUNT_EXCEEDED : Maximum number of users exceeded"
        #expect(try await outcome(1001) == (profile == .local ? refusal : "OK"))
        #expect(try await server.account("u0").isNull == (profile == .local), "all or nothing")
        #expect(try await outcome(1000) == "OK")
    }

    @Test func `a list of more than a million is refused before its members are read`() throws {
        let decoder = WireDecoder(nullIsAbsent: true)
        func list(_ count: Int) -> JSON { ["users": .array(Array(repeating: .bool(false), count: count))] }

        #expect(throws: WireError.maximumUserCountExceeded) {
            try decoder.decode(BatchCreate.Request.self, from: list(1_000_001))
        }
        #expect(throws: SchemaViolation.self) { try decoder.decode(BatchCreate.Request.self, from: list(1_000_000)) }
    }

    @Test(arguments: Profile.allCases)
    func `addresses may repeat where the project allows duplicates`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        try await server.set("signIn.allowDuplicateEmails", true)
        let answer = try await server.importAccounts(
            ["localId": "a", "email": "a@x.test"], ["localId": "b", "email": "a@x.test"],
            options: ["sanityCheck": true])

        #expect(answer.status == 200)
        #expect(try await server.account("b")["email"] == (profile == .emulator ? nil : "a@x.test"))
    }

    @Test(arguments: Profile.allCases)
    func `bad rows are told, good ones are stored`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        let answer = try await server.importAccounts(
            ["localId": "good", "email": "good@x.test"], ["localId": "email", "email": "bad"],
            ["localId": "phone", "phoneNumber": "bad"], ["email": "nobody@x.test"], ["localId": "last"])

        #expect(
            answer.json == [
                "kind": "identitytoolkit#UploadAccountResponse",
                "error": [
                    ["index": 1, "message": "email is invalid"],
                    ["index": 2, "message": "phone number format is invalid"],
                    ["index": 3, "message": "localId is missing"],
                ],
            ])
        let found = try await server.admin("accounts:lookup", ["localId": ["good", "email", "phone", "last"]])
        #expect(found["users"]?.arrayValue?.map { $0["localId"] } == ["good", "last"])
    }

    @Test(arguments: Profile.allCases)
    func `a clean import has an empty list of errors, in production none`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        let answer = try await server.importAccounts(["localId": "a"])

        let kind: JSON = "identitytoolkit#UploadAccountResponse"
        let expected: JSON = profile == .production ? ["kind": kind] : ["kind": kind, "error": []]
        #expect(answer.json == expected)
    }

    // MARK: Accounts that are there already

    @Test func `the reference overwrites on demand only`() async throws {
        let server = try TestServer(.emulator)
        _ = try await server.importAccounts(["localId": "a", "displayName": "Old", "email": "a@x.test"])
        let refused = try await server.importAccounts(["localId": "a", "displayName": "New"])
        #expect(
            refused["error"] == [
                ["index": 0, "message": "localId belongs to an existing account - can not overwrite."]
            ])
        #expect(try await server.account("a")["displayName"] == "Old")

        _ = try await server.importAccounts(["localId": "a", "phoneNumber": "+1"], options: ["allowOverwrite": true])
        let stored = try await server.account("a")
        #expect(stored["displayName"] == nil)
        #expect(stored["email"] == nil)
        #expect(stored.providerIDs == ["phone"])
    }

    @Test(arguments: [Profile.local, .production])
    func `outside the reference an account is overwritten whole`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        _ = try await server.importAccounts(["localId": "a", "displayName": "Old", "email": "a@x.test"])
        let answer = try await server.importAccounts(
            ["localId": "a", "displayName": "Middle"], ["localId": "a", "photoUrl": "http://p"])

        #expect(answer["error"]?.arrayValue?.isEmpty != false)
        let stored = try await server.account("a")
        #expect(stored["photoUrl"] == "http://p")
        #expect(stored["displayName"] == nil)
        #expect(stored["email"] == nil)
    }

    @Test(arguments: Profile.allCases)
    func `an address of another account`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        _ = try await server.importAccounts(["localId": "bob", "email": "bob@x.test"])
        let row: JSON = ["localId": "a", "email": "bob@x.test"]

        let checked = try await server.importAccounts(row, options: ["sanityCheck": true])
        #expect(checked.outcome == (profile == .emulator ? "OK" : "DUPLICATE_EMAIL : bob@x.test"))
        let inDatabase: JSON = [["index": 0, "message": "email exists in other account in database"]]
        if profile == .emulator { #expect(checked["error"] == inDatabase) }
        #expect(try await server.account("a") == .null)

        let unchecked = try await server.importAccounts(row)
        let refused: JSON = [
            ["index": 0, "message": "((Auth Emulator does not support importing duplicate email: bob@x.test))"]
        ]
        if profile == .emulator {
            #expect(unchecked["error"] == refused)
            #expect(try await server.account("a") == .null)
        } else {
            #expect(unchecked["error"]?.arrayValue?.isEmpty != false)
            #expect(try await server.account("a")["email"] == "bob@x.test")
        }
    }

    @Test(arguments: [Profile.local, .production])
    func `of several with one address the first imported signs in`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        for (id, password) in [("z", "password-z"), ("a", "password-a")] {
            _ = try await server.importAccounts(
                ["localId": .string(id), "email": "both@x.test", "rawPassword": .string(password)])
        }

        #expect(try await server.signIn("both@x.test", password: "password-z")["localId"] == "z")
        #expect(try await server.signIn("both@x.test", password: "password-a").outcome == "INVALID_LOGIN_CREDENTIALS")
    }

    @Test(arguments: Profile.allCases)
    func `a provider's ID of another account`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        _ = try await server.importAccounts(["localId": "bob", "providerUserInfo": [Self.google]])
        let answer = try await server.importAccounts(["localId": "a", "providerUserInfo": [Self.google]])

        let refused: JSON = [["index": 0, "message": "raw id exists in other account in database"]]
        #expect((answer["error"] == refused) == (profile == .emulator))
        #expect((try await server.account("a") == .null) == (profile == .emulator))
    }

    @Test(arguments: Profile.allCases)
    func `IDs that look the same are different ones`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        let ids: [JSON] = ["caf\u{E9}", "cafe\u{301}"]
        let answer = try await server.importAccounts(["localId": ids[0]], ["localId": ids[1]])
        try #require(answer.status == 200, "\(answer.text)")
        let found = try await server.admin("accounts:lookup", ["localId": .array(ids)]).json["users"]?.arrayValue
        #expect(found?.count == 2)
    }

    @Test(arguments: Profile.allCases)
    func `an empty list of factors is shown in the reference alone`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        _ = try await server.importAccounts(["localId": "a", "mfaInfo": []])
        _ = try await server.admin("accounts", ["localId": "b", "mfaInfo": []])

        for id in ["a", "b"] {
            #expect(try await server.account(id)["mfaInfo"] == (profile == .emulator ? [] : nil), "\(id)")
        }
    }

    @Test func `the reference wants a list of passkeys, which it does not import`() async throws {
        let server = try TestServer(.emulator)
        let answer = try await server.importAccounts(["localId": "a", "passkeyInfo": "x"])

        #expect(answer.outcome == "Invalid JSON payload received. /users/0/passkeyInfo must be array")
        let entry = try await server.importAccounts(
            ["localId": "b"], ["localId": "a", "passkeyInfo": [["name": "k"], ["credentialId": true]]])
        #expect(
            entry.outcome == "Invalid JSON payload received. /users/1/passkeyInfo/1/credentialId must be string")
        #expect(try await server.importAccounts(["localId": "a", "passkeyInfo": [["name": "k"]]]).status == 200)
        #expect(try await server.account("a")["passkeyInfo"] == nil)
    }

    @Test func `production wants numbers for times`() async throws {
        let server = try TestServer(.production)
        let answer = try await server.importAccounts(["localId": "a", "createdAt": "yesterday"])

        #expect(answer.outcome == "Invalid value at 'users[0].created_at' (TYPE_INT64), \"yesterday\"")
    }
}
