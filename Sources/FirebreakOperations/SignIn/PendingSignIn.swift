package import FirebreakStore
package import FirebreakWire

/// Somebody proved who they are: what is left is to ask blocking functions and for a second factor, to store what the
/// sign-in changes, and to issue tokens. See ``Call/signIn(_:)``.
package struct PendingSignIn: Sendable {
    /// As stored before this sign-in; a new one as it is before ``update`` runs.
    package var account: Account
    package var isNew: Bool
    package var signIn: SignIn
    package var context: SignInContext
    /// Whether an enrolled second factor is asked for.
    package var asksForSecondFactor = true
    /// Whether an account that is disabled gets in all the same.
    package var mayBeDisabled = false
    /// Whether the answer is the older kind of token (production.md section 6.1).
    package var usesLegacyToken = false
    /// Whether the account had another identity of the same provider, which the sign-in replaces.
    package var replacesIdentity = false
    /// What the sign-in changes about the account. It runs again on the account as it is after a function was asked.
    package var update: @Sendable (inout Account, Transaction) throws -> Void = { _, _ in }
    /// Checks after a function was asked that what the sign-in relies on still holds: for a new account, that nobody
    /// else has what it is to have. Gets the account before ``update``.
    package var recheck: @Sendable (Account, Transaction) throws -> Void = { _, _ in }

    package init(_ account: Account, isNew: Bool, _ signIn: SignIn, _ context: SignInContext) {
        self.account = account
        self.isNew = isNew
        self.signIn = signIn
        self.context = context
    }
}

/// What a sign-in method finds out in its transaction.
package enum Identification<Answer: Sendable>: Sendable {
    /// It answers without anybody signing in. What was written stays.
    case answered(Answer)
    /// It refuses. What was written stays: a code that was used is used up.
    case refused(WireError)
    case identified(PendingSignIn)
}

/// How a sign-in ended.
package enum SignInOutcome<Answer: Sendable>: Sendable {
    case answered(Answer)
    case signedIn(CompletedSignIn)
}

/// An account that was signed in to, with tokens or the question for a second factor.
package struct CompletedSignIn: Sendable {
    package var account: Account
    package var isNew: Bool
    package var tokens: IssuedTokens?
    package var challenge: SecondFactorChallenge?
    /// Whether an identity of the same provider was replaced.
    package var replacesIdentity = false
}
