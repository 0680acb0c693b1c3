package import FirebreakWire

/// Returns the password policy that apps show and check (tenants-config.md B3, production.md section 7).
package enum GetPasswordPolicy: APIOperation {
    package static func run(_ request: NoParameters, _ call: Call) async throws -> JSON {
        let policy = call.settings.passwordPolicy
        var options: JSON = [
            "minPasswordLength": .int(policy.minimumLength), "maxPasswordLength": .int(policy.maximumLength),
        ]
        let flags = [
            ("containsLowercaseCharacter", policy.needsLowercase),
            ("containsUppercaseCharacter", policy.needsUppercase), ("containsNumericCharacter", policy.needsDigit),
            ("containsNonAlphanumericCharacter", policy.needsNonAlphanumeric),
        ]
        for (name, isOn) in flags where isOn { options[name] = true }
        var answer: JSON = ["customStrengthOptions": options, "schemaVersion": 1]
        if policy.isConfigured {
            answer["allowedNonAlphanumericCharacters"] = .array(PasswordPolicy.nonAlphanumerics.map(JSON.string))
        }
        // Without a policy the service's default lengths are enforced.
        answer["enforcementState"] = policy.isConfigured && !policy.isEnforced ? "OFF" : "ENFORCE"
        if policy.refusesSignIn { answer["forceUpgradeOnSignin"] = true }
        return answer
    }
}
