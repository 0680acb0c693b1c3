package import FirebreakStore
import FirebreakWire

/// Creates an account, or adds address and password to the signed-in one (accounts.md section 4).
package enum SignUp: APIOperation {
    package struct Request: Decodable, Sendable {
        package var captchaResponse: String?
        package var disabled: Bool?
        package var displayName: String?
        package var email: String?
        package var emailVerified: Bool?
        package var idToken: String?
        package var localId: String?
        package var mfaInfo: [SecondFactorInput]?
        package var password: String?
        package var phoneNumber: String?
        package var photoUrl: String?
    }

    package struct Response: Encodable, Sendable {
        var kind = "identitytoolkit#SignupNewUserResponse"
        var idToken: String?
        var displayName: String?
        var email: String?
        var refreshToken: String?
        var expiresIn: String?
        var localId: String
    }

    package static func run(_ request: Request, _ call: Call) async throws -> Response {
        try call.requireEnabled()
        var draft = try Draft(request, call)
        // Guests need no token.
        if draft.email != nil {
            try RecaptchaSettings.check(request.captchaResponse, call.settings.recaptcha.emailPassword, call)
        }
        draft.hashedPassword = try await HashedPassword.requested(draft.password, call)
        guard call.isAdmin || draft.idToken != nil || draft.email == nil else {
            return try await register(draft, call)
        }
        return try await call.write { [draft] tx in
            var draft = draft
            try draft.checkValues(tx, call)
            let factors = try SecondFactorList.generated(from: draft.factors, call)
            if let idToken = draft.idToken {
                return try link(draft, factors, to: try call.authenticate(idToken: idToken, tx), tx, call)
            }
            return try create(draft, factors, tx, call)
        }
    }

    /// Signs a person up with address and password, which blocking functions have a say in.
    private static func register(_ draft: Draft, _ call: Call) async throws -> Response {
        let outcome: SignInOutcome<Never> = try await call.signIn { tx in
            var checked = draft
            try checked.checkValues(tx, call)
            let factors = try SecondFactorList.generated(from: checked.factors, call)
            var pending = PendingSignIn(
                try account(checked, factors, tx, call), isNew: true, SignIn(provider: "password"),
                SignInContext(method: "password"))
            pending.asksForSecondFactor = false
            pending.recheck = { account, tx in
                if let email = account.email, try tx.account(email: email) != nil { throw WireError.emailExists }
            }
            return .identified(pending)
        }
        switch outcome {
        case .signedIn(let completed): return response(completed.account, completed.tokens, call)
        }
    }

    private static func create(
        _ draft: Draft, _ factors: [SecondFactor], _ tx: Transaction, _ call: Call
    ) throws -> Response {
        var account = try account(draft, factors, tx, call)
        if !call.isAdmin { account.lastRefreshAt = call.now }
        try call.create(account, tx)
        return try answer(account, provider: draft.email == nil ? "anonymous" : "password", tx, call)
    }

    /// The account that a request describes.
    private static func account(
        _ draft: Draft, _ factors: [SecondFactor], _ tx: Transaction, _ call: Call
    ) throws -> Account {
        var account = try Account(new: draft.id, tx, call)
        account.lastLoginAt = String(call.now.milliseconds)
        account.email = draft.email
        account.emailVerified = draft.emailVerified
        account.displayName = draft.displayName
        account.photoURL = draft.photoURL
        account.phoneNumber = draft.phoneNumber
        account.disabled = draft.disabled
        account.secondFactors = factors.isEmpty ? nil : factors
        if let password = draft.hashedPassword {
            try password.set(on: &account, tx, at: call.now)
            account.validSince = String(call.now.seconds)
        }
        account.updateProviders()
        return account
    }

    private static func link(
        _ draft: Draft, _ factors: [SecondFactor], to user: AuthenticatedUser, _ tx: Transaction, _ call: Call
    ) throws -> Response {
        var account = user.account
        account.email = draft.email ?? account.email
        // Reference: a display name that the request does not repeat is lost.
        account.displayName = call.profile.isReference ? draft.displayName : draft.displayName ?? account.displayName
        account.emailVerified = draft.emailVerified ?? false
        account.lastLoginAt = String(call.now.milliseconds)
        if !call.isAdmin { account.lastRefreshAt = call.now }
        // Only admins may replace factors in production (phone-mfa.md section 9).
        if !factors.isEmpty, call.isAdmin || call.facts.usersSetFactorsAndLinks { account.secondFactors = factors }
        if let password = draft.hashedPassword {
            try password.set(on: &account, tx, at: call.now)
            try account.endSessions(tx, at: call.now)
        }
        account.updateProviders()
        try tx.save(account)
        return try answer(account, provider: "password", tx, call)
    }

    private static func answer(
        _ account: Account, provider: String, _ tx: Transaction, _ call: Call
    ) throws -> Response {
        let tokens = call.isAdmin ? nil : try TokenIssuer(call).firstSignIn(account, SignIn(provider: provider), tx)
        return response(account, tokens, call)
    }

    private static func response(_ account: Account, _ tokens: IssuedTokens?, _ call: Call) -> Response {
        let shownEmail = call.isAdmin && call.profile == .production ? account.email ?? "" : account.email
        return Response(
            idToken: tokens?.idToken, displayName: account.displayName, email: shownEmail,
            refreshToken: tokens?.refreshToken, expiresIn: tokens?.expiresIn, localId: account.id.rawValue)
    }
}

