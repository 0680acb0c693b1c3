package import FirebreakWire

/// Which second factors a project or tenant has: its `mfa` or `mfaConfig` (phone-mfa.md section 3).
package struct SecondFactorSettings: Sendable, Equatable {
    /// Whether accounts with second factors are asked for one. `MANDATORY` asks nobody else.
    package let isAsked: Bool
    /// Whether codes by SMS can be enrolled and used.
    package let allowsSMS: Bool
    /// Time steps before and after the present one whose one-time passwords count, 0 through 10; `nil` where those
    /// cannot be enrolled and used.
    package let totpWindow: Int?

    /// As production has it, where nothing is configured (production.md section 12).
    private static let defaultWindow = 5

    /// For factors that were there before they were switched off, which can still be used.
    var totpWindowOrDefault: Int { totpWindow ?? Self.defaultWindow }

    /// - Parameter isAlwaysOn: Reference: a project asks for second factors and has SMS, whatever is stored.
    package init(_ document: JSON?, isAlwaysOn: Bool) {
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
    /// Checks `mfa` as it is written to the configuration.
    ///
    /// - Throws: `INVALID_ADJACENT_INTERVAL_RANGE` for a window outside 0 through 10 (production.md section 12).
    static func check(_ document: JSON?) throws(WireError) {
        for provider in document?["providerConfigs"]?.arrayValue ?? [] {
            guard let window = provider[path: "totpProviderConfig.adjacentIntervals"]?.integerValue else { continue }
            guard (0...10).contains(window) else { throw .invalidAdjacentIntervalRange }
        }
    }

    /// `mfa` as it is stored: Admin SDKs insist on a state (tenants-config.md B6).
    static func completed(_ document: JSON) -> JSON {
        guard document.objectValue != nil, document["state"] == nil else { return document }
        var document = document
        document["state"] = "DISABLED"
        return document
    }

    /// `mfa` as it is answered: a window of 0 is left out (production.md section 12).
    static func shown(_ document: JSON) -> JSON {
        guard let providers = document["providerConfigs"]?.arrayValue else { return document }
        var shown = document
        shown["providerConfigs"] = .array(
            providers.map { provider in
                guard var totp = provider["totpProviderConfig"], totp["adjacentIntervals"]?.integerValue == 0 else {
                    return provider
                }
                totp["adjacentIntervals"] = nil
                var copy = provider
                copy["totpProviderConfig"] = totp
                return copy
            })
        return shown
    }
}
