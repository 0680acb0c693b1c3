import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import Testing

/// accounts.md section 8.1: who may change what, and in which order that is checked.
struct UpdateAccountTests {
    private static let unsupported = "INVALID_REQ_TYPE : Unsupported request parameters."
    private static let linkRefused = "UNEXPECTED_PARAMETER : link_provider_user_info is not allowed with ID token."
    private static let missingBoth = "MISSING_IDENTIFIER : providerId & rawId are both required for provider linking"
    private static let badPhone = "INVALID_PHONE_NUMBER : Invalid format."
    private static let badFactor = "INVALID_MFA_PHONE_NUMBER : Invalid format."
    private static let badNumber = "INVALID_PHONE_NUMBER : Invalid format."
    private static let long = JSON.string(String(repeating: "n", count: 257))

    /// A project with alice, who signed in, and bob.
    private func server(_ profile: Profile) async throws -> (server: TestServer, values: [String: String]) {
        let server = try await TestServer.open(profile, privacy: false)
        let user = try await server.user()
        let google: JSON = ["providerId": "google.com", "rawId": "g-bob"]
        let imported = try await server.importAccounts(
            [
                "localId": "bob", "email": "bob@x.test", "phoneNumber": "+15555550100", "providerUserInfo": [google],
            ])
        try #require(imported.status == 200)
        return (server, ["$TOKEN": user.idToken, "$ID": user.id])
    }

    static let ofApps: [Row] = [
        Row([:], emulator: unsupported, others: "MISSING_ID_TOKEN"),
        Row(["idToken": ""], emulator: unsupported, others: "INVALID_ID_TOKEN"),
        Row(["oobCode": ""], emulator: unsupported, others: "INVALID_OOB_CODE"),
        Row(["oobCode": "", "displayName": "x"], emulator: unsupported, others: "INVALID_OOB_CODE"),
        Row(["oobCode": "", "idToken": ""], emulator: unsupported, others: "INVALID_ID_TOKEN"),
        Row(["oobCode": "", "idToken": "$TOKEN"], "OK"),
        Row(["localId": "$ID"], emulator: unsupported, others: "MISSING_ID_TOKEN"),
        Row(["localId": "$ID", "displayName": "x"], emulator: unsupported, others: "MISSING_ID_TOKEN"),
        Row(["customAttributes": "{}"], emulator: unsupported, others: "MISSING_ID_TOKEN"),
        Row(
            ["idToken": "junk", "customAttributes": ""], emulator: "INSUFFICIENT_PERMISSION",
            others: "INVALID_ID_TOKEN"),
        Row(["idToken": "$TOKEN", "customAttributes": "["], "INSUFFICIENT_PERMISSION"),
        Row(["idToken": "$TOKEN", "customAttributes": "{}"], "INSUFFICIENT_PERMISSION"),
        Row(["oobCode": "junk", "customAttributes": "{}"], "INSUFFICIENT_PERMISSION"),
        Row(["oobCode": "junk"], "INVALID_OOB_CODE"),
        Row(["idToken": "junk", "email": "no-address"], "INVALID_ID_TOKEN"),
        Row(["idToken": "junk", "disableUser": true], "INVALID_ID_TOKEN"),
        Row(["idToken": "$TOKEN", "disableUser": false], "OPERATION_NOT_ALLOWED"),
        Row(["idToken": "$TOKEN", "disableUser": true, "email": "no-address"], "OPERATION_NOT_ALLOWED"),
        Row(["idToken": "$TOKEN", "email": "no-address"], "INVALID_EMAIL"),
        Row(["idToken": "$TOKEN", "email": "Bob@X.test"], "EMAIL_EXISTS"),
        Row(["idToken": "$TOKEN", "email": "bob@x.test", "password": "short"], "EMAIL_EXISTS"),
        Row(["idToken": "$TOKEN", "email": "ALICE@example.test"], "OK"),
        Row(["idToken": "$TOKEN", "email": ""], "OK"),
        Row(["idToken": "$TOKEN", "password": "short"], SignUpTests.weak),
        Row(["idToken": "$TOKEN", "password": ""], "OK"),
        Row(
            ["idToken": "$TOKEN", "password": .string(String(repeating: "a", count: 4097))], emulator: "OK",
            others: SignUpTests.tooLong),
        Row(["idToken": "$TOKEN", "emailVerified": true, "localId": "bob", "phoneNumber": "bad"], "OK"),
        Row(
            ["idToken": "$TOKEN", "displayName": long], emulator: "OK",
            others: "INVALID_PROFILE_ATTRIBUTE : Display name too long."),
        Row(["idToken": "$TOKEN", "linkProviderUserInfo": [:]], emulator: "MISSING_PROVIDER_ID", others: linkRefused),
        Row(
            ["idToken": "$TOKEN", "linkProviderUserInfo": ["providerId": "google.com"]], emulator: "MISSING_RAW_ID",
            others: linkRefused),
        Row(
            ["idToken": "$TOKEN", "linkProviderUserInfo": ["providerId": "google.com", "rawId": "g"]], emulator: "OK",
            others: linkRefused),
        Row(
            ["idToken": "$TOKEN", "mfa": ["enrollments": nil]],
            emulator: "Invalid JSON payload received. /mfa/enrollments must be array", others: "OK"),
        Row(
            ["idToken": "$TOKEN", "displayName": nil],
            emulator: "Invalid JSON payload received. /displayName must be string", others: "OK"),
    ]