/// A second factor as a request gives it: stored as it comes, once its number and ID were checked.
package struct SecondFactorInput: Decodable, Sendable {
    package var factor: SecondFactor

    private enum CodingKeys: CodingKey { case displayName, enrolledAt, mfaEnrollmentId, phoneInfo, totpInfo }

    package init(from decoder: any Decoder) throws {
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
    fileprivate struct Draft: Sendable {
        let id: AccountID
        let isIDGiven: Bool
        /// As stored, once ``checkValues(_:_:)`` has run.
        var email: String?
        /// As stored, once ``checkValues(_:_:)`` has run.
        var phoneNumber: String?
        let password: String?
        /// Of ``password``, made before the transaction.
        var hashedPassword: HashedPassword?
        let displayName: String?
        let photoURL: String?
        let emailVerified: Bool?
        let disabled: Bool?
        let idToken: String?
        let factors: [SecondFactor]

        /// The checks of accounts.md section 4 that come before any value is looked at.
        init(_ request: Request, _ call: Call) throws(WireError) {
            let isAdmin = call.isAdmin
            let localID = request.localId?.nonEmpty
            idToken = request.idToken?.nonEmpty
            guard localID == nil || (isAdmin && idToken == nil) else { throw .unexpectedUserID }
            let hasEmail = request.email?.isEmpty == false
            password = request.password?.nonEmpty
            if !isAdmin { try Self.checkSwitches(request, hasEmail: hasEmail, hasPassword: password != nil, call) }

            let isNamed = isAdmin || hasEmail
            // An app's empty address gets here in the reference only, which finds it invalid.
            email = isAdmin ? request.email?.nonEmpty : request.email
            phoneNumber = isAdmin ? request.phoneNumber?.nonEmpty : nil
            id = AccountID(rawValue: localID ?? call.random.alphanumeric(28))
            isIDGiven = localID != nil
            displayName = isNamed ? request.displayName : nil
            photoURL = isAdmin ? request.photoUrl : nil
            emailVerified = isAdmin ? request.emailVerified ?? false : (email == nil ? nil : false)
            // Reference: an admin's `false` is not stored; production shows it (production.md section 1).
            disabled =
                isAdmin && (request.disabled == true || call.profile == .production) ? request.disabled ?? false : nil
            factors = (request.mfaInfo ?? []).map(\.factor)
            if let displayName { try DisplayName.check(displayName, call.profile) }
        }

        private static func checkSwitches(
            _ request: Request, hasEmail: Bool, hasPassword: Bool, _ call: Call
        ) throws(WireError) {
            let isLinking = request.idToken?.isEmpty == false
            if isLinking || hasEmail || hasPassword {
                guard hasEmail else { throw .missingEmail }
                guard hasPassword else { throw .missingPassword }
                guard call.settings.allowsPasswordSignUp else { throw .operationNotAllowed }
            } else {
                // Production takes an empty address for a missing one (production.md section 9); the reference goes on
                // as for an anonymous user, and finds it invalid later.
                guard request.email == nil || call.profile.isReference else { throw .missingEmail }
                guard call.settings.allowsAnonymousUsers else { throw .adminOnlyOperation }
            }
            guard isLinking || !call.settings.disablesUserSignUp else { throw .adminOnlyOperation }
        }

        /// The values one by one, each for its form and whether it is free, in the order of accounts.md section 4.
        mutating func checkValues(_ tx: Transaction, _ call: Call) throws {
            if isIDGiven {
                guard KeyLength.accountID.allows(id.rawValue, call.profile) else { throw WireError.invalidUserIDLength }
                guard try tx.account(id: id) == nil else { throw WireError.duplicateLocalID }
            }
            if let text = phoneNumber {
                guard let number = PhoneNumber.normalized(text, call.profile) else {
                    throw WireError.invalidPhoneNumber
                }
                guard try tx.account(phoneNumber: number) == nil else { throw WireError.phoneNumberExists }
                phoneNumber = number
            }
            if let text = email {
                guard let address = EmailAddress.normalized(text, call.profile) else { throw WireError.invalidEmail }
                guard try tx.account(email: address) == nil else { throw WireError.emailExists }
                email = address
            }
            if let password { try Password.check(password, call) }
        }
    }
}
