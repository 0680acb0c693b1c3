package import FirebreakWire

/// What a blocking function is told about a sign-in beyond the account (blocking-functions.md section 3).
package struct SignInContext: Sendable {
    /// `sign_in_method`: `password`, `emailLink`, `phone` or an identity provider's ID.
    package var method: String
    /// `sign_in_second_factor`: `phone` or `totp`.
    package var secondFactor: String?
    /// What the identity provider says of the person, as JSON text.
    package var rawUserInfo: String?
    /// What a SAML response says of the person.
    package var attributes: JSON?
    package var accessToken: String?
    package var idToken: String?
    package var refreshToken: String?
    package var tokenSecret: String?

    package init(method: String) { self.method = method }
}
