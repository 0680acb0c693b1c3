import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import Testing

/// accounts.md section 4: who may sign up with what, and in which order that is checked.
struct SignUpTests {
    static let weak = "WEAK_PASSWORD : Password should be at least 6 characters"
    static let tooLong = "PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Password cannot be longer than 4096 characters"

    private static let badFactor = "INVALID_MFA_PHONE_NUMBER : Invalid format."
    private static let badNumber = "INVALID_PHONE_NUMBER : Invalid format."

    static let ofApps: [Row] = [
        Row([:], "OK"),
        Row(["email": nil], emulator: "Invalid JSON payload received. /email must be string", others: "OK"),
        Row(["localId": ""], "OK"),
        Row(["localId": "mine"], "UNEXPECTED_PARAMETER : User ID"),
        Row(["localId": "mine", "password": "secret1"], "UNEXPECTED_PARAMETER : User ID"),
        Row(["email": "new@x.test"], "MISSING_PASSWORD"),
        Row(["email": "no-address"], "MISSING_PASSWORD"),
        Row(["password": "secret1"], "MISSING_EMAIL"),
        Row(["email": "", "password": "secret1"], "MISSING_EMAIL"),
        Row(["email": "", "password": ""], emulator: "INVALID_EMAIL", others: "MISSING_EMAIL"),
        Row(["email": ""], emulator: "INVALID_EMAIL", others: "MISSING_EMAIL"),
        Row(["email": "no-address", "password": "secret1"], "INVALID_EMAIL"),
        Row(["email": "a@b@c", "password": "secret1"], "INVALID_EMAIL"),
        Row(["email": "@x.test", "password": "secret1"], "INVALID_EMAIL"),
        Row(["email": "a@", "password": "secret1"], "INVALID_EMAIL"),
        Row(["email": "a b@x.test", "password": "secret1"], emulator: "OK", others: "INVALID_EMAIL"),
        Row(["email": " a@x.test", "password": "secret1"], emulator: "OK", others: "INVALID_EMAIL"),
        Row(["email": "taken@x.test", "password": "secret1"], "EMAIL_EXISTS"),
        Row(["email": "Taken@X.TEST", "password": "secret1"], "EMAIL_EXISTS"),
        Row(["email": "taken@x.test", "password": "short"], "EMAIL_EXISTS"),
        Row(["email": "new@x.test", "password": "short"], weak),
        Row(["email": "new@x.test", "password": "👍👍"], weak),
        Row(["email": "new@x.test", "password": "👍👍👍"], "OK"),
        Row(["email": "new@x.test", "password": .string(String(repeating: "a", count: 4096))], "OK"),
        Row(
            ["email": "new@x.test", "password": .string(String(repeating: "a", count: 4097))], emulator: "OK",
            others: tooLong),
        Row(
            ["email": "new@x.test", "password": .string(String(repeating: "👍", count: 2049))], emulator: "OK",
            others: tooLong),
        Row(
            ["email": "new@x.test", "password": "secret1", "displayName": .string(String(repeating: "n", count: 257))],
            emulator: "OK", others: "INVALID_PROFILE_ATTRIBUTE : Display name too long."),
        Row(
            ["email": "new@x.test", "password": "secret1", "displayName": .string(String(repeating: "n", count: 256))],
            "OK"),
        Row(
            ["email": "new@x.test", "password": "secret1", "displayName": .string(String(repeating: "👍", count: 129))],
            emulator: "OK", others: "INVALID_PROFILE_ATTRIBUTE : Display name too long."),
        Row(
            ["email": "new@x.test", "password": "secret1", "displayName": .string(String(repeating: "👍", count: 128))],
            "OK"),
        Row(
            ["email": "new@x.test", "password": "secret1", "mfaInfo": [["phoneInfo": "1555"]]],
            emulator: badFactor, others: badNumber),
        Row(["mfaInfo": [["displayName": "x"]]], emulator: badFactor, others: badNumber),
        Row(["idToken": "junk"], "MISSING_EMAIL"),
        Row(["idToken": "junk", "email": "new@x.test"], "MISSING_PASSWORD"),
        Row(["idToken": "junk", "email": "taken@x.test", "password": "secret1"], "EMAIL_EXISTS"),
        Row(["idToken": "junk", "email": "new@x.test", "password": "short"], weak),
        Row(
            ["idToken": "junk", "email": "new@x.test", "password": "secret1", "mfaInfo": [["phoneInfo": "1"]]],
            emulator: badFactor, others: badNumber),
        Row(["idToken": "junk", "email": "new@x.test", "password": "secret1"], "INVALID_ID_TOKEN"),
    ]

    @Test(arguments: Profile.allCases, ofApps)
    func `an app's request is checked in order`(_ profile: Profile, _ row: Row) async throws {
        let server = try await TestServer.open(profile)
        _ = try await server.user("taken@x.test")

        let outcome = try await server.app("accounts:signUp", row.body).outcome
        #expect(outcome == row.outcome(profile))
    }

