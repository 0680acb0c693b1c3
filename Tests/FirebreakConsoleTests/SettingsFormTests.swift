import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

@testable import FirebreakConsole

/// The forms of the console's settings (firebreak.md section 13): each changes what it says and nothing else.
struct SettingsFormTests {
    /// A change by a form, and what becomes of the configuration.
    struct Change: Sendable, CustomTestStringConvertible {
        var section: String
        var fields: KeyValuePairs<String, String?>
        /// The members that change, with their values.
        var result: KeyValuePairs<String, JSON>
        /// The settings that are marked then.
        var marked: [String]

        var testDescription: String { "\(section) \(fields.map(\.key))" }
    }

    static let changes: [Change] = [
        Change(
            section: "sign-in", fields: ["signIn.anonymous.enabled": nil],
            result: ["signIn.anonymous": .emptyObject], marked: ["signIn.anonymous.enabled"]),
        Change(
            section: "sign-in", fields: ["signIn.email.passwordRequired": nil],
            result: ["signIn.email.passwordRequired": true], marked: ["signIn.email.passwordRequired"]),
        Change(
            section: "users", fields: ["emailPrivacyConfig.enableImprovedEmailPrivacy": nil],
            result: ["emailPrivacyConfig": .emptyObject], marked: ["emailPrivacyConfig.enableImprovedEmailPrivacy"]),
        Change(
            section: "users",
            fields: ["client.permissions.disabledUserSignup": nil, "signIn.allowDuplicateEmails": "on"],
            result: ["client.permissions": ["disabledUserSignup": true], "signIn.allowDuplicateEmails": true],
            marked: ["client.permissions.disabledUserSignup", "signIn.allowDuplicateEmails"]),
        Change(
            section: "users", fields: ["recaptchaConfig.emailPasswordEnforcementState": "ENFORCE"],
            result: ["recaptchaConfig.emailPasswordEnforcementState": "ENFORCE"],
            marked: ["recaptchaConfig.emailPasswordEnforcementState"]),
        Change(
            section: "passwords",
            fields: [
                "passwordPolicyEnforcementState": "ENFORCE", "minPasswordLength": "8",
                "containsNumericCharacter": "on",
            ],
            result: [
                "passwordPolicyConfig.passwordPolicyEnforcementState": "ENFORCE",
                "passwordPolicyConfig.passwordPolicyVersions": [
                    [
                        "customStrengthOptions": [
                            "minPasswordLength": 8, "maxPasswordLength": 4096, "containsLowercaseCharacter": false,
                            "containsUppercaseCharacter": false, "containsNumericCharacter": true,
                            "containsNonAlphanumericCharacter": false,
                        ], "schemaVersion": 1,
                    ]
                ],
            ],
            marked: ["passwordPolicyEnforcementState", "minPasswordLength", "containsNumericCharacter"]),
        Change(
            section: "factors", fields: ["mfa.state": "MANDATORY", "mfa.adjacentIntervals": "0"],
            result: [
                "mfa.state": "MANDATORY",
                "mfa.providerConfigs": [["totpProviderConfig": .emptyObject, "state": "ENABLED"]],
            ], marked: ["mfa.state", "mfa.adjacentIntervals"]),
        Change(
            section: "factors",
            fields: ["smsRegionConfig.policy": "allowlistOnly", "smsRegionConfig.regions": "US, de"],
            result: ["smsRegionConfig": ["allowlistOnly": ["allowedRegions": ["US", "DE"]]]],
            marked: ["smsRegionConfig.policy", "smsRegionConfig.regions"]),
        Change(
            section: "functions",
            fields: [
                "blockingFunctions.triggers.beforeCreate": "http://127.0.0.1:5001/f",
                "blockingFunctions.forwardInboundCredentials.idToken": "on",
            ],
            result: [
                "blockingFunctions.triggers.beforeCreate.functionUri": "http://127.0.0.1:5001/f",
                "blockingFunctions.forwardInboundCredentials": ["idToken": true],
            ],
            marked: [
                "blockingFunctions.triggers.beforeCreate", "blockingFunctions.forwardInboundCredentials.idToken",
            ]),
    ]

    @Test(arguments: changes)
    func `a form changes what it says and nothing else, and its defaults come back`(change: Change) async throws {
        let console = SettingsConsole(server: try TestServer())
        let before = try await console.config()

        let answer = try await console.submit(change.section, change.fields)
        #expect(answer.status == 303, "\(answer.text)")
        #expect(answer.headers[.location]?.hasSuffix("/settings/\(change.section)?notice=settingsSaved") == true)

        let after = try await console.config()
        for (path, value) in change.result {
            let stored = try #require(after[path: path], "\(path)")
            #expect(stored.isEquivalent(to: value), "\(path): \(stored.text)")
        }
        let names = Set(change.result.map { String($0.key.split(separator: ".")[0]) })
        #expect(after.without(names) == before.without(names))
        #expect(try await console.changed(change.section) == change.marked)
        #expect(try await console.overview() == change.marked)

        try await console.press(change.section, "reset", "*")
        #expect(try await console.config() == before)
        #expect(try await console.changed(change.section).isEmpty)
        #expect(try await console.overview().isEmpty)
    }

