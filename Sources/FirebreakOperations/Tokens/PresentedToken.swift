import FirebreakStore
package import FirebreakWire

/// An ID token of a request, with its decoded form.
package struct PresentedToken: Sendable {
    package let text: String
    /// `nil` if the text is not a token.
    package let token: JSONWebToken?

    /// - Returns: `nil` if the request has no token.
    package init?(_ text: String?) {
        guard let text, !text.isEmpty else { return nil }
        self.text = text
        token = JSONWebToken(text)
    }
}

extension JSONWebToken {
    /// The tenant that the token belongs to; `nil` for the project itself. Tokens of the older kind have the claim at
    /// the top level, where others may have a custom claim with that name.
    package func tenant(_ profile: Profile) -> String? {
        let claim = isLegacy(profile) ? payload["tenant"] : payload["firebase"]?["tenant"]
        return claim?.stringValue?.nonEmpty
    }

    /// Whether the token is of the older kind, which only production has (production.md section 6.1).
    func isLegacy(_ profile: Profile) -> Bool {
        profile.behavior.issuesLegacyTokens && payload["iss"]?.stringValue == LegacyToken.issuer
    }
}

/// The older token that production returns for a password or custom-token sign-in without `returnSecureToken`
/// (production.md section 6.1). Lookup, update, sendOobCode and the withdrawal of a second factor accept it; session
/// cookies cannot be made from it.
enum LegacyToken {
    static let issuer = "https://identitytoolkit.google.com/"
    private static let lifetime: Int64 = 1_209_600

    /// Whether a sign-in is answered with this token.
    ///
    /// - Parameter returnSecureToken: The request's member of this name.
    static func isDue(returnSecureToken: Bool?, _ call: OperationContext) -> Bool {
        call.behavior.issuesLegacyTokens && returnSecureToken != true
    }

    static func make(for account: Account, _ signIn: SignIn, _ call: OperationContext) throws -> String {
        var payload: JSON = [
            "iss": .string(issuer), "aud": .string(call.projectID.rawValue), "iat": .int(call.now.seconds),
            "exp": .int(call.now.seconds &+ lifetime), "user_id": .string(account.id.rawValue),
        ]
        payload["email"] = account.email.map(JSON.string)
        payload["sign_in_provider"] = .string(signIn.provider)
        payload["tenant"] = call.tenant.map { .string($0.rawValue) }
        payload["verified"] = account.email.map { _ in .bool(account.emailVerified ?? false) }
        payload["extra_claims"] = signIn.extraClaims
        return try call.token(of: payload.bytes, namesType: false)
    }
}
