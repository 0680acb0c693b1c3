package import FirebreakWire

/// Requirements of a project or tenant for passwords: `passwordPolicyConfig` (production.md section 7).
package struct PasswordPolicy: Sendable, Equatable {
    /// UTF-16 units; `nil` where the policy has none, so that the service's default applies.
    package let configuredMinimum: Int?
    /// UTF-16 units; `nil` where the policy has none.
    package let configuredMaximum: Int?
    package let needsLowercase: Bool
    package let needsUppercase: Bool
    package let needsDigit: Bool
    package let needsNonAlphanumeric: Bool
    /// Whether a policy was configured at all.
    package let isConfigured: Bool
    /// Whether passwords must comply with it; otherwise the service's default lengths apply.
    package let isEnforced: Bool
    /// Whether a sign-in with a password that does not meet it is refused.
    package let refusesSignIn: Bool

    /// The default lengths.
    private static let lengths = 6...4096

    /// Characters that count as non-alphanumeric, in production's order. `+` and `=` do not.
    package static let nonAlphanumerics = Array("^$*.[]{}()?\"!@#%&/\\,><':;|_~`-").map(String.init)

    package init(_ config: JSON?) {
        let options = config?["passwordPolicyVersions"]?.arrayValue?.first?["customStrengthOptions"]
        func length(_ name: String) -> Int? { options?[name]?.integerValue.map { Int(clamping: $0) } }
        func flag(_ name: String) -> Bool { options?[name]?.boolValue ?? false }
        configuredMinimum = length("minPasswordLength")
        configuredMaximum = length("maxPasswordLength")
        needsLowercase = flag("containsLowercaseCharacter")
        needsUppercase = flag("containsUppercaseCharacter")
        needsDigit = flag("containsNumericCharacter")
        needsNonAlphanumeric = flag("containsNonAlphanumericCharacter")
        isConfigured = config?.objectValue != nil
        isEnforced = config?[Self.stateName] == "ENFORCE"
        refusesSignIn = isEnforced && config?["forceUpgradeOnSignin"]?.boolValue ?? false
    }

    /// UTF-16 units.
    package var minimumLength: Int { configuredMinimum ?? Self.lengths.lowerBound }
    /// UTF-16 units.
    package var maximumLength: Int { configuredMaximum ?? Self.lengths.upperBound }

    /// A requirement that a password does not meet.
    package struct Requirement: Sendable, Equatable {
        /// As `userNotifications` names it.
        package let code: String
        /// As errors and notifications say it.
        package let message: String
    }

    /// Requirements of the policy that the password does not meet, in production's order.
    package func missing(in password: String) -> [Requirement] {
        let length = password.utf16.count
        let bytes = password.utf8
        let rows: [(isMet: Bool, code: String, message: String)] = [
            (
                length >= minimumLength, "MINIMUM_PASSWORD_LENGTH",
                "Password must contain at least \(minimumLength) characters"
            ),
            (
                length <= maximumLength, "MAXIMUM_PASSWORD_LENGTH",
                "Password may contain at most \(maximumLength) characters"
            ),
            (
                !needsLowercase || bytes.contains(where: \.isASCIILowercase),
                "MISSING_LOWERCASE_CHARACTER", "Password must contain a lower case character"
            ),
            (
                !needsUppercase || bytes.contains(where: \.isASCIIUppercase),
                "MISSING_UPPERCASE_CHARACTER", "Password must contain an upper case character"
            ),
            (
                !needsDigit || bytes.contains(where: \.isASCIIDigit),
                "MISSING_NUMERIC_CHARACTER", "Password must contain a numeric character"
            ),
            (
                !needsNonAlphanumeric || password.contains { Self.nonAlphanumerics.contains(String($0)) },
                "MISSING_NON_ALPHANUMERIC_CHARACTER", "Password must contain a non-alphanumeric character"
            ),
        ]
        return rows.filter { !$0.isMet }.map { Requirement(code: $0.code, message: $0.message) }
    }

    /// Checks a new password.
    ///
    /// - Throws: `PASSWORD_DOES_NOT_MEET_REQUIREMENTS` listing the unmet requirements; if no policy is enforced,
    ///   `WEAK_PASSWORD` under six UTF-16 units and the former over 4096.
    package func check(_ password: String) throws(WireError) {
        guard isEnforced else {
            let length = password.utf16.count
            guard length >= Self.lengths.lowerBound else { throw .weakPassword }
            guard length <= Self.lengths.upperBound else { throw .passwordTooLong }
            return
        }
        let missing = missing(in: password)
        guard missing.isEmpty else {
            let words = missing.map(\.message)
            throw .passwordLacks(words).because(.passwordPolicy(missing: words))
        }
    }

    /// `passwordPolicyConfig` with members that requests cannot set, the version of its schema and the time of its last
    /// change, and without a state that says nothing.
    ///
    /// - Throws: An error for a policy that the change left without its one version (production.md section 7).
    static func dated(_ config: JSON?, before: JSON?, at now: Timestamp) throws(WireError) -> JSON? {
        guard var config, config.objectValue != nil else { return config }
        if config[stateName] == "PASSWORD_POLICY_ENFORCEMENT_STATE_UNSPECIFIED" { config[stateName] = nil }
        let versions = config["passwordPolicyVersions"]?.arrayValue
        if let versions {
            config["passwordPolicyVersions"] = .array(
                versions.map { version in
                    var version = version
                    version["schemaVersion"] = 1
                    return version
                })
        }
        let isUnchanged = config.without("lastUpdateTime") == before?.without("lastUpdateTime")
        guard isUnchanged || versions?.count == 1 else {
            throw .invalidSetting("Policy versions list must be of length 1")
        }
        config["lastUpdateTime"] = isUnchanged ? before?["lastUpdateTime"] : .string(now.rfc3339)
        return config
    }

    private static let stateName = "passwordPolicyEnforcementState"

    /// - Throws: An error for lengths that cannot be (production.md section 7).
    static func check(_ config: JSON?) throws(WireError) {
        for version in config?["passwordPolicyVersions"]?.arrayValue ?? [] {
            let options = version["customStrengthOptions"]
            let minimum = options?["minPasswordLength"]?.integerValue
            if let minimum, !(6...30).contains(minimum) {
                throw .invalidSetting("Minimum password length must be between 6 and 30")
            }
            guard let maximum = options?["maxPasswordLength"]?.integerValue else { continue }
            guard maximum >= minimum ?? Int64(lengths.lowerBound) else {
                throw .invalidSetting(
                    "Maximum password length must be greater than or equal to the minimum password length")
            }
            guard maximum <= lengths.upperBound else {
                throw .invalidSetting("Maximum password length must be less than or equal to 4096")
            }
        }
    }
}
