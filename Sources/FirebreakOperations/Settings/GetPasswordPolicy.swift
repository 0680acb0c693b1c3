package import FirebreakWire

/// Returns the password policy that apps show and check (tenants-config.md B3, production.md section 7).
package enum GetPasswordPolicy: APIOperation {
    package static func run(_ request: NoParameters, _ call: Call) async throws -> JSON {
        let policy = call.settings.passwordPolicy
        var answer: JSON = ["customStrengthOptions": options(of: policy), "schemaVersion": 1]
        if policy.needsNonAlphanumeric {
            answer["allowedNonAlphanumericCharacters"] = .array(PasswordPolicy.nonAlphanumerics.map(JSON.string))
        }
        // Without a policy the service's default lengths are enforced.
        answer["enforcementState"] = policy.isConfigured && !policy.isEnforced ? "OFF" : "ENFORCE"
        if policy.refusesSignIn { answer["forceUpgradeOnSignin"] = true }
        return answer
    }

    /// The options that the policy has; those of the service where there is none (production.md section 7).
    private static func options(of policy: PasswordPolicy) -> JSON {
        var options = JSON.emptyObject
        let minimum = policy.isConfigured ? policy.configuredMinimum : policy.minimumLength
        let maximum = policy.isConfigured ? policy.configuredMaximum : policy.maximumLength
        options["minPasswordLength"] = minimum.map(JSON.int)
        options["maxPasswordLength"] = maximum.map(JSON.int)
        let flags = [
            ("containsLowercaseCharacter", policy.needsLowercase),
            ("containsUppercaseCharacter", policy.needsUppercase), ("containsNumericCharacter", policy.needsDigit),
            ("containsNonAlphanumericCharacter", policy.needsNonAlphanumeric),
        ]
        for (name, isOn) in flags where isOn { options[name] = true }
        return options
    }
}
