package import FirebreakWire

/// Where a project or tenant requires reCAPTCHA tokens: `recaptchaConfig` (tenants-config.md B4).
///
/// A token must be present but is not verified, which only Google could do. Any text is accepted.
package struct RecaptchaSettings: Sendable, Equatable {
    package enum Enforcement: String, Sendable {
        case off = "OFF"
        /// Tokens are never required.
        case audit = "AUDIT"
        case enforce = "ENFORCE"
    }

    package let emailPassword: Enforcement?
    package let phone: Enforcement?
    package let usesSMSBotScore: Bool
    package let usesSMSTollFraudProtection: Bool
    /// Keys by the kind of client they are for.
    private let keys: [String: String]

    package init(_ config: JSON?) {
        emailPassword = config?["emailPasswordEnforcementState"]?.stringValue.flatMap(Enforcement.init)
        phone = config?["phoneEnforcementState"]?.stringValue.flatMap(Enforcement.init)
        usesSMSBotScore = config?["useSmsBotScore"]?.boolValue ?? false
        usesSMSTollFraudProtection = config?["useSmsTollFraudProtection"]?.boolValue ?? false
        var keys: [String: String] = [:]
        for key in config?["recaptchaKeys"]?.arrayValue ?? [] {
            guard let text = key["key"]?.stringValue else { continue }
            keys[key["type"]?.stringValue ?? "WEB"] = text
        }
        self.keys = keys
    }

    /// Checks `recaptchaConfig` before it is stored.
    ///
    /// - Throws: `INVALID_SITE_KEY` for a key that is not a resource name; `INVALID_RECAPTCHA_PHONE_AUTH_CONFIGURATION`
    ///   for scores of SMS if reCAPTCHA is off for phones.
    static func check(_ config: JSON?) throws(WireError) {
        for key in config?["recaptchaKeys"]?.arrayValue ?? [] {
            let parts = (key["key"]?.stringValue ?? "").split(separator: "/", omittingEmptySubsequences: false)
            guard parts.count == 4, parts[0] == "projects", parts[2] == "keys", !parts[1].isEmpty, !parts[3].isEmpty
            else { throw .invalidSiteKey }
        }
        let settings = RecaptchaSettings(config)
        guard
            settings.phone == .audit || settings.phone == .enforce
                || !(settings.usesSMSBotScore || settings.usesSMSTollFraudProtection)
        else { throw .invalidRecaptchaPhoneConfiguration }
    }

    package func key(for client: GetRecaptchaConfig.ClientType) -> String? {
        switch client {
        case .web, .unspecified: keys["WEB"]
        case .android: keys["ANDROID"]
        case .iOS: keys["IOS"]
        }
    }

    /// - Throws: `MISSING_RECAPTCHA_TOKEN` if a token is enforced but missing.
    static func check(_ token: String?, _ enforcement: Enforcement?, _ call: Call) throws(WireError) {
        guard enforcement == .enforce, !call.isAdmin, token?.isEmpty != false else { return }
        throw .missingRecaptchaToken
    }
}
