import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import Testing

/// accounts.md section 13: the rows of an import, one by one.
struct AccountImportTests {
    private static let mismatch = "Tenant id in userInfo does not match the tenant id in request."
    private static let needsIDs = "federatedId or (providerId & rawId) is required"
    private static let unparsed =
        "((Parsing federatedId is not implemented in Auth Emulator; please specify providerId AND rawId as a workaround.))"
    private static let tooLarge = JSON.string("{\"a\":\"\(String(repeating: "x", count: 1000))\"}")
    private static let factor: JSON = ["mfaEnrollmentId": "1", "phoneInfo": "+15555550101"]

    private static func withFactors(_ factors: JSON...) -> JSON {
        ["localId": "a", "email": "a@x.test", "emailVerified": true, "mfaInfo": .array(factors)]
    }

    static let rows: [Row] = [
        Row(["email": "bad", "tenantId": "other"], "localId is missing"),
        Row(["localId": ""], "localId is missing"),
        Row(["localId": "a", "tenantId": "other", "customAttributes": "["], mismatch),
        Row(["localId": "a", "tenantId": ""], "OK"),
        Row(["localId": "a", "customAttributes": tooLarge], "Custom claims provided are too large."),
        Row(["localId": "a", "customAttributes": "["], "Invalid custom claims provided."),
        Row(["localId": "a", "customAttributes": "[]"], "Invalid custom claims provided."),
        Row(
            ["localId": "a", "customAttributes": "{\"sub\":1}", "providerUserInfo": [[:]]],
            "Custom claims provided include a reserved claim."),
        Row(["localId": "a", "customAttributes": ""], "OK"),
        Row(["localId": "a", "providerUserInfo": [["providerId": "google.com"]], "phoneNumber": "bad"], needsIDs),
        Row(["localId": "a", "providerUserInfo": [["rawId": "1"]]], needsIDs),
        Row(["localId": "a", "providerUserInfo": [["providerId": "password"], ["providerId": "phone"]]], "OK"),
        Row(["localId": "a", "phoneNumber": "bad", "email": "bad"], "phone number format is invalid"),
        Row(["localId": "a", "phoneNumber": "+1invalid"], emulator: "OK", others: "phone number format is invalid"),
        Row(["localId": "a", "phoneNumber": ""], "OK"),
        Row(["localId": "a", "email": "bad", "mfaInfo": [[:]]], "email is invalid"),
        Row(["localId": "a", "email": ""], "OK"),
        Row(["localId": "a", "mfaInfo": []], "OK"),
        Row(["localId": "a", "mfaInfo": [[:]]], "Second factor account requires email to be presented."),
        Row(
            ["localId": "a", "email": "a@x.test", "mfaInfo": [[:]]],
            "Second factor account requires email to be verified."),
        Row(withFactors(factor, factor), "Enrollment id already exists."),
        Row(withFactors(["mfaEnrollmentId": "1"]), "Second factor not supported."),
        Row(withFactors(["phoneInfo": "1555"]), "Phone number format is invalid"),
        Row(
            withFactors(factor, factor.merging(["mfaEnrollmentId": "2"])),
            "INTERNAL_ERROR : MFA Enrollment Phone Numbers must be unique."),
        Row(withFactors(factor), "OK"),
        Row(["localId": "a", "rawPassword": "x"], "OK"),
        Row(["localId": "a", "phoneNumber": "+15555550100"], "OK"),
    ]

    @Test(arguments: Profile.allCases, rows)
    func `a row is checked in order`(_ profile: Profile, _ row: Row) async throws {
        let server = try TestServer(profile)
        _ = try await server.importAccounts(["localId": "bob", "phoneNumber": "+15555550100"])
        let answer = try await server.importAccounts(row.body)
        try #require(answer.status == 200, "\(answer.text)")

        let errors = answer["error"]?.arrayValue ?? []
        let expected = row.outcome(profile)
        #expect(errors.map { $0["message"]?.stringValue } == (expected == "OK" ? [] : [expected]))
    }

    @Test func `the reference does not parse federated IDs`() async throws {
        let server = try TestServer(.emulator)
        let entry: JSON = ["federatedId": "https://accounts.google.com/1"]
        let answer = try await server.importAccounts(["localId": "a", "providerUserInfo": [entry]])

        #expect(answer["error"] == [["index": 0, "message": .string(Self.unparsed)]])
    }

    @Test func `the reference makes up no federated ID`() async throws {
        let server = try TestServer(.emulator)
        let entry: JSON = ["providerId": "google.com", "rawId": "g"]
        _ = try await server.importAccounts(["localId": "a", "providerUserInfo": [entry]])

        #expect(try await server.account("a")["providerUserInfo"] == [entry])
    }

