/// The tokens in the response to a sign-in.
package struct IssuedTokens: Sendable {
    package var idToken: String
    /// `nil` for tokens of the older kind.
    package var refreshToken: String?
    /// Seconds, as text; `nil` for tokens of the older kind.
    package var expiresIn: String?
}