    @Test(arguments: Profile.allCases, ofApps)
    func `an app's request is checked in order`(_ profile: Profile, _ row: Row) async throws {
        let (server, values) = try await server(profile)

        let outcome = try await server.app("accounts:update", row.body.filling(values)).outcome
        #expect(outcome == row.outcome(profile))
    }

    static let ofAdmins: [Row] = [
        Row([:], "MISSING_LOCAL_ID"),
        Row(["localId": ""], "MISSING_LOCAL_ID"),
        Row(["idToken": "$TOKEN"], "MISSING_LOCAL_ID"),
        Row(["oobCode": "junk"], "MISSING_LOCAL_ID"),
        Row(["oobCode": "junk", "localId": "any"], "INVALID_OOB_CODE"),
        Row(["localId": "nobody"], "USER_NOT_FOUND"),
        Row(["localId": "nobody", "email": "no-address"], "USER_NOT_FOUND"),
        Row(
            ["localId": "nobody", "customAttributes": "["], emulator: "INVALID_CLAIMS",
            others: "INVALID_CLAIMS : Unexpected end of JSON input at byte 1"),
        Row(["localId": "nobody", "customAttributes": ""], "USER_NOT_FOUND"),
        Row(["localId": "$ID", "customAttributes": ""], "OK"),
        Row(["localId": "$ID", "idToken": "$TOKEN", "disableUser": false], "OPERATION_NOT_ALLOWED"),
        Row(["localId": "nobody", "idToken": "$TOKEN", "displayName": "x"], "OK"),
        Row(["localId": "$ID", "idToken": "junk"], "INVALID_ID_TOKEN"),
        Row(["localId": "$ID", "email": "no-address"], "INVALID_EMAIL"),
        Row(["localId": "$ID", "email": "bob@x.test", "phoneNumber": "bad"], "EMAIL_EXISTS"),
        Row(["localId": "$ID", "password": "short"], emulator: SignUpTests.weak, others: "OK"),
        Row(
            ["localId": "$ID", "displayName": long], emulator: "OK",
            others: "INVALID_PROFILE_ATTRIBUTE : Display name too long."),
        Row(["localId": "$ID", "phoneNumber": "bad"], badPhone),
        Row(["localId": "$ID", "phoneNumber": "+15555550100"], "PHONE_NUMBER_EXISTS"),
        Row(["localId": "bob", "phoneNumber": "+15555550100"], "OK"),
        Row(["localId": "$ID", "phoneNumber": ""], "OK"),
        Row(
            ["localId": "$ID", "mfa": ["enrollments": [["phoneInfo": "1"]]], "phoneNumber": "bad"], emulator: badFactor,
            others: badNumber),
        Row(["localId": "$ID", "phoneNumber": "bad", "linkProviderUserInfo": [:]], badPhone),
        Row(["localId": "$ID", "linkProviderUserInfo": [:]], emulator: "MISSING_PROVIDER_ID", others: missingBoth),
        Row(
            ["localId": "$ID", "linkProviderUserInfo": ["providerId": "google.com"]], emulator: "MISSING_RAW_ID",
            others: missingBoth),
        Row(
            ["localId": "$ID", "linkProviderUserInfo": ["providerId": "google.com", "rawId": "g-bob"]], emulator: "OK",
            others: "FEDERATED_USER_ID_ALREADY_LINKED"),
        Row(
            ["localId": "$ID", "linkProviderUserInfo": ["providerId": "password", "rawId": "x@x.test"]], emulator: "OK",
            others: "INVALID_PROVIDER_ID"),
        Row(["localId": "bob", "linkProviderUserInfo": ["providerId": "google.com", "rawId": "g-bob"]], "OK"),
    ]

    @Test(arguments: Profile.allCases, ofAdmins)
    func `an admin's request is checked in order`(_ profile: Profile, _ row: Row) async throws {
        let (server, values) = try await server(profile)

        let outcome = try await server.admin("accounts:update", row.body.filling(values)).outcome
        #expect(outcome == row.outcome(profile))
    }

    static let numbers: [Row] = [
        Row(["localId": "nobody", "validSince": "1e3"], emulator: "USER_NOT_FOUND", others: "valid_since"),
        Row(["localId": "nobody", "createdAt": "word"], emulator: "USER_NOT_FOUND", others: "created_at"),
        Row(
            ["localId": "nobody", "lastLoginAt": .number("1.5")],
            emulator: #"Invalid JSON payload received. /lastLoginAt must match format "int64""#, others: "last_login_at"
        ),
        Row(["localId": "nobody", "validSince": 1], emulator: "USER_NOT_FOUND", others: "USER_NOT_FOUND"),
    ]