    @Test(arguments: Profile.allCases)
    func `everything an account can have is stored`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        server.clock.advance(seconds: 60)
        let entry: JSON = [
            "providerId": "google.com", "rawId": "g", "federatedId": "g", "email": "A@Gmail.test", "displayName": "G",
        ]
        let answer = try await server.importAccounts(
            [
                "localId": "a", "email": "A@X.test", "emailVerified": true, "displayName": "A", "photoUrl": "http://p",
                "phoneNumber": "+15555550100", "createdAt": "1000", "lastLoginAt": "2000", "disabled": true,
                "customAttributes": "{\"r\":1}", "passwordHash": "aGFzaA==", "salt": "c2FsdA==",
                "providerUserInfo": [entry], "validSince": "1", "initialEmail": "i@x.test", "customAuth": true,
                "emailLinkSignin": true, "lastRefreshAt": "2000-01-01T00:00:00.000Z", "tenantId": "",
            ])
        try #require(answer["error"]?.arrayValue?.isEmpty != false)

        let exported = try await server.adminGet("/v1/projects/example/accounts:batchGet")
        let password: JSON = [
            "providerId": "password", "email": "a@x.test", "federatedId": "a@x.test", "rawId": "a@x.test",
            "displayName": "A", "photoUrl": "http://p",
        ]
        let phone: JSON = ["providerId": "phone", "phoneNumber": "+15555550100", "rawId": "+15555550100"]
        var expected: JSON = [
            "localId": "a", "email": "a@x.test", "emailVerified": true, "displayName": "A", "photoUrl": "http://p",
            "phoneNumber": "+15555550100", "createdAt": "1000", "lastLoginAt": "2000", "disabled": true,
            "customAttributes": "{\"r\":1}", "passwordHash": "aGFzaA==", "salt": "c2FsdA==",
            "passwordUpdatedAt": 1_780_315_260_000, "validSince": "1780315260",
            "providerUserInfo": profile == .emulator ? [entry, password, phone] : [entry, phone, password],
        ]
        // Without options the hash is taken for one of the project's own.
        if profile != .emulator { expected["version"] = 0 }
        #expect(exported["users"]?.sorted == [expected.sorted])
    }

    @Test(arguments: Profile.allCases)
    func `what is not given has its default`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        _ = try await server.importAccounts(["localId": "a"])

        #expect(
            try await server.account("a").sorted == [
                "createdAt": "1780315200000", "disabled": false, "emailVerified": false, "localId": "a",
                "validSince": "1780315200",
            ])
    }

    @Test func `to the reference a time that is not a number counts as not given`() async throws {
        let server = try TestServer(.emulator)
        _ = try await server.importAccounts(["localId": "a", "createdAt": "yesterday"])

        #expect(try await server.account("a")["createdAt"] == "1780315200000")
    }

    @Test(arguments: Profile.allCases)
    func `a raw password of any length signs in`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        _ = try await server.importAccounts(
            ["localId": "a", "email": "a@x.test", "rawPassword": "x"],
            ["localId": "b", "email": "b@x.test", "rawPassword": "y", "salt": "c2FsdA=="])

        #expect(try await server.signIn("a@x.test", password: "x")["localId"] == "a")
        #expect(try await server.signIn("b@x.test", password: "y")["localId"] == "b")
    }

    @Test func `the reference keeps a given salt`() async throws {
        let server = try TestServer(.emulator)
        _ = try await server.importAccounts(["localId": "b", "rawPassword": "y", "salt": "salty"])

        let stored = try await server.account("b")
        #expect(stored["salt"] == "salty")
        #expect(stored["passwordHash"] == "fakeHash:salt=salty:password=y")
    }

    @Test(arguments: Profile.allCases)
    func `second factors get what they lack`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        _ = try await server.importAccounts(
            Self.withFactors(
                ["phoneInfo": "+15555550101", "displayName": "one"],
                ["mfaEnrollmentId": "two", "phoneInfo": "+15555550102", "enrolledAt": "2020-01-01T00:00:00.000Z"]))

        let factors = try #require(try await server.account("a")["mfaInfo"]?.arrayValue)
        try #require(factors.count == 2)
        #expect(factors[0]["mfaEnrollmentId"]?.stringValue?.isEmpty == false)
        #expect(factors[0]["enrolledAt"] == "2026-06-01T12:00:00.000Z")
        let isReference = profile == .emulator
        #expect(factors[0]["unobfuscatedPhoneInfo"] == (isReference ? "+15555550101" : nil))
        var second: JSON = [
            "enrolledAt": "2020-01-01T00:00:00.000Z", "mfaEnrollmentId": "two", "phoneInfo": "+15555550102",
        ]
        if isReference { second["unobfuscatedPhoneInfo"] = "+15555550102" }
        #expect(factors[1].sorted == second.sorted)
    }

    @Test(arguments: Profile.allCases)
    func `an export can be imported as it is`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        _ = try await server.user("one@x.test")
        _ = try await server.user("two@x.test")
        let export = try await server.adminGet("/v1/projects/example/accounts:batchGet?maxResults=-1")
        let target = try TestServer(profile)

        let answer = try await target.admin("accounts:batchCreate", export.json)
        #expect(answer["error"]?.arrayValue?.isEmpty != false)
        #expect(try await target.signIn("one@x.test").status == 200)
        #expect(try await target.signIn("two@x.test").status == 200)
    }
}
