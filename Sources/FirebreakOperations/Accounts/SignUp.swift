import FirebreakStore
import FirebreakWire

/// Creates an account, or adds address and password to the signed-in one (accounts.md section 4).
package enum SignUp: APIOperation {
    package struct Request: Decodable, Sendable {
        var captchaResponse: String?
        package var disabled: Bool?
        package var email: String?
        var emailVerified: Bool?
        package var idToken: String?
        package var localId: String?
        var mfaInfo: [SecondFactorInput]?
        var password: String?
        var phoneNumber: String?
        var userProfile: UserProfile
    }

    package struct Response: Encodable, Sendable {
        var kind = "identitytoolkit#SignupNewUserResponse"
        var idToken: String?
        var displayName: String?
        var email: String?
        var refreshToken: String?
        var expiresIn: String?
        package var localId: String
    }

    package static func run(_ request: Request, _ call: OperationContext) async throws -> Response {
        try call.requireEnabled()
        var registration = try Registration(request, call)
        // Guests need no token.
        if registration.draft.email != nil {
            try RecaptchaSettings.check(request.captchaResponse, \.emailPassword, call)
        }
        registration.draft.password = try await HashedPassword.requested(registration.password, call)
        guard call.isAdmin || registration.idToken != nil || registration.draft.email == nil else {
            return try await register(registration, call)
        }
        await call.findListeners()
        return try await call.write { [registration] tx in
            let draft = try registration.checked(tx, call)
            if let idToken = registration.idToken {
                return try link(draft, to: try call.authenticate(idToken: idToken, tx), tx, call)
            }
            return try create(draft, tx, call)
        }
    }

    /// Signs a person up with address and password, which blocking functions have a say in.
    private static func register(_ registration: Registration, _ call: OperationContext) async throws -> Response {
        let outcome: SignInOutcome<Never> = try await call.signIn { tx in
            let draft = try registration.checked(tx, call)
            var pending = PendingSignIn(
                try Account(draft, tx, call), isNew: true, SignIn(provider: "password"),
                SignInContext(method: "password"))
            pending.asksForSecondFactor = false
            pending.recheck = { account, tx in
                if let email = account.email, try tx.account(email: email) != nil { throw WireError.emailExists }
            }
            return .identified(pending)
        }
        switch outcome {
        case .signedIn(let completed):
            return response(
                completed.account, completed.tokens, displayName: completed.account.userProfile.displayName, call)
        }
    }

    private static func create(_ draft: NewAccountDraft, _ tx: Transaction, _ call: OperationContext) throws -> Response
    {
        var account = try Account(draft, tx, call)
        if !call.isAdmin { account.lastRefreshAt = call.now }
        try call.create(account, tx)
        // Production does not show an admin the name (production.md section 1.1).
        let displayName = draft.isMadeByAdmin ? nil : account.userProfile.displayName
        let provider = draft.email == nil ? "anonymous" : "password"
        return response(account, try tokens(account, provider: provider, tx, call), displayName: displayName, call)
    }

    private static func link(
        _ draft: NewAccountDraft, to user: AuthenticatedUser, _ tx: Transaction, _ call: OperationContext
    ) throws -> Response {
        var account = user.account
        // Where there is a password, this replaces it.
        if account.passwordHash != nil, draft.password != nil { try RecentSignIn.check(of: user, call) }
        // What is known of the address stays when it is the account's own, and so does the form of its domain.
        let isSameEmail = EmailAddress.areSame(draft.email, account.email)
        let isOwnEmail = isSameEmail && !call.isAdmin && call.behavior.ownValueIsFree
        if !isOwnEmail { account.email = draft.email ?? account.email }
        // Reference: a display name that the request does not repeat is lost.
        let displayName = draft.userProfile.displayName
        if displayName != nil || call.profile.isReference { account.userProfile.displayName = displayName }
        if !isOwnEmail {
            account.emailVerified =
                account.email == nil && call.behavior.separatesAdmins ? nil : draft.emailVerified ?? false
        }
        account.lastLoginAt = String(call.now.milliseconds)
        if !call.isAdmin { account.lastRefreshAt = call.now }
        // Only admins may replace factors in production (phone-mfa.md section 9).
        if !draft.secondFactors.isEmpty || draft.showsNoFactors, call.isAdmin || call.behavior.usersSetFactorsAndLinks {
            account.secondFactors = draft.secondFactors
        }
        if let password = draft.password {
            try password.set(on: &account, tx, at: call.now)
            account.endSessions(at: call.now)
        }
        account.updateProviders()
        try tx.save(account)
        let tokens = try tokens(account, provider: "password", tx, call)
        return response(account, tokens, displayName: account.userProfile.displayName, call)
    }

    /// - Returns: `nil` for an admin.
    private static func tokens(
        _ account: Account, provider: String, _ tx: Transaction, _ call: OperationContext
    ) throws -> IssuedTokens? {
        call.isAdmin ? nil : try TokenIssuer(call).firstSignIn(account, SignIn(provider: provider), tx)
    }

    private static func response(
        _ account: Account, _ tokens: IssuedTokens?, displayName: String?, _ call: OperationContext
    ) -> Response {
        let shownEmail = call.isAdmin && call.profile == .production ? account.email ?? "" : account.email
        return Response(
            idToken: tokens?.idToken, displayName: displayName, email: shownEmail,
            refreshToken: tokens?.refreshToken, expiresIn: tokens?.expiresIn, localId: account.id.rawValue)
    }
}

