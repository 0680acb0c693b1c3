import FirebreakWire

/// Where a project or tenant requires reCAPTCHA tokens: `recaptchaConfig` (tenants-config.md B4).
///
/// A token must be present but is not verified, which only Google could do. Any text is accepted.
struct RecaptchaSettings: Sendable, Equatable {
    enum Enforcement: String, Sendable {
        case off = "OFF"
        /// Tokens are never required.
        case audit = "AUDIT"
        case enforce = "ENFORCE"
    }

    let emailPassword: Enforcement?
    let phone: Enforcement?
    let usesSMSBotScore: Bool
    let usesSMSTollFraudProtection: Bool
    /// Keys by the kind of client they are for.
    private let keys: [String: String]

    init(_ config: JSON?) {
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

    /// Whether tokens are looked at anywhere.
    var isOn: Bool { [emailPassword, phone].contains { $0 == .audit || $0 == .enforce } }

    /// `recaptchaConfig` in responses. `useAccountDefender` is shown to who writes it, and otherwise only while
    /// reCAPTCHA is on (production.md section 14).
    ///
    /// - Parameter change: What the request writes of it.
    static func shown(_ config: JSON?, after change: JSON?) -> JSON? {
        guard change?["useAccountDefender"] == nil, !RecaptchaSettings(config).isOn else { return config }
        return config?.without("useAccountDefender")
    }

    /// `recaptchaConfig` after a change whose mask names it and whose body does not have it: what is said of phones
    /// stays, everything else goes, and with it the state for e-mail, which is shown otherwise (production.md section 14).
    static func cleared(_ config: JSON?) -> JSON? {
        guard let config, config != .emptyObject else { return config }
        var kept: JSON = ["emailPasswordEnforcementState": .null]
        for name in ["phoneEnforcementState", "useSmsBotScore", "useSmsTollFraudProtection"] {
            kept[name] = config[name]
        }
        return kept
    }

    /// Checks `recaptchaConfig` before it is stored.
    ///
    /// - Throws: `INVALID_CONFIG` for a rule without an action or with a score that there is not; `INVALID_SITE_KEY` for
    ///   a key that is not a resource name; `INVALID_RECAPTCHA_PHONE_AUTH_CONFIGURATION` for scores of SMS if reCAPTCHA
    ///   is off for phones.
    static func check(_ config: JSON?) throws(WireError) {
        try check(rules: config?["managedRules"], score: "endScore", called: "end")
        try check(rules: config?["tollFraudManagedRules"], score: "startScore", called: "start")
        for key in config?["recaptchaKeys"]?.arrayValue ?? [] {
            let parts = (key["key"]?.stringValue ?? "").separated(by: "/", omittingEmptySubsequences: false)
            guard parts.count == 4, parts[0] == "projects", parts[2] == "keys", !parts[1].isEmpty, !parts[3].isEmpty
            else { throw .invalidSiteKey }
        }
        let settings = RecaptchaSettings(config)
        guard
            settings.phone == .audit || settings.phone == .enforce
                || !(settings.usesSMSBotScore || settings.usesSMSTollFraudProtection)
        else { throw .invalidRecaptchaPhoneConfiguration }
    }

    /// Checks the keys of a change. Requests cannot add any: the project has those that a fixture or an import gave it
    /// (production.md section 13).
    ///
    /// - Throws: `INVALID_SITE_KEY`
    static func check(keysOf config: JSON?, before: JSON?, _ part: ChangedPart) throws(WireError) {
        if case .leaves = part { return }
        let known = before?["recaptchaKeys"]?.arrayValue ?? []
        guard (config?["recaptchaKeys"]?.arrayValue ?? []).allSatisfy(known.contains) else { throw .invalidSiteKey }
    }

    /// Scores go from 0 to 1 in steps of a tenth (production.md section 13).
    private static func check(rules: JSON?, score name: String, called word: String) throws(WireError) {
        for rule in rules?.arrayValue ?? [] {
            let tenths = (rule[name]?.doubleValue ?? 0) * 10
            guard (0...10).contains(tenths), abs(tenths - tenths.rounded()) < 0.000_1 else {
                throw .invalidSetting(
                    "The \(word) score in reCAPTCHA managed rules must be a value between 0.0 and 1.0, at 11 discrete "
                        + "values; e.g. 0.1, 0.2, 0.3, 0.4, ... 0.9, 1.0.")
            }
            guard let action = rule["action"]?.stringValue, action != "RECAPTCHA_ACTION_UNSPECIFIED" else {
                throw .invalidSetting("The action in reCAPTCHA managed rules must be set.")
            }
        }
    }

    func key(for client: GetRecaptchaConfig.ClientType) -> String? {
        switch client {
        case .web, .unspecified: keys["WEB"]
        case .android: keys["ANDROID"]
        case .iOS: keys["IOS"]
        }
    }

    /// - Throws: `MISSING_RECAPTCHA_TOKEN` if a token is enforced but missing.
    static func check(
        _ token: String?, _ enforcement: KeyPath<RecaptchaSettings, Enforcement?>, _ call: OperationContext
    ) throws(WireError) {
        guard call.settings.recaptcha[keyPath: enforcement] == .enforce, !call.isAdmin, token?.isEmpty != false else {
            return
        }
        throw .missingRecaptchaToken.because(
            .setting(enforcement == \RecaptchaSettings.phone ? .phoneRecaptcha : .emailRecaptcha))
    }
}

/// Returns whether apps have to present reCAPTCHA tokens (tenants-config.md B4, production.md section 13).
package enum GetRecaptchaConfig: APIOperation {
    package enum ClientType: String, WireEnumeration {
        case unspecified = "CLIENT_TYPE_UNSPECIFIED"
        case web = "CLIENT_TYPE_WEB"
        case android = "CLIENT_TYPE_ANDROID"
        case iOS = "CLIENT_TYPE_IOS"
    }

    package enum Version: String, WireEnumeration {
        case unspecified = "RECAPTCHA_VERSION_UNSPECIFIED"
        case enterprise = "RECAPTCHA_ENTERPRISE"
    }

    package struct Request: Decodable, Sendable {
        var clientType: ClientType?
        package var version: Version?
    }

    package struct Response: Encodable, Sendable {
        struct State: Encodable, Sendable {
            var provider: String
            var enforcementState: String
        }

        /// `projects/x/keys/y`; only if a provider requires tokens.
        var recaptchaKey: String?
        var recaptchaEnforcementState: [State]
        var useSmsBotScore: Bool
        var useSmsTollFraudProtection: Bool
    }

    package static func run(_ request: Request, _ call: OperationContext) async throws -> Response {
        guard let client = request.clientType, client != .unspecified else { throw WireError.missingClientType }
        guard let version = request.version, version != .unspecified else { throw WireError.missingRecaptchaVersion }
        let config = call.settings.recaptcha
        let states = [
            Response.State(
                provider: "EMAIL_PASSWORD_PROVIDER",
                enforcementState: config.emailPassword?.rawValue ?? "ENFORCEMENT_STATE_UNSPECIFIED"),
            Response.State(
                provider: "PHONE_PROVIDER",
                enforcementState: config.phone?.rawValue ?? "ENFORCEMENT_STATE_UNSPECIFIED"),
        ]
        return Response(
            recaptchaKey: config.isOn ? config.key(for: client) : nil, recaptchaEnforcementState: states,
            useSmsBotScore: config.usesSMSBotScore, useSmsTollFraudProtection: config.usesSMSTollFraudProtection)
    }
}

/// reCAPTCHA parameters: texts that are obviously not real ones (accounts.md section 14).
package enum GetRecaptchaParams: APIOperation {
    package struct Response: Encodable, Sendable {
        var kind = "identitytoolkit#GetRecaptchaParamResponse"
        var recaptchaStoken =
            "This-is-a-fake-token__Dont-send-this-to-the-Recaptcha-service__The-Auth-Emulator-does-not-support-Recaptcha"
        var recaptchaSiteKey = "Fake-key__Do-not-send-this-to-Recaptcha_"
        var producerProjectNumber: String?
    }

    package static func run(_ request: NoParameters, _ call: OperationContext) async throws -> Response {
        Response(producerProjectNumber: call.profile == .production ? call.settings.project.projectNumber : nil)
    }
}
