package import FirebreakStore
package import FirebreakWire

/// How the user signed in: the part of tokens that does not come from the account.
package struct SignIn: Sendable {
    /// `firebase.sign_in_provider` (tokens.md section 1).
    package var provider: String
    /// Claims of a custom token or a blocking function; they override custom attributes, but not reserved claims.
    var extraClaims: JSON?
    /// `{identifier, provider}` of the second factor.
    package var secondFactor: JSON?
    /// `sign_in_attributes`: what the identity provider said of the user at this sign-in, kept with the session.
    package var attributes: JSON?

    package init(
        provider: String, extraClaims: JSON? = nil, secondFactor: JSON? = nil, attributes: JSON? = nil
    ) {
        self.provider = provider
        self.extraClaims = extraClaims
        self.secondFactor = secondFactor
        self.attributes = attributes
    }

    /// Adds a blocking function's claims, which override existing ones.
    package mutating func add(claims: JSON?) {
        guard let members = claims?.objectValue, !members.isEmpty else { return }
        var merged = extraClaims ?? .emptyObject
        for member in members { merged[member.key] = member.value }
        extraClaims = merged
    }
}

/// An identified user: what remains is to call blocking functions, to ask for a second factor, to store the changes of
/// the sign-in, and to issue tokens. See ``OperationContext/signIn(_:)``.
package struct PendingSignIn: Sendable {
    /// As stored before this sign-in; a new account as it is before ``update`` runs.
    package var account: Account
    var isNew: Bool
    package var signIn: SignIn
    package var context: SignInContext
    /// Whether an enrolled second factor is required.
    var asksForSecondFactor = true
    /// Whether a disabled account may sign in.
    var mayBeDisabled = false
    /// Whether the response is the older kind of token (production.md section 6.1).
    var usesLegacyToken = false
    /// Whether the account had another identity of the same provider, which the sign-in replaces.
    var replacesIdentity = false
    /// What the sign-in changes in the account. It runs again on the current account after a function was called.
    package var update: @Sendable (inout Account, Transaction) throws -> Void = { _, _ in }
    /// Checks after a function was called that the conditions of the sign-in still hold: for a new account, that its
    /// identifiers are still free. Gets the account before ``update``.
    var recheck: @Sendable (Account, Transaction) throws -> Void = { _, _ in }

    init(_ account: Account, isNew: Bool, _ signIn: SignIn, _ context: SignInContext) {
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

/// A signed-in account, with tokens or a challenge for a second factor.
package struct CompletedSignIn: Sendable {
    package var account: Account
    var isNew: Bool
    package var tokens: IssuedTokens?
    var challenge: SecondFactorChallenge?
    /// Whether an identity of the same provider was replaced.
    var replacesIdentity = false
}

/// The response to a sign-in instead of tokens if the account has second factors (phone-mfa.md section 3).
struct SecondFactorChallenge: Sendable {
    var pendingCredential: String
    var factors: [JSON]

    /// - Returns: `nil` if the account needs no second factor.
    init?(
        _ account: Account, after signIn: SignIn, _ tx: Transaction, _ call: OperationContext
    ) throws {
        guard call.settings.secondFactors.isAsked, let enrolled = account.secondFactors, !enrolled.isEmpty else {
            return nil
        }
        pendingCredential = try PendingCredential(account, signIn).issue(tx, call)
        let keys: [SecondFactor.Key] =
            call.behavior.formatsFactors
            ? SecondFactor.shownKeys : [.displayName, .enrolledAt, .id, .phoneInfo, .totpInfo]
        factors = enrolled.map { factor in
            let number = factor.phoneNumber.map { JSON.string(PhoneNumber.obfuscated($0)) }
            var shown = SecondFactor()
            for key in keys { shown[key] = key == .phoneInfo ? number : factor[key] }
            return shown.document
        }
    }
}

/// The rule that a user does what is hard to undo soon after the sign-in: rule `lifetimes.recentLogin` (production.md
/// section 6.1). Admins and profile `emulator` are never asked.
enum RecentSignIn {
    /// - Throws: `CREDENTIAL_TOO_OLD_LOGIN_AGAIN` when the user signed in too long ago.
    static func check(of user: AuthenticatedUser, _ call: OperationContext) throws(WireError) {
        guard !call.profile.isReference, !call.isAdmin, call.rules.expiry == .on,
            let limit = call.rules.lifetimes.recentLogin
        else { return }
        // The older kind of token is issued by sign-ins alone.
        let time = user.token.payload["auth_time"] ?? user.token.payload["iat"]
        guard let time = time?.integerValue, call.now.seconds &- time <= limit else {
            let end = Timestamp(milliseconds: ((time?.integerValue ?? 0) &+ limit) &* 1000)
            throw .credentialTooOld.because(.expired(lifetime: "recentLogin", at: end))
        }
    }
}
