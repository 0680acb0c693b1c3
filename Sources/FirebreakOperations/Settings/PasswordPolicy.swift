package import FirebreakWire

/// Requirements of a project or tenant for passwords: `passwordPolicyConfig` (production.md section 7).
package struct PasswordPolicy: Sendable, Equatable {
    /// UTF-16 units; `nil` where the policy has none, so that the service's default applies.
    let configuredMinimum: Int?
    /// UTF-16 units; `nil` where the policy has none.
    let configuredMaximum: Int?
    package let needsLowercase: Bool
    package let needsUppercase: Bool
    package let needsDigit: Bool
    package let needsNonAlphanumeric: Bool
    /// Whether a policy was configured at all.
    let isConfigured: Bool
    /// Whether passwords must comply with it; otherwise the service's default lengths apply.
    package let isEnforced: Bool
    /// Whether a sign-in with a password that does not meet it is refused.
    let refusesSignIn: Bool

    /// The default lengths.
    private static let lengths = 6...Limit.password.maximum

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

    /// What a policy asks of passwords.
    package enum Requirement: Sendable, Equatable {
        /// UTF-16 units.
        case minimumLength(Int)
        /// UTF-16 units.
        case maximumLength(Int)
        case lowercase, uppercase, digit, nonAlphanumeric

        func isMet(by password: String) -> Bool {
            switch self {
            case .minimumLength(let length): password.utf16.count >= length
            case .maximumLength(let length): password.utf16.count <= length
            case .lowercase: password.utf8.contains(where: \.isASCIILowercase)
            case .uppercase: password.utf8.contains(where: \.isASCIIUppercase)
            case .digit: password.utf8.contains(where: \.isASCIIDigit)
            case .nonAlphanumeric: password.unicodeScalars.contains { nonAlphanumerics.contains(String($0)) }
            }
        }

        /// As `userNotifications` names it.
        package var code: String {
            switch self {
            case .minimumLength: "MINIMUM_PASSWORD_LENGTH"
            case .maximumLength: "MAXIMUM_PASSWORD_LENGTH"
            case .lowercase: "MISSING_LOWERCASE_CHARACTER"
            case .uppercase: "MISSING_UPPERCASE_CHARACTER"
            case .digit: "MISSING_NUMERIC_CHARACTER"
            case .nonAlphanumeric: "MISSING_NON_ALPHANUMERIC_CHARACTER"
            }
        }

        /// As errors and notifications say it.
        package var message: String {
            switch self {
            case .minimumLength(let length): "Password must contain at least \(length) characters"
            case .maximumLength(let length): "Password may contain at most \(length) characters"
            case .lowercase: "Password must contain a lower case character"
            case .uppercase: "Password must contain an upper case character"
            case .digit: "Password must contain a numeric character"
            case .nonAlphanumeric: "Password must contain a non-alphanumeric character"
            }
        }
    }

    /// In production's order.
    private var requirements: [Requirement] {
        [
            .minimumLength(minimumLength), .maximumLength(maximumLength), needsLowercase ? .lowercase : nil,
            needsUppercase ? .uppercase : nil, needsDigit ? .digit : nil, needsNonAlphanumeric ? .nonAlphanumeric : nil,
        ].compactMap(\.self)
    }

    /// What new passwords are held to.
    var enforced: [Requirement] {
        isEnforced
            ? requirements : [.minimumLength(Self.lengths.lowerBound), .maximumLength(Self.lengths.upperBound)]
    }

    /// Requirements of the policy that the password does not meet, in production's order.
    func missing(in password: String) -> [Requirement] { requirements.filter { !$0.isMet(by: password) } }

    /// Checks a new password.
    ///
    /// - Throws: `PASSWORD_DOES_NOT_MEET_REQUIREMENTS` listing the unmet requirements; if no policy is enforced,
    ///   `WEAK_PASSWORD` under six UTF-16 units and the former over 4096.
    func check(_ password: String) throws(WireError) {
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
        // Written so it is not shown, unlike one that was never written (production.md section 14).
        if config[stateName] == "PASSWORD_POLICY_ENFORCEMENT_STATE_UNSPECIFIED" { config[stateName] = .null }
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

/// Returns the password policy that apps show and check (tenants-config.md B3, production.md section 7).
package enum GetPasswordPolicy: APIOperation {
    package static func run(_ request: NoParameters, _ call: OperationContext) async throws -> JSON {
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
