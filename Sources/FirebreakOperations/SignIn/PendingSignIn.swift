package import FirebreakStore
package import FirebreakWire

/// An identified user: what remains is to call blocking functions, to ask for a second factor, to store the changes of
/// the sign-in, and to issue tokens. See ``Call/signIn(_:)``.
package struct PendingSignIn: Sendable {
    /// As stored before this sign-in; a new account as it is before ``update`` runs.
    package var account: Account
    package var isNew: Bool
    package var signIn: SignIn
    package var context: SignInContext
    /// Whether an enrolled second factor is required.
    package var asksForSecondFactor = true
    /// Whether a disabled account may sign in.
    package var mayBeDisabled = false
    /// Whether the response is the older kind of token (production.md section 6.1).
    package var usesLegacyToken = false
    /// Whether the account had another identity of the same provider, which the sign-in replaces.
    package var replacesIdentity = false
    /// What the sign-in changes in the account. It runs again on the current account after a function was called.
    package var update: @Sendable (inout Account, Transaction) throws -> Void = { _, _ in }
    /// Checks after a function was called that the conditions of the sign-in still hold: for a new account, that its
    /// identifiers are still free. Gets the account before ``update``.
    package var recheck: @Sendable (Account, Transaction) throws -> Void = { _, _ in }

    package init(_ account: Account, isNew: Bool, _ signIn: SignIn, _ context: SignInContext) {
        self.account = account
        self.isNew = isNew
        self.signIn = signIn
        self.context = context
    }
}

/// The result of a sign-in method's transaction.
package enum Identification<Answer: Sendable>: Sendable {
    /// A response without a sign-in. What was written is kept.
    case answered(Answer)
    /// A refusal. What was written is kept: a consumed code stays consumed.
    case refused(WireError)
    case identified(PendingSignIn)
}

/// How a sign-in ended.
package enum SignInOutcome<Answer: Sendable>: Sendable {
    case answered(Answer)
    case signedIn(CompletedSignIn)
}