    static let ofAdmins: [Row] = [
        Row([:], "OK"),
        Row(["password": "secret1"], "OK"),
        Row(["email": ""], "OK"),
        Row(["localId": "new", "idToken": "junk"], "UNEXPECTED_PARAMETER : User ID"),
        Row(["localId": "taken"], "DUPLICATE_LOCAL_ID"),
        Row(["localId": "taken", "phoneNumber": "1555"], "DUPLICATE_LOCAL_ID"),
        Row(["phoneNumber": "1555"], "INVALID_PHONE_NUMBER : Invalid format."),
        Row(["phoneNumber": "+0555"], emulator: "OK", others: "INVALID_PHONE_NUMBER : Invalid format."),
        Row(["phoneNumber": "+1error"], emulator: "OK", others: "INVALID_PHONE_NUMBER : Invalid format."),
        Row(["phoneNumber": "+1invalid"], emulator: "OK", others: "INVALID_PHONE_NUMBER : Invalid format."),
        Row(["phoneNumber": "+1650555abcd"], "OK"),
        Row(["phoneNumber": "+15555550100"], "PHONE_NUMBER_EXISTS"),
        Row(["phoneNumber": "+1 555-555-0100"], emulator: "OK", others: "PHONE_NUMBER_EXISTS"),
        Row(["phoneNumber": "+15555550100", "email": "no-address"], "PHONE_NUMBER_EXISTS"),
        Row(["phoneNumber": "1555", "email": "no-address"], "INVALID_PHONE_NUMBER : Invalid format."),
        Row(["email": "no-address"], "INVALID_EMAIL"),
        Row(["email": "taken@x.test", "password": "short"], "EMAIL_EXISTS"),
        Row(["email": "new@x.test", "password": "short"], weak),
        Row(["email": "new@x.test"], "OK"),
        Row(
            ["displayName": .string(String(repeating: "n", count: 257))], emulator: "OK",
            others: "INVALID_PROFILE_ATTRIBUTE : Display name too long."),
        Row(["email": "new@x.test", "mfaInfo": [["phoneInfo": "1555"]]], emulator: badFactor, others: badNumber),
        Row(["email": "new@x.test", "password": "secret1", "idToken": "junk"], "INVALID_ID_TOKEN"),
    ]

    @Test(arguments: Profile.allCases, ofAdmins)
    func `an admin's request is checked in order`(_ profile: Profile, _ row: Row) async throws {
        let server = try await TestServer.open(profile)
        let taken: JSON = ["localId": "taken", "email": "taken@x.test", "phoneNumber": "+15555550100"]
        try #require(try await server.admin("accounts", taken).status == 200)

        let outcome = try await server.admin("accounts", row.body).outcome
        #expect(outcome == row.outcome(profile))
    }

    @Test(arguments: Profile.allCases)
    func `somebody signed in may not take over his own address again`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let user = try await server.user()
        let body: JSON = ["idToken": user.token, "email": "alice@example.test", "password": "other-horse"]

        #expect(try await server.app("accounts:signUp", body).outcome == "EMAIL_EXISTS")
    }

    @Test(arguments: [Profile.local, .production])
    func `project switches close sign-up to apps and not to admins`(_ profile: Profile) async throws {
        let password: JSON = ["email": "a@x.test", "password": "secret1"]
        func outcomes(_ path: String, _ value: JSON) async throws -> [String] {
            let server = try await TestServer.open(profile)
            try await server.set(path, value)
            return [
                try await server.app("accounts:signUp", password).outcome,
                try await server.app("accounts:signUp").outcome,
                try await server.admin("accounts", ["email": "b@x.test", "password": "secret1"]).outcome,
            ]
        }

        #expect(try await outcomes("signIn.email.enabled", false) == ["OPERATION_NOT_ALLOWED", "OK", "OK"])
        #expect(try await outcomes("signIn.anonymous.enabled", false) == ["OK", "ADMIN_ONLY_OPERATION", "OK"])
        #expect(
            try await outcomes("client.permissions.disabledUserSignup", true)
                == ["ADMIN_ONLY_OPERATION", "ADMIN_ONLY_OPERATION", "OK"])
    }

    @Test func `switches of the project mean nothing to the reference`() async throws {
        let server = try TestServer(.emulator)
        try await server.set("signIn.email.enabled", false)
        try await server.set("signIn.anonymous.enabled", false)
        try await server.set("client.permissions.disabledUserSignup", true)

        #expect(try await server.signUp("a@x.test").outcome == "OK")
        #expect(try await server.app("accounts:signUp").outcome == "OK")
    }

    @Test func `a fresh project of production knows only passwords`() async throws {
        let server = try TestServer(.production)

        #expect(try await server.signUp("a@x.test").outcome == "OK")
        #expect(try await server.app("accounts:signUp").outcome == "ADMIN_ONLY_OPERATION")
    }
}