/// A second factor as a request gives it: stored as it comes, once its number and ID were checked.
struct SecondFactorInput: Decodable, Sendable {
    var factor: SecondFactor

    private enum CodingKeys: CodingKey { case displayName, enrolledAt, mfaEnrollmentId, phoneInfo, totpInfo }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        factor = SecondFactor()
        factor.displayName = try container.decodeIfPresent(String.self, forKey: .displayName)
        factor.enrolledAt = try container.decodeIfPresent(String.self, forKey: .enrolledAt)
        factor.id = try container.decodeIfPresent(String.self, forKey: .mfaEnrollmentId)
        factor[text: .phoneInfo] = try container.decodeIfPresent(String.self, forKey: .phoneInfo)
        factor[.totpInfo] = try container.decodeIfPresent(JSON.self, forKey: .totpInfo)
    }
}

extension SignUp {
    /// A request on its way to an account.
    struct Registration: Sendable {
        /// As the request says it; see ``checked(_:_:)``.
        var draft: NewAccountDraft
        /// In clear.
        let password: String?
        let idToken: String?
        private let isIDGiven: Bool

        /// The checks of accounts.md section 4 that come before any value is looked at.
        init(_ request: Request, _ call: OperationContext) throws(WireError) {
            let isAdmin = call.isAdmin
            let localID = request.localId?.nonEmpty
            idToken = request.idToken?.nonEmpty
            guard localID == nil || (isAdmin && idToken == nil) else { throw .unexpectedUserID }
            let hasEmail = request.email?.isEmpty == false
            password = request.password?.nonEmpty
            if !isAdmin { try Self.checkSwitches(request, hasEmail: hasEmail, hasPassword: password != nil, call) }

            draft = NewAccountDraft(id: AccountID(rawValue: localID ?? call.random.alphanumeric(28)))
            draft.isMadeByAdmin = isAdmin && idToken == nil && call.behavior.separatesAdmins
            isIDGiven = localID != nil
            // An app's empty address gets here in the reference only, which finds it invalid.
            draft.email = isAdmin ? request.email?.nonEmpty : request.email
            draft.phoneNumber = isAdmin ? request.phoneNumber?.nonEmpty : nil
            // An app says no more of its user than a name, and that with an address only.
            if isAdmin {
                draft.userProfile = request.userProfile
            } else if hasEmail {
                draft.userProfile.displayName = request.userProfile.displayName
            }
            draft.emailVerified = isAdmin ? request.emailVerified ?? false : (draft.email == nil ? nil : false)
            // Reference: an admin's `false` is not stored; production shows it (production.md section 1).
            draft.disabled =
                isAdmin && (request.disabled == true || call.profile == .production) ? request.disabled ?? false : nil
            draft.secondFactors = (request.mfaInfo ?? []).map(\.factor)
            draft.showsNoFactors = call.behavior.showsEmptyFactors && request.mfaInfo?.isEmpty == true
            try draft.userProfile.check(call.profile)
        }