    @Test(arguments: TestProfile.allCases, ["sign-in", "users", "passwords", "factors", "functions", "rules"])
    func `a form that is sent as it is changes nothing`(profile: TestProfile, section: String) async throws {
        let server = try TestServer(profile.value)
        let console = SettingsConsole(server: server)
        _ = try await server.configure("signIn.allowDuplicateEmails", ["signIn": ["allowDuplicateEmails": true]])
        let (before, rules) = (try await console.config(), try await console.rules())
        let page = try await console.page(section)
        guard PageForm.all(in: page.text).contains(where: { $0.action.hasSuffix("/settings/\(section)") }) else {
            // There is nothing to set in the reference.
            #expect(profile == .emulator)
            return
        }

        #expect(try await console.submit(section).status == 303)

        #expect(try await console.config() == before)
        #expect(try await console.rules() == rules)
        #expect(try await console.overview() == ["signIn.allowDuplicateEmails"])
    }

    @Test(arguments: TestProfile.allCases)
    func `a new project has no setting that is marked`(profile: TestProfile) async throws {
        let server = try TestServer(profile.value)
        let console = SettingsConsole(server: server)
        _ = try await server.admin("accounts", ["email": "a@example.test"])

        for section in ["sign-in", "users", "passwords", "factors", "functions", "rules", "templates", "domains"] {
            let page = try await console.page(section)
            #expect(page.status == 200)
            #expect(!page.text.contains(">changed<"), "\(section)")
        }
        #expect(try await console.overview().isEmpty)
        #expect(try await console.page().text.contains("as profile \(profile.rawValue) starts with"))
    }

    static let refusals: [(section: String, field: String, value: String, message: String)] = [
        ("passwords", "minPasswordLength", "5", "Minimum password length must be between 6 and 30"),
        ("passwords", "maxPasswordLength", "<many>", "Maximum length must be a whole number."),
        (
            "factors", "mfa.adjacentIntervals", "11",
            "Allowed number of adjacent intervals must be between 0 and 10, inclusive"
        ),
        ("factors", "smsRegionConfig.regions", "ATLANTIS", "A region is a code of two letters"),
        (
            "functions", "blockingFunctions.triggers.beforeSignIn", "nowhere",
            "The URL of a function is absolute"
        ),
        ("rules", "lifetimes", "{", "lifetimes must be JSON"),
        ("rules", "lifetimes", #"{"idToken": 0}"#, "ifetime idToken must be 1 to 3153600000 seconds"),
        ("rules", "accountEvents", #""><b>"#, "accountEvents must be an absolute http or https URL"),
        ("rules", "takeover", "sometimes", "takeover must be one of on, federated, off"),
    ]

    @Test(arguments: refusals)
    func `a form that is refused says why, keeps what was entered, and changes nothing`(
        section: String, field: String, value: String, message: String
    ) async throws {
        let console = SettingsConsole(server: try TestServer())
        let (before, rules) = (try await console.config(), try await console.rules())

        let answer = try await console.submit(section, [field: value])

        #expect(answer.status == 400)
        #expect(answer.text.contains(message.escapedHTML), "\(answer.text)")
        let form = try #require(PageForm.all(in: answer.text).first { $0.action.hasSuffix("/settings/\(section)") })
        // A choice shows none of its values then.
        if field != "takeover" { #expect(form.fields.first { $0.name == field }?.value == value) }
        #expect(!answer.text.contains("<b>\""))
        #expect(try await console.config() == before)
        #expect(try await console.rules() == rules)
    }

    @Test(arguments: [
        "users", "domains", "rules", "templates", "templates/mail", "templates/preview", "tenants", "keys",
        "sign-in/numbers", "providers/google.com", "passwords", "factors", "functions", "sign-in",
    ])
    func `without the token of this server a form is refused`(path: String) async throws {
        let server = try TestServer()
        let console = SettingsConsole(server: server)
        let (before, rules) = (try await console.config(), try await console.rules())

        for token in [nil, "wrong"] {
            var fields = [(name: "reset", value: "*"), ("domain", "a.test"), ("clientId", "a"), ("key", "a")]
            if let token { fields.append(("formToken", token)) }
            let answer = try await console.post(path, fields)
            #expect(answer.status == 403)
        }

        #expect(try await console.config() == before)
        #expect(try await console.rules() == rules)
        let keys = try await server.control(.get, "/apiKeys")["apiKeys"]?.arrayValue
        #expect(keys?.count == 1)
    }

    @Test func `in the reference only what has an effect is offered, and it comes back without members that stay`()
        async throws
    {
        let console = SettingsConsole(server: try TestServer(.emulator))
        let before = try await console.config()

        try await console.submit(
            "users", ["emailPrivacyConfig.enableImprovedEmailPrivacy": "on", "signIn.allowDuplicateEmails": "on"])
        try await console.submit("functions", ["blockingFunctions.triggers.beforeCreate": "http://127.0.0.1:5001/f"])
        let after = try await console.config()
        #expect(after[path: "emailPrivacyConfig.enableImprovedEmailPrivacy"] == true)
        #expect(after[path: "signIn.allowDuplicateEmails"] == true)
        #expect(after[path: "blockingFunctions.triggers.beforeCreate.functionUri"] == "http://127.0.0.1:5001/f")
        #expect(
            try await console.overview() == [
                "emailPrivacyConfig.enableImprovedEmailPrivacy", "signIn.allowDuplicateEmails",
                "blockingFunctions.triggers.beforeCreate",
            ])

        try await console.press("users", "reset", "*")
        try await console.press("functions", "reset", "blockingFunctions.triggers.beforeCreate")
        #expect(try await console.config()["signIn"] == before["signIn"])
        #expect(try await console.overview().isEmpty)
        let passwords = try await console.page("passwords")
        #expect(passwords.text.contains("passwords need six characters"))
        #expect(!passwords.text.contains("minPasswordLength"))
    }
}

extension JSON {
    fileprivate func without(_ names: Set<String>) -> JSON {
        .object((objectValue ?? []).filter { !names.contains($0.key) })
    }
}
