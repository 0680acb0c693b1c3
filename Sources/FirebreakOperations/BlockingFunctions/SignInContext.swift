package import FirebreakStore
package import FirebreakWire

/// What a blocking function learns about a sign-in besides the account (blocking-functions.md section 3).
package struct SignInContext: Sendable {
    /// `sign_in_method`: `password`, `emailLink`, `phone` or an identity provider's ID.
    package var method: String
    /// `sign_in_second_factor`: `phone` or `totp`.
    package var secondFactor: String?
    /// The identity provider's profile of the user, as JSON text.
    package var rawUserInfo: String?
    /// The attributes of a SAML response, or the further claims of an OpenID Connect provider.
    package var attributes: JSON?
    /// The provider's entry as the function sees it, if it differs from the one that is stored.
    package var identity: FederatedIdentity?
    package var accessToken: String?
    package var idToken: String?
    package var refreshToken: String?
    package var tokenSecret: String?

    package init(method: String) { self.method = method }
}
