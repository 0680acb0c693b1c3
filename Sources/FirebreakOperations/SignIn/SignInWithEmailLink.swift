import FirebreakStore
import FirebreakWire

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
        /// `nil` if a second factor is required, except in the reference.
        var isNewUser: Bool?
        var mfaPendingCredential: String?
        var mfaInfo: [JSON]?
    }

    package static func run(_ request: Request, _ call: OperationContext) async throws -> Response {
        try call.requireEnabled()
        guard call.settings.allowsEmailLinkSignIn else {
            throw WireError.operationNotAllowed.because(.setting(.emailLink))
        }
        let outcome: SignInOutcome<Never> = try await call.signIn { tx in try identify(request, tx, call) }
        switch outcome {
        case .signedIn(let completed): return Response(completed, call)
        }
    }

    private static func identify(
        _ request: Request, _ tx: Transaction, _ call: OperationContext
    ) throws -> Identification<Never> {
        let user = try request.idToken?.nonEmpty.map { try call.authenticate(idToken: $0, tx) }
        guard let email = request.email.map(EmailAddress.folded), !email.isEmpty else { throw WireError.missingEmail }
        guard let code = request.oobCode, !code.isEmpty else { throw WireError.missingOobCode }
        let message = try ActionCode.find(code, of: .emailSignIn, tx, call)
        guard EmailAddress.areSame(email, message.email) else { throw WireError.invalidEmailForLink }

        let owner = try tx.account(email: email)
        if owner == nil, user == nil, call.settings.disablesUserSignUp {
            throw WireError.adminOnlyOperation.because(.setting(.userSignUp))
        }
        try tx.markUsed(message, at: call.now)
        let isOthers = user != nil && owner != nil && user?.account.id != owner?.id
        if isOthers, call.profile.isReference { return .refused(.emailExists) }
        if user?.account.disabled == true || owner?.disabled == true { return .refused(.userDisabled) }
        if isOthers { return .refused(.emailExists) }

        let found = user?.account ?? owner
        var pending = PendingSignIn(
            try found ?? Account(newIn: tx, call), isNew: found == nil, SignIn(provider: "password"),
            SignInContext(method: "emailLink"))
        let takesOver = user == nil && owner != nil && call.rules.takeover == .on
        pending.update = { account, _ in
            if takesOver, account.emailVerified != true {
                call.noteTakeover()
                account.removeUnverifiedMeans(at: call.now)
            }
            account.email = email
            account.emailVerified = true
            account.emailLinkSignIn = true
            account.updateProviders()
        }
        pending.recheck = { account, tx in
            guard user != nil || owner == nil || EmailAddress.areSame(email, account.email) else {
                throw WireError.userNotFound
            }
            if let owner = try tx.account(email: email), owner.id != account.id { throw WireError.emailExists }
        }
        return .identified(pending)
    }
}

extension SignInWithEmailLink.Response {
    fileprivate init(_ completed: CompletedSignIn, _ call: OperationContext) {
        self.init(
            idToken: completed.tokens?.idToken, email: completed.account.email ?? "",
            refreshToken: completed.tokens?.refreshToken, expiresIn: completed.tokens?.expiresIn,
            localId: completed.account.id.rawValue,
            isNewUser: completed.challenge == nil || call.profile.isReference ? completed.isNew : nil,
            mfaPendingCredential: completed.challenge?.pendingCredential, mfaInfo: completed.challenge?.factors)
    }
}
