package import FirebreakWire

/// Requirements of a project or tenant for passwords: `passwordPolicyConfig` (production.md section 7).
package struct PasswordPolicy: Sendable, Equatable {
    /// UTF-16 units.
    package let minimumLength: Int
    /// UTF-16 units.
    package let maximumLength: Int
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
        func length(_ name: String, _ usual: Int) -> Int {
            options?[name]?.integerValue.map { Int(clamping: $0) } ?? usual
        }
        func flag(_ name: String) -> Bool { options?[name]?.boolValue ?? false }
        minimumLength = length("minPasswordLength", Self.lengths.lowerBound)
        maximumLength = length("maxPasswordLength", Self.lengths.upperBound)
        needsLowercase = flag("containsLowercaseCharacter")
        needsUppercase = flag("containsUppercaseCharacter")
        needsDigit = flag("containsNumericCharacter")
        needsNonAlphanumeric = flag("containsNonAlphanumericCharacter")
        isConfigured = config?["passwordPolicyEnforcementState"] != nil
        isEnforced = config?["passwordPolicyEnforcementState"] == "ENFORCE"
        refusesSignIn = isEnforced && config?["forceUpgradeOnSignin"]?.boolValue ?? false
    }

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
        guard missing.isEmpty else { throw .passwordLacks(missing.map(\.message)) }
    }

    /// `passwordPolicyConfig` with members that requests cannot set: the version of its schema and the time of its last
    /// change; and with a state, which Admin SDKs require (tenants-config.md B6).
    static func dated(_ config: JSON?, before: JSON?, at now: Timestamp) -> JSON? {
        guard var config, config.objectValue != nil else { return config }
        if let versions = config["passwordPolicyVersions"]?.arrayValue {
            config["passwordPolicyVersions"] = .array(
                versions.map { version in
                    var version = version
                    version["schemaVersion"] = 1
                    return version
                })
        }
        if config["passwordPolicyEnforcementState"] == nil { config["passwordPolicyEnforcementState"] = "OFF" }
        let isUnchanged = config.without("lastUpdateTime") == before?.without("lastUpdateTime")
        config["lastUpdateTime"] = isUnchanged ? before?["lastUpdateTime"] : .string(now.rfc3339)
        return config
    }

    /// - Throws: An error for an invalid configuration (tenants-config.md B3).
    static func check(_ config: JSON?) throws(WireError) {
        guard let config, !config.isNull else { return }
        for version in config["passwordPolicyVersions"]?.arrayValue ?? [] {
            let options = version["customStrengthOptions"]
            if let minimum = options?["minPasswordLength"]?.integerValue, !(6...30).contains(minimum) {
                throw .invalidPasswordPolicy("minPasswordLength must be 6 to 30.")
            }
            let maximum = options?["maxPasswordLength"]?.integerValue
            if let maximum, !((options?["minPasswordLength"]?.integerValue ?? 6)...4096).contains(maximum) {
                throw .invalidPasswordPolicy("maxPasswordLength must be at least the minimum and at most 4096.")
            }
        }
        guard (config["passwordPolicyVersions"]?.arrayValue?.count ?? 1) == 1 else {
            throw .invalidPasswordPolicy("there must be exactly one version.")
        }
    }
}
