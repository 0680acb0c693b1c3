package import FirebreakStore
package import FirebreakWire

/// Signs in, or links an address, with the code of a sign-in link (accounts.md section 7, production.md section 3.5).
package enum SignInWithEmailLink: APIOperation {
    package struct Request: Decodable, Sendable {
        package var email: String?
        package var idToken: String?
        package var oobCode: String?
    }

    package struct Response: Encodable, Sendable {
        var kind = "identitytoolkit#EmailLinkSigninResponse"
        var idToken: String?
        var email: String
        var refreshToken: String?
        var expiresIn: String?
        var localId: String
        var isNewUser: Bool
        var mfaPendingCredential: String?
        var mfaInfo: [JSON]?
    }

    package static func run(_ request: Request, _ call: Call) async throws -> Response {
        try call.requireEnabled()
        guard call.scope.allowsEmailLinkSignIn else { throw WireError.operationNotAllowed }
        let outcome = try await call.write { tx in try signIn(request, tx, call) }
        return try outcome.get()
    }

    /// - Returns: A failure that comes after the code was consumed: the transaction must be kept.
    private static func signIn(
        _ request: Request, _ tx: Transaction, _ call: Call
    ) throws -> Result<Response, WireError> {
        let user = try request.idToken?.nonEmpty.map { try call.authenticate(idToken: $0, tx) }
        guard let email = request.email?.lowercased(), !email.isEmpty else { throw WireError.missingEmail }
        guard let code = request.oobCode, !code.isEmpty else { throw WireError.missingOobCode }
        let message = try ActionCode.find(code, of: .emailSignIn, tx, call)
        guard email == message.email else { throw WireError.invalidEmailForLink }

        let owner = try tx.account(email: email)
        if !call.profile.isReference, owner == nil, user == nil, call.scope.disablesUserSignUp {
            throw WireError.adminOnlyOperation
        }
        try tx.markUsed(message, at: call.now)
        if user?.account.disabled == true || owner?.disabled == true { return .failure(.userDisabled) }
        if let user, let owner, user.account.id != owner.id { return .failure(.emailExists) }

        var account = try user?.account ?? owner ?? Account(newIn: tx, call)
        if user == nil, owner != nil, account.emailVerified != true, call.rules.takeover == .on {
            try account.removeUnverifiedMeans(tx, at: call.now)
        }
        account.email = email
        account.emailVerified = true
        account.emailLinkSignIn = true
        account.updateProviders()
        let isNew = user == nil && owner == nil
        let challenge = SecondFactorChallenge(account, firstFactor: "password", call)
        if challenge == nil {
            account.lastLoginAt = String(call.now.milliseconds)
            account.lastRefreshAt = call.now
        }
        if isNew { try tx.insert(account) } else { try tx.save(account) }
        return .success(try answer(account, challenge, email: email, isNew: isNew, tx, call))
    }

    private static func answer(
        _ account: Account, _ challenge: SecondFactorChallenge?, email: String, isNew: Bool, _ tx: Transaction,
        _ call: Call
    ) throws -> Response {
        var response = Response(email: email, localId: account.id.rawValue, isNewUser: isNew)
        if let challenge {
            response.mfaPendingCredential = challenge.pendingCredential
            response.mfaInfo = challenge.factors
            return response
        }
        let tokens = try TokenIssuer(call).firstSignIn(account, SignIn(provider: "password"), tx)
        response.idToken = tokens.idToken
        response.refreshToken = tokens.refreshToken
        response.expiresIn = tokens.expiresIn
        return response
    }
}

extension Account {
    /// What rule `takeover` does to an account whose address was never verified, when its owner shows up: whoever made
    /// it may not get in any more by password, number or federated identity, and its sessions end.
    package mutating func removeUnverifiedMeans(_ tx: Transaction, at now: Timestamp) throws {
        Password.remove(from: &self)
        passwordUpdatedAt = nil
        phoneNumber = nil
        secondFactors = nil
        passkeys = nil
        let federated = (providers ?? []).map(\.providerID)
        updateProviders(deleting: Set(federated))
        try endSessions(tx, at: now)
    }
}
