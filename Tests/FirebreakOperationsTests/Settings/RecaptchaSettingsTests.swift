import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// production.md section 13 and tenants-config.md B4.
struct RecaptchaSettingsTests {
    private static let path =
        "/identitytoolkit.googleapis.com/v2/recaptchaConfig?key=k&clientType=CLIENT_TYPE_WEB&version=RECAPTCHA_ENTERPRISE"

    private static let keys: JSON = [["key": "projects/p/keys/web", "type": "WEB"]]

    private static func config(_ state: String) -> JSON {
        [
            "emailPasswordEnforcementState": .string(state), "phoneEnforcementState": .string(state),
            "recaptchaKeys": keys,
        ]
    }

    private func seed(_ server: TestServer, _ state: String) async throws {
        let config = "{ config: { recaptchaConfig: \(Self.config(state).text) } }"
        let answer = try await server.seed("{ version: 1, projects: { example: \(config) } }")
        try #require(answer.status == 200, "\(answer.text)")
    }

    @Test(arguments: Profile.allCases)
    func `without a configuration nothing is wanted`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let unset: JSON = "ENFORCEMENT_STATE_UNSPECIFIED"

        #expect(
            try await server.send(.get, Self.path).json.sorted == [
                "recaptchaEnforcementState": [
                    ["enforcementState": unset, "provider": "EMAIL_PASSWORD_PROVIDER"],
                    ["enforcementState": unset, "provider": "PHONE_PROVIDER"],
                ],
                "useSmsBotScore": false, "useSmsTollFraudProtection": false,
            ])
    }

    private static let aligned =
        "INVALID_RECAPTCHA_PHONE_AUTH_CONFIGURATION : Phone auth enforcement state must be aligned with toll fraud or bot "
        + "score enablement."
    private static let unset = "INVALID_CONFIG : The action in reCAPTCHA managed rules must be set."

    private static func score(_ word: String) -> String {
        "INVALID_CONFIG : The \(word) score in reCAPTCHA managed rules must be a value between 0.0 and 1.0, at 11 "
            + "discrete values; e.g. 0.1, 0.2, 0.3, 0.4, ... 0.9, 1.0."
    }

    static let refusals: [(config: JSON, outcome: String)] = [
        (["managedRules": [["endScore": .number("0.25"), "action": "BLOCK"]]], score("end")),
        (["managedRules": [["endScore": .number("1.1"), "action": "BLOCK"]]], score("end")),
        (["managedRules": [["endScore": .number("-0.1"), "action": "BLOCK"]]], score("end")),
        (["tollFraudManagedRules": [["startScore": .number("0.55"), "action": "BLOCK"]]], score("start")),
        (["managedRules": [["endScore": .number("0.3")]]], unset),
        (["managedRules": [["endScore": .number("0.3"), "action": "RECAPTCHA_ACTION_UNSPECIFIED"]]], unset),
        (
            ["managedRules": [["endScore": 0, "action": "BLOCK"], ["endScore": .number("0.7"), "action": "BLOCK"]]],
            "OK"
        ),
        (["tollFraudManagedRules": [["startScore": .number("1.0"), "action": "BLOCK"]]], "OK"),
        (["recaptchaKeys": [["key": "web", "type": "WEB"]]], "INVALID_SITE_KEY"),
        (["recaptchaKeys": [["key": "projects/p/keys/", "type": "WEB"]]], "INVALID_SITE_KEY"),
        (["recaptchaKeys": [["key": "projects/p/keys/web", "type": "WEB"]]], "INVALID_SITE_KEY"),
        (["recaptchaKeys": [["type": "WEB"]]], "INVALID_SITE_KEY"),
        (["recaptchaKeys": []], "OK"),
        (["useSmsBotScore": true], aligned),
        (["useSmsTollFraudProtection": true, "phoneEnforcementState": "OFF"], aligned),
        (["useSmsTollFraudProtection": true, "phoneEnforcementState": "AUDIT"], "OK"),
    ]

    /// production.md section 13.
    @Test(arguments: [Profile.local, .production], refusals)
    func `a configuration that cannot be is refused`(
        _ profile: Profile, _ row: (config: JSON, outcome: String)
    ) async throws {
        let server = try await TestServer.open(profile)

        let project = try await server.configure("recaptchaConfig", ["recaptchaConfig": row.config])
        #expect(project.outcome == row.outcome)
        let tenant = try await server.send(
            .post, "/identitytoolkit.googleapis.com/v2/projects/example/tenants",
            ["displayName": "blue-team", "recaptchaConfig": row.config], headers: [.authorization: "Bearer owner"])
        #expect(tenant.outcome == row.outcome)
    }

    /// production.md section 14
    @Test(arguments: [Profile.local, .production])
    func `states and two flags are always shown, and others as they were written`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let unspecified: JSON = "RECAPTCHA_PROVIDER_ENFORCEMENT_STATE_UNSPECIFIED"
        let config: JSON = [
            "useAccountDefender": false, "phoneEnforcementState": unspecified,
            "managedRules": [["action": "BLOCK", "endScore": .number("0.1")]],
            "emailPasswordEnforcementState": unspecified,
        ]
        let expected = """
            {"emailPasswordEnforcementState":"RECAPTCHA_PROVIDER_ENFORCEMENT_STATE_UNSPECIFIED",\
            "managedRules":[{"endScore":0.1,"action":"BLOCK"}],"useAccountDefender":false,\
            "phoneEnforcementState":"RECAPTCHA_PROVIDER_ENFORCEMENT_STATE_UNSPECIFIED","useSmsBotScore":false,\
            "useSmsTollFraudProtection":false}
            """

        let project = try await server.configure("recaptchaConfig", ["recaptchaConfig": config])
        #expect(project["recaptchaConfig"]?.text == expected)
        let tenant = try await server.createTenant(["displayName": "blue-team", "recaptchaConfig": config])
        #expect(tenant["recaptchaConfig"]?.text == expected)
    }

    /// production.md section 14
    @Test(arguments: [Profile.local, .production])
    func `both states are shown although one or none was written`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        func shown() async throws -> JSON? {
            try await server.adminGet("/v2/projects/example/config")["recaptchaConfig"]
        }
        let unspecified: JSON = "RECAPTCHA_PROVIDER_ENFORCEMENT_STATE_UNSPECIFIED"
        var expected: JSON = [
            "emailPasswordEnforcementState": unspecified, "phoneEnforcementState": unspecified,
            "useSmsBotScore": false, "useSmsTollFraudProtection": false,
        ]

        #expect(try await shown() == expected)
        for (name, state) in [("emailPasswordEnforcementState", "OFF"), ("phoneEnforcementState", "AUDIT")] {
            try await server.set("recaptchaConfig.\(name)", .string(state))
            expected[name] = .string(state)
            #expect(try await shown() == expected)
        }
        let tenant = try await server.createTenant([
            "displayName": "blue-team", "recaptchaConfig": ["phoneEnforcementState": "OFF"],
        ])
        #expect(tenant["recaptchaConfig"]?["emailPasswordEnforcementState"] == unspecified)
        #expect(try await server.createTenant(["displayName": "red-team"])["recaptchaConfig"] == nil)
    }

    /// production.md section 14
    @Test(arguments: [Profile.local, .production])
    func `a change that names all and writes none keeps what is said of phones`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let phone: JSON = [
            "phoneEnforcementState": "AUDIT", "useSmsBotScore": true, "useSmsTollFraudProtection": true,
        ]
        try await server.set(
            "recaptchaConfig",
            phone.merging([
                "emailPasswordEnforcementState": "AUDIT", "useAccountDefender": true,
                "tollFraudManagedRules": [["startScore": .number("0.8"), "action": "BLOCK"]],
            ]))

        #expect(try await server.configure("recaptchaConfig", [:])["recaptchaConfig"] == phone)
        #expect(try await server.adminGet("/v2/projects/example/config")["recaptchaConfig"] == phone)
        try await server.set("recaptchaConfig", ["phoneEnforcementState": "OFF"])
        let shown = try await server.adminGet("/v2/projects/example/config")["recaptchaConfig"]
        #expect(
            shown?.names == [
                "emailPasswordEnforcementState", "phoneEnforcementState", "useSmsBotScore",
                "useSmsTollFraudProtection",
            ])
    }

    /// production.md section 14
    @Test(arguments: [Profile.local, .production])
    func `the defender is shown to who writes it, and else while reCAPTCHA is on`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        func shown() async throws -> JSON? {
            try await server.adminGet("/v2/projects/example/config").json[path: "recaptchaConfig.useAccountDefender"]
        }
        let path = "recaptchaConfig.useAccountDefender"
        let written: JSON = ["recaptchaConfig": ["useAccountDefender": true]]

        #expect(try await server.configure(path, written).json[path: path] == true)
        #expect(try await shown() == nil)
        let state: JSON = ["recaptchaConfig": ["emailPasswordEnforcementState": "AUDIT"]]
        let changed = try await server.configure("recaptchaConfig.emailPasswordEnforcementState", state)
        #expect(changed.json[path: path] == true)
        #expect(try await shown() == true)
        try await server.set("recaptchaConfig.emailPasswordEnforcementState", "OFF")
        #expect(try await shown() == nil)
        let tenant = try await server.createTenant(written.merging(["displayName": "blue-team"]))
        #expect(tenant.json[path: path] == true)
        let id = String(tenant.string("name")?.split(separator: "/").last ?? "")
        #expect(try await server.getTenant(id).json[path: path] == nil)
    }

    /// production.md section 13: a request may repeat the project's keys, as one that writes what it read does.
    @Test(arguments: [Profile.local, .production])
    func `keys come from fixtures alone`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        try await seed(server, "AUDIT")

        let mask = "recaptchaConfig.recaptchaKeys"
        let same = try await server.configure("recaptchaConfig", ["recaptchaConfig": Self.config("ENFORCE")])
        #expect(same.json[path: "recaptchaConfig.recaptchaKeys"] == Self.keys)
        let other: JSON = [["key": "projects/p/keys/other", "type": "WEB"]]
        #expect(
            try await server.configure(mask, ["recaptchaConfig": ["recaptchaKeys": other]]).outcome
                == "INVALID_SITE_KEY")
        #expect(try await server.send(.get, Self.path)["recaptchaKey"] == "projects/p/keys/web")
        #expect(try await server.configure(mask, [:]).outcome == "OK")
        #expect(try await server.send(.get, Self.path)["recaptchaKey"] == nil)
    }

    @Test(arguments: Profile.allCases)
    func `the client and the version are needed`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let path = "/identitytoolkit.googleapis.com/v2/recaptchaConfig?key=k"

        #expect(try await server.send(.get, path).outcome == "MISSING_CLIENT_TYPE")
        #expect(
            try await server.send(.get, path + "&clientType=CLIENT_TYPE_IOS").outcome == "MISSING_RECAPTCHA_VERSION")
        let unknown = try await server.send(.get, path + "&clientType=CLIENT_TYPE_IOS&version=RECAPTCHA_V9")
        #expect(unknown.status == 400)
        if server.profile == .production {
            #expect(
                unknown.message
                    == "Invalid value at 'version' (type.googleapis.com/google.cloud.identitytoolkit.v2"
                    + ".GetRecaptchaConfigRequest.RecaptchaVersion), \"RECAPTCHA_V9\"")
        }
        #expect(try await server.send(.get, path + "&clientType=TOASTER").status == 400)
    }

    @Test(arguments: [Profile.local, .production], ["OFF", "AUDIT", "ENFORCE"])
    func `only enforcement refuses who brings no token`(_ profile: Profile, _ state: String) async throws {
        let server = try await TestServer.open(profile)
        _ = try await server.user()
        try await server.set("signIn.phoneNumber.enabled", true)
        try await server.set("smsRegionConfig", ["allowByDefault": [:]])
        try await seed(server, state)
        let refusal = state == "ENFORCE" ? "MISSING_RECAPTCHA_TOKEN" : "OK"
        let reset: JSON = ["requestType": "PASSWORD_RESET", "email": "alice@example.test"]
        let password: JSON = ["email": "alice@example.test", "password": "correct-horse"]
        let number: JSON = ["phoneNumber": "+16505550100"]

        let config = try await server.send(.get, Self.path)
        #expect((config["recaptchaKey"] == "projects/p/keys/web") == (state != "OFF"))
        #expect(try await server.app("accounts:signInWithPassword", password).outcome == refusal)
        #expect(try await server.app("accounts:sendOobCode", reset).outcome == refusal)
        #expect(try await server.app("accounts:sendVerificationCode", number).outcome == refusal)
        #expect(try await server.signUp("new@x.test").outcome == refusal)
        #expect(try await server.app("accounts:signUp").outcome == "OK", "a guest needs none")
        let token: JSON = ["captchaResponse": "t"]
        #expect(try await server.app("accounts:signInWithPassword", password.merging(token)).outcome == "OK")
        #expect(try await server.app("accounts:sendOobCode", reset.merging(["captchaResp": "t"])).outcome == "OK")
        #expect(try await server.app("accounts:sendVerificationCode", number.merging(token)).outcome == "OK")
        #expect(try await server.admin("accounts:sendOobCode", reset).outcome == "OK")
    }
}