    /// production.md section 1.
    @Test(arguments: [Profile.emulator, .production], numbers)
    func `a text that stands for a number is one in production`(_ profile: Profile, _ row: Row) async throws {
        let server = try TestServer(profile)

        let answer = try await server.admin("accounts:update", row.body)

        let outcome = row.outcome(profile)
        let words =
            outcome.contains("_at") || outcome.contains("_since")
            ? "Invalid value at '\(outcome)' (TYPE_INT64), " : outcome
        #expect(answer.message?.hasPrefix(words) == true)
    }

    static let unsupportedByReference: [Row] = [
        Row(["provider": []], "501 provider is not implemented yet."),
        Row(["provider": ["x"], "upgradeToFederatedLogin": true], "501 provider is not implemented yet."),
        Row(["upgradeToFederatedLogin": false], "501 upgradeToFederatedLogin is not implemented yet."),
        Row(["idToken": "junk", "deleteAttribute": ["PROVIDER"]], "501 deleteAttribute: PROVIDER"),
        Row(["idToken": "junk", "deleteAttribute": [6]], "501 deleteAttribute: RAW_USER_INFO"),
        Row(["oobCode": "junk", "deleteAttribute": ["RAW_USER_INFO"]], "501 deleteAttribute: RAW_USER_INFO"),
    ]

    @Test(arguments: unsupportedByReference)
    func `the reference does not know every field`(_ row: Row) async throws {
        let (server, values) = try await server(.emulator)

        let outcome = try await server.app("accounts:update", row.body.filling(values)).outcome
        #expect(outcome == row.outcome(.emulator))
    }

    static let factors: [Row] = [
        Row(["enrollments": [["mfaEnrollmentId": "a"]]], emulator: badFactor, others: badNumber),
        Row(
            ["enrollments": [["mfaEnrollmentId": "a", "phoneInfo": "1555"]]], emulator: badFactor, others: badNumber),
        Row(
            ["enrollments": [["phoneInfo": "+15555550101"]]],
            emulator: "INVALID_MFA_ENROLLMENT_ID : mfaEnrollmentId must be defined.", others: "OK"),
        Row(
            ["enrollments": [["totpInfo": [:]]]], emulator: badFactor,
            others: "UNSUPPORTED_SECOND_FACTOR : attempting to add a new TOTP enrollment"),
        Row(
            [
                "enrollments": [
                    ["mfaEnrollmentId": "a", "phoneInfo": "+15555550101"],
                    ["mfaEnrollmentId": "a", "phoneInfo": "+15555550102"],
                ]
            ], "DUPLICATE_MFA_ENROLLMENT_ID"),
        Row(
            [
                "enrollments": [
                    ["mfaEnrollmentId": "a", "phoneInfo": "+15555550101"], ["phoneInfo": "+15555550101"],
                ]
            ], "OK"),
        Row(["enrollments": []], "OK"),
        Row([:], "OK"),
    ]

    @Test(arguments: Profile.allCases, factors)
    func `second factors need a number and an ID of their own`(_ profile: Profile, _ row: Row) async throws {
        let (server, values) = try await server(profile)
        let answer = try await server.update(values["$ID"] ?? "", ["mfa": row.body])

        #expect(answer.outcome == row.outcome(profile))
    }

    @Test(arguments: Profile.allCases)
    func `nothing is stored when a late check fails`(_ profile: Profile) async throws {
        let (server, values) = try await server(profile)
        let id = try #require(values["$ID"])
        let before = try await server.account(id)
        let changes: JSON = [
            "displayName": "Changed", "email": "new@x.test", "password": "other-horse", "phoneNumber": "+15555550199",
            "linkProviderUserInfo": ["providerId": "google.com"],
        ]

        #expect(try await server.update(id, changes).status == 400)
        #expect(try await server.account(id) == before)
        #expect(try await server.oobCodes() == [])
    }

    @Test(arguments: Profile.allCases)
    func `the token of somebody revoked, disabled or deleted changes nothing`(_ profile: Profile) async throws {
        let (server, values) = try await server(profile)
        let id = try #require(values["$ID"])
        func outcome() async throws -> String {
            let body: JSON = ["idToken": "$TOKEN", "displayName": "x"]
            return try await server.app("accounts:update", body.filling(values)).outcome
        }

        _ = try await server.update(id, ["validSince": .string(String(TestServer.start + 1)), "disableUser": true])
        #expect(try await outcome() == "TOKEN_EXPIRED")
        _ = try await server.update(id, ["validSince": .string(String(TestServer.start))])
        #expect(try await outcome() == "USER_DISABLED")
        _ = try await server.admin("accounts:delete", ["localId": .string(id)])
        #expect(try await outcome() == "USER_NOT_FOUND")
    }

    @Test(arguments: Profile.allCases)
    func `an admin changes disabled users`(_ profile: Profile) async throws {
        let (server, _) = try await server(profile)

        #expect(try await server.update("bob", ["disableUser": true]).status == 200)
        #expect(try await server.update("bob", ["displayName": "Bob"]).status == 200)
        #expect(try await server.account("bob")["displayName"] == "Bob")
    }
}
