import FirebreakOperations
import FirebreakPages
import FirebreakWire

extension SettingsSection {
    static let passwords = SettingsSection(
        id: "passwords", title: "Password policy",
        introduction: { scope in
            guard scope.hasAllSettings else {
                return "In profile <code>emulator</code> passwords need six characters, and a policy has no effect."
            }
            return "Without an enforced policy passwords have 6 to 4096 characters."
        },
        hasTenants: true,
        parts: { scope in scope.hasAllSettings ? [PasswordPolicySettings()] : [] })
}

/// `passwordPolicyConfig`, whose one version stands in a list.
struct PasswordPolicySettings: SettingPart {
    let paths = ["passwordPolicyConfig"]

    private static let state = "passwordPolicyEnforcementState"
    private static let upgrade = "forceUpgradeOnSignin"
    private static let lengths = ["minPasswordLength", "maxPasswordLength"]
    private static let classes = [
        ("containsLowercaseCharacter", "A lower case letter"), ("containsUppercaseCharacter", "An upper case letter"),
        ("containsNumericCharacter", "A digit"), ("containsNonAlphanumericCharacter", "A special character"),
    ]

    var fields: [SettingField] {
        [
            SettingField(
                Self.state, "Policy", "Checked when a password is set.",
                .choice([.init("OFF", "not enforced"), .init("ENFORCE", "enforced")])),
            SettingField(
                Self.upgrade, "Also at sign-in", "A sign-in with a password that does not meet it is refused.", .box),
            SettingField("minPasswordLength", "Minimum length", "6 to 30.", .number),
            SettingField("maxPasswordLength", "Maximum length", "4096 at most.", .number),
        ]
            + Self.classes.map { name, label in
                SettingField(name, label, "", .box, group: "Passwords must contain")
            }
    }

    func values(of document: JSON) -> [String: String] {
        let config = document["passwordPolicyConfig"]
        let policy = PasswordPolicy(config)
        func word(_ isOn: Bool) -> String { isOn ? "on" : "off" }
        return [
            Self.state: policy.isEnforced ? "ENFORCE" : "OFF",
            Self.upgrade: word(config?[Self.upgrade]?.boolValue ?? false),
            "minPasswordLength": String(policy.minimumLength), "maxPasswordLength": String(policy.maximumLength),
            "containsLowercaseCharacter": word(policy.needsLowercase),
            "containsUppercaseCharacter": word(policy.needsUppercase),
            "containsNumericCharacter": word(policy.needsDigit),
            "containsNonAlphanumericCharacter": word(policy.needsNonAlphanumeric),
        ]
    }

    func write(_ values: [String: String], to change: inout SettingsChange) throws(SettingProblem) {
        var options = JSON.emptyObject
        for field in fields where Self.lengths.contains(field.name) {
            guard let text = values[field.name]?.nonEmpty else { continue }
            guard let length = Int64(text) else {
                throw SettingProblem(field: field.name, text: "\(field.label) must be a whole number.")
            }
            options[field.name] = .int(length)
        }
        for (name, _) in Self.classes { options[name] = .bool(values[name] == "on") }
        let policy: JSON = [
            Self.state: .string(values[Self.state] ?? "OFF"), Self.upgrade: .bool(values[Self.upgrade] == "on"),
            "passwordPolicyVersions": [["customStrengthOptions": options]],
        ]
        change.set(policy, at: "passwordPolicyConfig", empty: empty)
    }
}