        private static func checkSwitches(
            _ request: Request, hasEmail: Bool, hasPassword: Bool, _ call: OperationContext
        ) throws(WireError) {
            let isLinking = request.idToken?.isEmpty == false
            if isLinking || hasEmail || hasPassword {
                guard hasEmail else { throw .missingEmail }
                guard hasPassword else { throw .missingPassword }
                guard call.settings.allowsPasswordSignUp else {
                    throw .operationNotAllowed.because(.setting(.password))
                }
            } else {
                // Production takes an empty address for a missing one (production.md section 9); the reference goes on
                // as for an anonymous user, and finds it invalid later.
                guard request.email == nil || call.profile.isReference else { throw .missingEmail }
                guard call.settings.allowsAnonymousUsers else {
                    throw .adminOnlyOperation.because(.setting(.anonymous))
                }
            }
            guard isLinking || !call.settings.disablesUserSignUp else {
                throw .adminOnlyOperation.because(.setting(.userSignUp))
            }
        }

        /// The draft with its values as they are stored: each was checked for its form and whether it is free, in the
        /// order of accounts.md section 4.
        func checked(_ tx: Transaction, _ call: OperationContext) throws -> NewAccountDraft {
            var draft = draft
            do { try checkNames(&draft, tx, call) } catch NewAccountDraft.Problem.name(let name, let owner) {
                throw Self.error(name, isTaken: owner != nil)
            } catch NewAccountDraft.Problem.phoneNumber(let problem) {
                throw problem.error
            }
            if let password { try Password.check(password, call) }
            draft.secondFactors = try SecondFactorList.generated(from: draft.secondFactors, call)
            return draft
        }

        private func checkNames(_ draft: inout NewAccountDraft, _ tx: Transaction, _ call: OperationContext) throws {
            if isIDGiven {
                try draft.checkID(call)
                guard try tx.account(id: draft.id) == nil else {
                    throw NewAccountDraft.Problem.name(.id, owner: draft.id)
                }
            }
            try draft.checkPhoneNumber(call)
            try draft.checkFreePhoneNumber(tx)
            try draft.checkEmail(call)
            do { try draft.checkFreeEmail(tx) } catch NewAccountDraft.Problem.name(.email, let owner) {
                guard try isOwn(owner, tx, call) else { throw NewAccountDraft.Problem.name(.email, owner: owner) }
                return
            }
            guard draft.email.map({ EmailAddress.allowsNew($0, call.profile) }) ?? true else {
                throw NewAccountDraft.Problem.name(.email, owner: nil)
            }
        }

        /// Whether an address belongs to the very account that is to get it, which has signed in without a password so
        /// far (production.md section 9.1).
        private func isOwn(_ owner: AccountID?, _ tx: Transaction, _ call: OperationContext) throws -> Bool {
            guard call.behavior.ownValueIsFree, let idToken else { return false }
            do {
                let account = try call.authenticate(idToken: idToken, tx).account
                return account.id == owner && account.passwordHash == nil
            } catch is WireError {
                return false  // that the address is taken is told before what is wrong with the token
            }
        }

        private static func error(_ name: NewAccountDraft.Name, isTaken: Bool) -> WireError {
            switch name {
            case .id: isTaken ? .duplicateLocalID : .invalidUserIDLength
            case .phoneNumber: .phoneNumberExists
            case .email: isTaken ? .emailExists : .invalidEmail
            }
        }
    }
}
