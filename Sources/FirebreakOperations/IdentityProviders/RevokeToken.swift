import FirebreakStore
import FirebreakWire

/// Revokes a token of Sign in with Apple (production.md section 10.1).
///
/// Apple is not contacted; only production's first checks are made.
package enum RevokeToken: APIOperation {
    enum TokenType: String, WireEnumeration {
        case unspecified = "TOKEN_TYPE_UNSPECIFIED"
        case refreshToken = "REFRESH_TOKEN"
        case accessToken = "ACCESS_TOKEN"
        case code = "CODE"
    }

    package struct Request: Decodable, Sendable {
        package var idToken: String?
        var providerId: String?
        var redirectUri: String?
        package var token: String?
        var tokenType: TokenType?
    }

    package static func run(_ request: Request, _ call: OperationContext) async throws -> Empty {
        try call.requireEnabled()
        guard let provider = request.providerId?.nonEmpty else { throw WireError.missingProviderID }
        guard provider.lowercased() == "apple.com" else { throw WireError.invalidProviderID }
        try await requireCodeFlow(call)
        guard let type = request.tokenType, type != .unspecified, request.token?.isEmpty == false else {
            throw WireError.requestArgumentInvalid
        }
        if let uri = request.redirectUri?.nonEmpty {
            guard AbsoluteURL(uri)?.scheme == "https" else { throw WireError.requestArgumentInvalid }
        }
        guard let idToken = request.idToken?.nonEmpty else { throw WireError.missingIDToken }
        _ = try await call.read { tx in try call.authenticate(idToken: idToken, tx).account.id }
        return Empty()
    }

    /// Under rule `providers: configured`, and where Apple is configured, tokens can be revoked only with the settings
    /// of the code flow.
    private static func requireCodeFlow(_ call: OperationContext) async throws {
        let mustBeConfigured = call.rules.providers == .configured
        guard mustBeConfigured || call.behavior.settingsDecide else { return }
        let apple = try await IdentityProvider.config(of: "apple.com", call)
        guard mustBeConfigured || apple != nil else { return }
        guard let apple else {
            throw WireError.codeFlowNotEnabled.because(.rule(name: "providers", value: "configured", other: "any"))
        }
        guard apple[path: "appleSignInConfig.codeFlowConfig"] != nil else { throw WireError.codeFlowNotEnabled }
    }
}
