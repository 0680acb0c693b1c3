package import FirebreakStore
import FirebreakWire

/// A signed-in account, with tokens or a challenge for a second factor.
package struct CompletedSignIn: Sendable {
    package var account: Account
    package var isNew: Bool
    package var tokens: IssuedTokens?
    package var challenge: SecondFactorChallenge?
    /// Whether an identity of the same provider was replaced.
    package var replacesIdentity = false
}
