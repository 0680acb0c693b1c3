package import FirebreakModel
import FirebreakOperations
import FirebreakStore
package import FirebreakWire

/// Makes tokens as if a user had signed in (firebreak.md section 4), without asking for a password or a second factor.
package enum MintToken: ControlOperation {
    /// Whose tokens, and what they say.
    package struct Request: Decodable, Sendable {
        /// What is wrong with the ID token; there is no refresh token then.
        var flaw: String?
        /// Claims that override those of the account, as those of a custom token do.
        package var claims: JSON?
        /// Lifetime of the ID token in seconds; negative for one that has expired.
        var lifetime: Int?
        /// `sign_in_provider`; by default, the first sign-in method of the account.
        var provider: String?
        /// Where to look for the user; by default the project, then the refs of all tenants.
        package var tenant: String?
        /// ID, e-mail address or ref.
        package var user: String?
    }

    /// Seconds, about thirty years: more would overflow some clients' numbers.
    private static let lifetimes = -1_000_000_000...1_000_000_000

    /// - Throws: `INVALID_ARGUMENT` without a user or for an invalid value, `NOT_FOUND` for a user or tenant that does
    ///   not exist, `FORBIDDEN_CLAIM`, `USER_DISABLED`.
    package static func run(_ request: Request, _ call: ControlCall) async throws -> MintedTokens {
        if let flaw: TokenFlaw = try ControlParameter.choice("flaw", request.flaw) {
            return try await flawed(flaw, request, call)
        }
        let session = try await session(of: request, call) { SignIn(provider: $0.firstProvider) }
        return MintedTokens(
            uid: session.account.id.rawValue, tenant: session.tenant?.rawValue, email: session.account.email,
            idToken: session.tokens.idToken, refreshToken: session.tokens.refreshToken,
            expiresIn: session.tokens.expiresIn)
    }

    /// A user who has just signed in.
    struct Session {
        var account: Account
        /// `nil` for a user of the project itself.
        var tenant: TenantID?
        var tokens: IssuedTokens
        /// The account as a look-up answers it.
        var document: JSON
    }

    /// Signs a user in.
    ///
    /// - Parameter signIn: How, where the request does not say it.
    /// - Throws: As ``run(_:_:)``.
    static func session(
        of request: Request, _ call: ControlCall, by signIn: @escaping @Sendable (Account) -> SignIn
    ) async throws -> Session {
        try await account(of: request, call, by: signIn) { account, signIn, scoped, tx in
            let tokens = try TokenIssuer(scoped, lifetime: request.lifetime.map(Int64.init))
                .signIn(&account, signIn, tx)
            let document = try JSON(parsing: AccountResource(scoped).encoded(account).bytes)
            return Session(account: account, tenant: scoped.tenant, tokens: tokens, document: document)
        }
    }

    /// A token that an API has to refuse, and nothing else: it signs no user in.
    private static func flawed(
        _ flaw: TokenFlaw, _ request: Request, _ call: ControlCall
    ) async throws -> MintedTokens {
        try await account(of: request, call, by: { SignIn(provider: $0.firstProvider) }) {
            account, signIn, scoped, tx in
            let (token, id) = try FlawedToken.make(flaw, of: account, signIn, scoped, tx)
            return MintedTokens(
                uid: id.rawValue, tenant: scoped.tenant?.rawValue, email: account.email, idToken: token)
        }
    }

    /// Finds the account of a request, and what its tokens are to say.
    private static func account<Value: Sendable>(
        of request: Request, _ call: ControlCall, by signIn: @escaping @Sendable (Account) -> SignIn,
        _ body: @escaping @Sendable (inout Account, SignIn, OperationContext, Transaction) throws -> Value
    ) async throws -> Value {
        guard let user = try ControlParameter.text("user", request.user) else {
            throw WireError.invalidArgument(member: "user", "must be an ID, an e-mail address or the ref of a fixture")
        }
        let provider = try ControlParameter.text("provider", request.provider)
        guard request.lifetime.map(lifetimes.contains) ?? true else {
            throw WireError.invalidArgument(member: "lifetime", "must be seconds, at most \(lifetimes.upperBound)")
        }
        if let claims = request.claims {
            guard claims.objectValue != nil else {
                throw WireError.invalidArgument(member: "claims", "must be an object")
            }
            if let name = CustomClaims.firstReservedName(in: claims) { throw WireError.forbiddenClaim(name) }
        }
        let tenant = try ControlParameter.text("tenant", request.tenant).map(TenantID.init(rawValue:))
        guard let found = try await find(user, tenant, call) else {
            let place = "\(tenant.map { "tenant \($0) of " } ?? "")project \(call.project.id)"
            throw WireError.notFound("There is no user \(user) in \(place).")
        }
        let scoped = try await scopedCall(found.tenant, call)
        return try await scoped.write { tx in
            guard var account = try tx.account(id: found.accountID) else { throw WireError.userNotFound }
            guard account.disabled != true else { throw WireError.userDisabled }
            var signIn = signIn(account)
            signIn.add(claims: request.claims)
            if let provider { signIn.provider = provider }
            return try body(&account, signIn, scoped, tx)
        }
    }

    /// Tokens for an account, as its own sign-in method would issue them.
    ///
    /// - Returns: `nil` for an account that is disabled or gone.
    static func tokens(for id: AccountID, in tenant: TenantID?, _ call: ControlCall) async throws -> IssuedTokens? {
        let scoped = try await scopedCall(tenant, call)
        return try await scoped.write { tx in
            guard var account = try tx.account(id: id), account.disabled != true else { return nil }
            return try TokenIssuer(scoped).signIn(&account, SignIn(provider: account.firstProvider), tx)
        }
    }

    private static func scopedCall(_ tenant: TenantID?, _ call: ControlCall) async throws -> OperationContext {
        let scope = try await call.services.settings(of: call.project, tenant: tenant)
        return OperationContext(
            services: call.services, project: call.project, settings: scope, caller: .admin,
            client: OperationContext.Client(),
            origin: call.origin)
    }

    private static func find(
        _ user: String, _ tenant: TenantID?, _ call: ControlCall
    ) async throws -> FixtureRef? {
        try await call.project.read(tenant: tenant) { tx in
            let account = try tx.account(id: AccountID(rawValue: user)) ?? tx.account(email: EmailAddress.folded(user))
            if let account { return FixtureRef(ref: user, tenant: tenant, accountID: account.id) }
            guard let known = try tx.fixtureRef(user), tenant == nil || known.tenant == tenant else { return nil }
            return try tx.scoped(to: known.tenant).account(id: known.accountID).map { _ in known }
        }
    }
}

extension Account {
    /// The sign-in method that tokens name when the request does not say how the user signed in.
    var firstProvider: String {
        if hasPasswordProvider { return "password" }
        return providers?.first?.providerID ?? "custom"
    }
}
