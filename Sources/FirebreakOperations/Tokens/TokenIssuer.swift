package import FirebreakStore
import FirebreakWire

/// Makes ID and refresh tokens inside the transaction of the method that returns them (tokens.md section 1).
package struct TokenIssuer: Sendable {
    private let call: OperationContext
    /// Seconds.
    private let lifetime: Int64

    /// - Parameter lifetime: Lifetime of ID tokens in seconds, negative for an expired one; `nil` for that of the
    ///   rules.
    package init(_ call: OperationContext, lifetime: Int64? = nil) {
        self.call = call
        self.lifetime = lifetime ?? (call.rules.expiry == .on ? call.rules.lifetimes.idToken : 3600)
    }

    /// Tokens for a new sign-in. Records the time in the stored account, which must exist.
    ///
    /// - Parameter account: Gets `lastLoginAt` and `lastRefreshAt`.
    package func signIn(_ account: inout Account, _ signIn: SignIn, _ tx: Transaction) throws -> IssuedTokens {
        account.lastRefreshAt = call.now
        try note(&account, tx)
        return try firstSignIn(account, signIn, tx)
    }

    private func note(_ account: inout Account, _ tx: Transaction) throws {
        let time = String(call.now.milliseconds)
        account.lastLoginAt = time
        try tx.noteSignIn(account.id, lastLoginAt: time, lastRefreshAt: account.lastRefreshAt)
    }

    /// Tokens for an account that was just stored as signed in, so that nothing has to be recorded.
    func firstSignIn(_ account: Account, _ signIn: SignIn, _ tx: Transaction) throws -> IssuedTokens {
        try issue(account, signIn, authTime: call.now.seconds, tx)
    }

    /// The older kind of token for a new sign-in of a stored account, which is recorded as a login, not as a refresh
    /// (production.md section 6.1).
    func legacySignIn(_ account: inout Account, _ signIn: SignIn, _ tx: Transaction) throws -> IssuedTokens {
        try note(&account, tx)
        return try legacyToken(account, signIn)
    }

    func legacyToken(_ account: Account, _ signIn: SignIn) throws -> IssuedTokens {
        IssuedTokens(idToken: try LegacyToken.make(for: account, signIn, call))
    }

    /// Tokens that replace those of a session whose account changed. In the reference the login time stays; in
    /// production they count as a new sign-in, because the old ones were revoked.
    func reissue(_ account: inout Account, _ signIn: SignIn, _ tx: Transaction) throws -> IssuedTokens {
        account.lastRefreshAt = call.now
        try tx.noteRefresh(account.id, lastRefreshAt: call.now)
        return try issue(account, signIn, authTime: call.now.seconds, tx)
    }

    /// The same for a request that says which tokens it wants: outside the reference an ID token alone, in production of
    /// the older kind, unless it asks for all (production.md section 1.1).
    func reissue(
        _ account: inout Account, _ signIn: SignIn, returnSecureToken: Bool?, _ tx: Transaction
    ) throws -> IssuedTokens {
        guard returnSecureToken != true, !call.profile.isReference else { return try reissue(&account, signIn, tx) }
        if LegacyToken.isDue(returnSecureToken: returnSecureToken, call) { return try legacyToken(account, signIn) }
        return IssuedTokens(idToken: try idToken(account, signIn, authTime: call.now.seconds))
    }

    private func issue(
        _ account: Account, _ signIn: SignIn, authTime: Int64, _ tx: Transaction
    ) throws -> IssuedTokens {
        let refreshToken =
            try call.behavior.storesSessions
            ? startSession(account, signIn, authTime: authTime, tx) : ReferenceRefreshToken(account, signIn, call).text
        return IssuedTokens(
            idToken: try idToken(account, signIn, authTime: authTime), refreshToken: refreshToken,
            expiresIn: String(lifetime))
    }

    private func startSession(
        _ account: Account, _ signIn: SignIn, authTime: Int64, _ tx: Transaction
    ) throws -> String {
        let secret = call.random.secret(OpaqueRefreshToken.secretBytes)
        let id = try tx.insert(
            Session(
                id: 0, secret: secret, tenant: call.tenant, accountID: account.id, provider: signIn.provider,
                authTime: authTime, extraClaims: signIn.extraClaims, secondFactor: signIn.secondFactor,
                attributes: signIn.attributes))
        return OpaqueRefreshToken(sessionID: id, secret: secret, project: call.projectID).text
    }

    /// An ID token alone.
    ///
    /// - Parameter authTime: Seconds since 1970. Profile `emulator` takes the account's last login instead.
    package func idToken(_ account: Account, _ signIn: SignIn, authTime: Int64) throws -> String {
        let authTime = call.behavior.keepsTimeOfSignIn ? authTime : Self.lastLogin(of: account, call)
        return try call.token(
            of: IDTokenClaims.payload(of: account, signIn, authTime: authTime, lifetime: lifetime, call))
    }

    var expiresIn: String { String(lifetime) }

    private static func lastLogin(of account: Account, _ call: OperationContext) -> Int64 {
        let milliseconds = account.lastLoginAt.flatMap(Int64.init)
        return milliseconds.map { Timestamp(milliseconds: $0).seconds } ?? call.now.seconds
    }
}

/// The tokens in the response to a sign-in.
package struct IssuedTokens: Sendable {
    package var idToken: String
    /// `nil` for tokens of the older kind, and for an ID token alone.
    package var refreshToken: String?
    /// Seconds, as text; `nil` where there is no refresh token.
    package var expiresIn: String?
}
