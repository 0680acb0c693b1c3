import FirebreakWire

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
        package var clientType: ClientType?
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

    package static func run(_ request: Request, _ call: Call) async throws -> Response {
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
