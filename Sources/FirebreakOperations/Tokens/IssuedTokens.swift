/// The tokens in the response to a sign-in.
package struct IssuedTokens: Sendable {
    package var idToken: String
    /// `nil` for tokens of the older kind, and for an ID token alone.
    package var refreshToken: String?
    /// Seconds, as text; `nil` where there is no refresh token.
    package var expiresIn: String?
}
