import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// production.md section 7 and tenants-config.md B3.
struct PasswordPolicyTests {
    private static let profiles = [Profile.local, .production]
    private static let everything: JSON = [
        "minPasswordLength": 8, "maxPasswordLength": 20, "containsLowercaseCharacter": true,
        "containsUppercaseCharacter": true, "containsNumericCharacter": true,
        "containsNonAlphanumericCharacter": true,
    ]

    private static func config(_ state: String = "ENFORCE", force: Bool = false) -> JSON {
        [
            "passwordPolicyEnforcementState": .string(state), "forceUpgradeOnSignin": .bool(force),
            "passwordPolicyVersions": [["customStrengthOptions": everything]],
        ]
    }

    private static func lacks(_ texts: String...) -> String {
        "PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Missing password requirements: [\(texts.joined(separator: ", "))]"
    }

    @Test(arguments: profiles)
    func `a policy knows when it was changed`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        let start = JSON.string(server.clock.now.rfc3339)

        var given = Self.config()
        given["lastUpdateTime"] = "1999-01-01T00:00:00Z"
        var answer = try await server.configure("passwordPolicyConfig", ["passwordPolicyConfig": given])
        #expect(answer.json[path: "passwordPolicyConfig.lastUpdateTime"] == start)
        let versions = answer.json[path: "passwordPolicyConfig.passwordPolicyVersions"]?.arrayValue
        #expect(versions?.map { $0["schemaVersion"] } == [1])
        server.clock.advance(seconds: 60)
        answer = try await server.configure("passwordPolicyConfig", ["passwordPolicyConfig": Self.config()])
        #expect(answer.json[path: "passwordPolicyConfig.lastUpdateTime"] == start)
        answer = try await server.configure("passwordPolicyConfig", ["passwordPolicyConfig": Self.config("OFF")])
        #expect(
            answer.json[path: "passwordPolicyConfig.lastUpdateTime"] == .string(server.clock.now.rfc3339))
    }

    static let passwords: [(String, String)] = [
        ("Passw0rd!", "OK"), ("Passw0rd!Passw0rd!Pas", lacks("Password may contain at most 20 characters")),
        (
            "password",
            lacks(
                "Password must contain an upper case character", "Password must contain a numeric character",
                "Password must contain a non-alphanumeric character")
        ),
        ("Passw0rd+=", lacks("Password must contain a non-alphanumeric character")),
        ("Passw0rd|", "OK"), ("Passw0rd`", "OK"),
        ("PW0!", lacks("Password must contain at least 8 characters", "Password must contain a lower case character")),
    ]

    @Test(arguments: profiles, passwords)
    func `new passwords are held to the policy everywhere`(_ profile: Profile, _ row: (String, String)) async throws {
        let server = try await TestServer.open(profile)
        let user = try await server.user()
        let reset = try await server.oobCode("PASSWORD_RESET", "alice@example.test")
        try await server.set("passwordPolicyConfig", Self.config())

        #expect(try await server.signUp("new@x.test", password: row.0).outcome == row.1)
        let own = try await server.app("accounts:update", ["idToken": user.token, "password": .string(row.0)])
        #expect(own.outcome == row.1)
        #expect(try await server.reset(reset, to: row.0).outcome == row.1)
        #expect(try await server.update(user.id, ["password": .string(row.0)]).outcome == row.1)
        let made = try await server.admin("accounts", ["email": "b@x.test", "password": .string(row.0)])
        #expect(made.outcome == row.1)
        // It is looked at before the account is (production.md section 7).
        let nobody = try await server.update("nobody", ["password": .string(row.0)])
        #expect(nobody.outcome == (row.1 == "OK" ? "USER_NOT_FOUND" : row.1))
        // An import is not a place for it.
        let imported: JSON = ["localId": "imported", "email": "i@x.test", "rawPassword": .string(row.0)]
        #expect(try await server.importAccounts(imported)["error"]?.arrayValue?.isEmpty != false)
    }

    @Test(arguments: profiles)
    func `a weak password signs in with notifications, or not at all`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        _ = try await server.user()
        try await server.set("passwordPolicyConfig", Self.config())
        let told = try await server.signIn("alice@example.test")
        #expect(
            told["userNotifications"] == [
                [
                    "notificationCode": "MISSING_UPPERCASE_CHARACTER",
                    "notificationMessage": "Password must contain an upper case character",
                ],
                [
                    "notificationCode": "MISSING_NUMERIC_CHARACTER",
                    "notificationMessage": "Password must contain a numeric character",
                ],
            ])

        try await server.set("passwordPolicyConfig", Self.config(force: true))
        #expect(
            try await server.signIn("alice@example.test").outcome
                == Self.lacks(
                    "Password must contain an upper case character", "Password must contain a numeric character"))
        #expect(
            try await server.signIn("alice@example.test", password: "wrong-horse").outcome
                == "INVALID_LOGIN_CREDENTIALS")
    }

    @Test(arguments: Profile.allCases)
    func `a policy that is off, and the reference's, asks for six characters`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        try await server.set("passwordPolicyConfig", Self.config(profile == .emulator ? "ENFORCE" : "OFF"))

        #expect(try await server.signUp("a@x.test", password: "secret").outcome == "OK")
        #expect(
            try await server.signUp("b@x.test", password: "short").outcome
                == "WEAK_PASSWORD : Password should be at least 6 characters")
    }

    @Test(arguments: Profile.allCases)
    func `apps read the policy`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let path = "/identitytoolkit.googleapis.com/v2/passwordPolicy?key=k"
        #expect(
            try await server.send(.get, path).json.sorted == [
                "customStrengthOptions": ["maxPasswordLength": 4096, "minPasswordLength": 6],
                "enforcementState": "ENFORCE", "schemaVersion": 1,
            ])
        guard profile != .emulator else { return }

        try await server.set("passwordPolicyConfig", Self.config(force: true))
        let answer = try await server.send(.get, path)
        #expect(answer["customStrengthOptions"]?.sorted == Self.everything.sorted)
        let characters = #"^$*.[]{}()?"!@#%&/\,><':;|_~`-"#.map(String.init)
        #expect(answer["allowedNonAlphanumericCharacters"] == .array(characters.map(JSON.string)))
        for (index, character) in characters.enumerated() {
            let made = try await server.signUp("\(index)@x.test", password: "aB3\(character)efgh")
            #expect(made.outcome == "OK", "\(character)")
        }
        #expect(answer["forceUpgradeOnSignin"] == true)
        try await server.set("passwordPolicyConfig", Self.config("OFF"))
        #expect(try await server.send(.get, path)["enforcementState"] == "OFF")
        #expect(try await server.send(.get, path + "&tenantId=nobody").outcome == "INVALID_TENANT_ID")
    }

    @Test(arguments: profiles)
    func `a tenant has a policy of its own`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let tenant = try await server.makeTenant(["passwordPolicyConfig": Self.config()])
        let body: JSON = ["email": "a@x.test", "password": "password", "tenantId": .string(tenant)]

        #expect(try await server.app("accounts:signUp", body).outcome.hasPrefix("PASSWORD_DOES_NOT_MEET_REQUIREMENTS"))
        #expect(try await server.signUp("a@x.test", password: "password").outcome == "OK")
    }

    private static let one: JSON = ["customStrengthOptions": ["minPasswordLength": 8]]
    private static let wrongCount = "Policy versions list must be of length 1"
    private static let wrongMinimum = "Minimum password length must be between 6 and 30"
    private static let tooMuch = "Maximum password length must be less than or equal to 4096"
    private static let crossed = "Maximum password length must be greater than or equal to the minimum password length"

    private static func policy(_ options: JSON) -> JSON {
        ["passwordPolicyVersions": [["customStrengthOptions": options]]]
    }

    static let refusals: [(policy: JSON, explanation: String)] = [
        (policy(["minPasswordLength": 5]), wrongMinimum), (policy(["minPasswordLength": 31]), wrongMinimum),
        (policy(["maxPasswordLength": 4097]), tooMuch),
        (policy(["minPasswordLength": 9, "maxPasswordLength": 8]), crossed),
        (policy(["maxPasswordLength": 5]), crossed),
        (["passwordPolicyVersions": []], wrongCount), (["passwordPolicyVersions": [one, one]], wrongCount),
        ([:], wrongCount), (["forceUpgradeOnSignin": true], wrongCount),
        (["passwordPolicyEnforcementState": "ENFORCE"], wrongCount),
        (["passwordPolicyEnforcementState": "OFF"], wrongCount),
    ]

    @Test(arguments: profiles, refusals)
    func `a policy that cannot be is refused`(
        _ profile: Profile, _ row: (policy: JSON, explanation: String)
    ) async throws {
        let server = try await TestServer.open(profile)

        let project = try await server.configure("passwordPolicyConfig", ["passwordPolicyConfig": row.policy])
        #expect(project.outcome == "INVALID_CONFIG : \(row.explanation)")
        let tenant = try await server.createTenant(["displayName": "blue-sky", "passwordPolicyConfig": row.policy])
        #expect(tenant.outcome == "INVALID_CONFIG : \(row.explanation)")
    }

    /// production.md section 14
    @Test(arguments: profiles)
    func `a state that says nothing is none`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let policy: JSON = [
            "passwordPolicyEnforcementState": "PASSWORD_POLICY_ENFORCEMENT_STATE_UNSPECIFIED",
            "passwordPolicyVersions": [Self.one],
        ]

        let answer = try await server.configure("passwordPolicyConfig", ["passwordPolicyConfig": policy])
        #expect(answer["passwordPolicyConfig"] != nil)
        #expect(answer.json[path: "passwordPolicyConfig.passwordPolicyEnforcementState"] == nil)
        let read = try await server.adminGet("/v2/projects/example/config")
        #expect(read.json[path: "passwordPolicyConfig.passwordPolicyEnforcementState"] == nil)
        // One that was never written is off.
        let unwritten: JSON = ["passwordPolicyConfig": ["passwordPolicyVersions": [Self.one]]]
        let other = try await server.configure("passwordPolicyConfig", unwritten)
        #expect(other.json[path: "passwordPolicyConfig.passwordPolicyEnforcementState"] == "OFF")
    }

    @Test(arguments: profiles)
    func `a fraction is not a length`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let answer = try await server.configure(
            "passwordPolicyConfig", ["passwordPolicyConfig": Self.policy(["minPasswordLength": .number("6.5")])])

        #expect(answer.status == 400)
        #expect(profile == .local || answer.text.contains("(TYPE_INT32), "), "\(answer.text)")
    }

    @Test(arguments: profiles)
    func `a state can be changed alone where there is a version`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        try await server.set("passwordPolicyConfig", Self.config("OFF"))

        let answer = try await server.configure(
            "passwordPolicyConfig.passwordPolicyEnforcementState",
            ["passwordPolicyConfig": ["passwordPolicyEnforcementState": "ENFORCE"]])
        #expect(answer.json[path: "passwordPolicyConfig.passwordPolicyEnforcementState"] == "ENFORCE")
    }

    @Test(arguments: profiles)
    func `apps see only the options that are set`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        try await server.set(
            "passwordPolicyConfig",
            Self.policy(["containsNumericCharacter": true]).merging(["passwordPolicyEnforcementState": "ENFORCE"]))

        #expect(
            try await server.appGet("/v2/passwordPolicy").json == [
                "customStrengthOptions": ["containsNumericCharacter": true], "schemaVersion": 1,
                "enforcementState": "ENFORCE",
            ])
    }

    @Test(arguments: profiles)
    func `options are shown as they were written, false included`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let policy = Self.policy(["containsLowercaseCharacter": false, "maxPasswordLength": 20, "minPasswordLength": 8])
        let answer = try await server.configure("passwordPolicyConfig", ["passwordPolicyConfig": policy])

        let shown = answer.json["passwordPolicyConfig"]
        let version = shown?["passwordPolicyVersions"]?.arrayValue?.first
        #expect(
            version?["customStrengthOptions"]?.text
                == #"{"minPasswordLength":8,"maxPasswordLength":20,"containsLowercaseCharacter":false}"#)
        #expect(shown?["forceUpgradeOnSignin"] == nil)
    }
}
