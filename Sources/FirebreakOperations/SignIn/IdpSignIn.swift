import FirebreakCredentials
import FirebreakStore
import FirebreakWire

/// One sign-in with an accepted credential.
struct IdpSignIn: Sendable {
    private let request: SignInWithIdp.Request
    private let parameters: IdpParameters
    private let credential: IdpCredential
    private let profile: IdpProfile
    private let linking: AccountLinking
    /// What the app gave to createAuthUri for the answer; `nil` if that is not known.
    private let context: String?
    private let call: OperationContext
    /// The reference to the credential in the response; `nil` if it was not requested. Outside the reference a sign-in
    /// by such a token returns one in any case (production.md section 10).
    private let returnedToken: String?

    init(
        _ request: SignInWithIdp.Request, _ parameters: IdpParameters, _ credential: IdpCredential, context: String?,
        _ call: OperationContext
    ) {
        self.request = request
        self.parameters = parameters
        self.credential = credential
        self.context = context
        self.call = call
        profile = IdpProfile(credential, call.profile)
        linking = AccountLinking(profile, call)
        let isAsked = request.returnIdpCredential == true
        let isFromToken = call.behavior.answersProvidersAsProduction && request.pendingToken?.nonEmpty != nil
        returnedToken = isAsked || isFromToken ? Self.newToken(call) : nil
    }

    func identify(_ tx: Transaction) throws -> Identification<SignInWithIdpResponse> {
        let user = try request.idToken?.nonEmpty.map { try call.authenticate(idToken: $0, tx) }
        let decision = try linking.decide(for: user, tx)
        if let returnedToken { try keepCredential(returnedToken, tx) }
        switch decision {
        case .conflict(let error): return .answered(try refusal(error))
        case .confirm(let account):
            call.record.update { $0.reason = .setting(.duplicateEmails) }
            return .answered(try confirmation(account, tx))
        case .create:
            // Reference: it does not look at that member.
            guard request.autoCreate != false || call.profile.isReference else {
                return .answered(try refusal(.userNotFound))
            }
            guard !call.settings.disablesUserSignUp else {
                throw WireError.adminOnlyOperation.because(.setting(.userSignUp))
            }
            return .identified(
                pending(decision, try Account(newIn: tx, call), isNew: true) { account, _ in linking.fill(&account) })
        case .link(let account):
            return .identified(pending(decision, account, isNew: false) { account, _ in linking.link(&account) })
        case .known(let account):
            var pending = pending(decision, account, isNew: false) { account, _ in linking.refresh(&account) }
            pending.context.identity = linking.seenIdentity(of: account)
            return try unlessDisabled(pending, tx)
        case .takeOver(let account):
            var pending = pending(decision, account, isNew: false) { account, _ in linking.takeOver(&account) }
            pending.replacesIdentity = linking.replacesIdentity(of: account)
            return try unlessDisabled(pending, tx)
        }
    }

    /// The response to a sign-in that is refused, if the app asks for the credential in any case (production.md section 10).
    private func refusal(_ error: WireError) throws -> SignInWithIdpResponse {
        guard request.returnIdpCredential == true else { throw error }
        call.noteReason(of: error)
        var response = answer
        response.errorMessage = error.message(in: call.profile)
        response.pendingToken = returnedToken
        return response
    }

    private func pending(
        _ decision: AccountLinking.Decision, _ account: Account, isNew: Bool,
        update: @escaping @Sendable (inout Account, Transaction) throws -> Void
    ) -> PendingSignIn {
        // Reference: attributes of a SAML response are only in the token of this sign-in, which it does not keep.
        let signIn = SignIn(provider: profile.providerID, attributes: profile.attributes)
        var context = SignInContext(method: profile.providerID)
        context.rawUserInfo = profile.rawUserInfo
        context.attributes = profile.attributes
        context.accessToken = credential.givenAccessToken(call.behavior)
        context.idToken = credential.idToken
        context.refreshToken = credential.refreshToken
        context.tokenSecret = credential.givenTokenSecret(call.behavior)
        var pending = PendingSignIn(account, isNew: isNew, signIn, context)
        pending.update = update
        pending.recheck = { [linking] account, tx in try linking.recheck(decision, account, tx) }
        return pending
    }

    private func unlessDisabled(
        _ pending: PendingSignIn, _ tx: Transaction
    ) throws -> Identification<SignInWithIdpResponse> {
        guard pending.account.disabled == true else { return .identified(pending) }
        guard call.profile.isReference else { return .refused(.userDisabled) }
        // Reference: a disabled account is updated all the same, and its second factor is required.
        guard pending.account.secondFactors?.isEmpty != false || !call.settings.secondFactors.isAsked else {
            return .identified(pending)
        }
        var account = pending.account
        try pending.update(&account, tx)
        account.lastLoginAt = String(call.now.milliseconds)
        try tx.save(account)
        return .refused(.userDisabled)
    }

    /// The response if only the account's owner can confirm that the identity is theirs.
    private func confirmation(_ account: Account, _ tx: Transaction) throws -> SignInWithIdpResponse {
        var response = answer
        response.needConfirmation = true
        response.localId = account.id.rawValue
        let token = returnedToken ?? Self.newToken(call)
        if returnedToken == nil { try keepCredential(token, tx) }
        response.pendingToken = token
        if !EnumerationProtection(call).hidesOtherProviders {
            response.verifiedProvider = account.providers?.map(\.providerID).filter {
                $0 != "password" && $0 != "phone"
            }
        }
        return response
    }

    private var answer: SignInWithIdpResponse {
        var answer = SignInWithIdpResponse(profile, credential, request, call)
        if let context { answer.context = context }
        return answer
    }

    func response(_ completed: CompletedSignIn) -> SignInWithIdpResponse {
        var response = answer
        response.complete(completed, profile, call)
        guard !isBareGoogle else {
            response.context = nil
            response.oauthAccessToken = nil
            return response
        }
        response.pendingToken = returnedToken
        return response
    }

    /// Whether a user signs in with an ID token of Google alone: there is no access token, and nothing left that an
    /// app could need the credential for (production.md section 10).
    private var isBareGoogle: Bool {
        call.behavior.answersProvidersAsProduction && profile.providerID == "google.com" && credential.isTokenAlone
            && request.pendingToken?.nonEmpty == nil
    }

    // MARK: Pending tokens

    private static let tokenLength = 120

    private static func newToken(_ call: OperationContext) -> String { call.random.urlSafe(tokenLength) }

    /// Stores the credential for a later call.
    private func keepCredential(_ token: String, _ tx: Transaction) throws {
        // Even if nothing else expires, because otherwise every sign-in would leave a row for ever.
        let expiry = call.rules.lifetimes.pendingToken.map { call.now.advanced(byMilliseconds: $0 * 1000) }
        try tx.insert(
            Flow(token: token, kind: .idpCredential, content: parameters.credential, expiresAt: expiry), at: call.now)
    }
}
