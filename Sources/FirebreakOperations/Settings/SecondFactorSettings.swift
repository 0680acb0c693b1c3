import FirebreakWire

/// Which second factors a project or tenant allows: its `mfa` or `mfaConfig` (phone-mfa.md section 3).
package struct SecondFactorSettings: Sendable, Equatable {
    /// Whether accounts with second factors need one to sign in. `MANDATORY` has no effect on other accounts.
    let isAsked: Bool
    /// Whether codes by SMS can be enrolled and used.
    let allowsSMS: Bool
    /// Time steps before and after the present one whose one-time passwords are accepted, 0 through 10; `nil` if those
    /// cannot be enrolled and used.
    let totpWindow: Int?

    /// Production's default (production.md section 12).
    static let defaultWindow = 5

    /// For factors that existed before they were switched off, which can still be used.
    var totpWindowOrDefault: Int { totpWindow ?? Self.defaultWindow }

    /// - Parameter isAlwaysOn: Reference: a project requires second factors and allows SMS, whatever is stored.
    init(_ document: JSON?, isAlwaysOn: Bool) {
        func isOn(_ state: JSON?) -> Bool { ["ENABLED", "MANDATORY"].contains(state?.stringValue) }
        let isOn = isOn(document?["state"])
        isAsked = isAlwaysOn || isOn
        let providers = document?["enabledProviders"]?.arrayValue ?? []
        allowsSMS = isAlwaysOn || (isOn && providers.contains("PHONE_SMS"))
        let totp = document?["providerConfigs"]?.arrayValue?.first { $0["totpProviderConfig"] != nil }
        let isTOTPOn = isOn && ["ENABLED", "MANDATORY"].contains(totp?["state"]?.stringValue)
        let window = totp?[path: "totpProviderConfig.adjacentIntervals"]?.integerValue
        totpWindow = isTOTPOn ? window.map { Int(min(max($0, 0), 10)) } ?? Self.defaultWindow : nil
    }
}

extension SecondFactorSettings {
    /// Checks `mfa` before it is stored.
    ///
    /// - Throws: `INVALID_ADJACENT_INTERVAL_RANGE` for a window outside 0 through 10 (production.md section 12).
    static func check(_ document: JSON?) throws(WireError) {
        for provider in document?["providerConfigs"]?.arrayValue ?? [] {
            guard let window = provider[path: "totpProviderConfig.adjacentIntervals"]?.integerValue else { continue }
            guard (0...10).contains(window) else { throw .invalidAdjacentIntervalRange }
        }
    }

    /// `mfa` in its stored form: Admin SDKs require a state (tenants-config.md B6), and a provider that says nothing is
    /// dropped (production.md section 12).
    static func completed(_ document: JSON) -> JSON {
        guard document.objectValue != nil else { return document }
        var document = document
        if document["state"] == nil || document["state"] == "STATE_UNSPECIFIED" { document["state"] = "DISABLED" }
        if let providers = document["providerConfigs"]?.arrayValue {
            document["providerConfigs"] = .array(providers.filter { $0["totpProviderConfig"] != nil })
        }
        return document
    }
}
