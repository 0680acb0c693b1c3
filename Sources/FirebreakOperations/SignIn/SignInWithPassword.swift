import FirebreakCredentials
import FirebreakStore
import FirebreakWire

/// Signs in with address and password (accounts.md section 5).
package enum SignInWithPassword: APIOperation {
    package struct Request: Decodable, Sendable {
        var captchaChallenge: String?
        var captchaResponse: String?
        package var email: String?
        package var idToken: String?
        var password: String?
        var pendingIdToken: String?
        var returnSecureToken: Bool?
    }

    package struct Response: Encodable, Sendable {
        var kind = "identitytoolkit#VerifyPasswordResponse"
        var localId: String
        var email: String
        var displayName: String?
        var idToken: String?
        var registered = true
        var profilePicture: String?
        var refreshToken: String?
        var expiresIn: String?
        /// Requirements of the policy that the password does not meet.
        var userNotifications: [JSON]?
        var mfaPendingCredential: String?
        var mfaInfo: [JSON]?
    }

    package static func run(_ request: Request, _ call: OperationContext) async throws -> Response {
        try call.requireEnabled()
        guard call.settings.allowsPasswordSignUp else {
            throw WireError.passwordLoginDisabled.because(.setting(.password))
        }
        guard let email = request.email else { throw WireError.missingEmail }
        guard let email = EmailAddress.normalized(email, call.profile) else { throw WireError.invalidEmail }
        guard let password = request.password, !password.isEmpty else { throw WireError.missingPassword }
        if call.behavior.refusesUnimplemented { try refuseUnsupported(request) }
        try RecaptchaSettings.check(request.captchaResponse, \.emailPassword, call)

        let policy = call.settings.passwordPolicy
        let usesLegacyToken = LegacyToken.isDue(returnSecureToken: request.returnSecureToken, call)
        var proof: PasswordProof?
        while true {
            let outcome: SignInOutcome<HashedPassword>
            do {
                outcome = try await call.signIn { [proof] tx in
                    try identify(password, email: email, proof, usesLegacyToken: usesLegacyToken, tx, call)
                }
            } catch let error as WireError where error == .invalidLoginCredentials {
                try await DecoyHashes.run(password, besides: proof?.stored.settings, call)
                throw error
            }
            switch outcome {
            // Retry with the result of the comparison, and again if the password was changed concurrently.
            case .answered(let stored): proof = try await PasswordProof(password, stored, call)
            case .signedIn(let completed):
                var response = Response(completed, email: email, call)
                response.userNotifications = notifications(policy.isEnforced ? policy.missing(in: password) : [])
                return response
            }
        }
    }

    /// - Returns: `answered` with the stored password if comparing it with the given one takes time.
    private static func identify(
        _ password: String, email: String, _ proof: PasswordProof?, usesLegacyToken: Bool, _ tx: Transaction,
        _ call: OperationContext
    ) throws -> Identification<HashedPassword> {
        let failures = Throttle.passwordFailures(of: email, call)
        try failures?.check(tx)
        guard let account = try tx.account(email: email) else {
            guard EmailAddress.allowsNew(email, call.profile) else { throw WireError.invalidEmail }
            return try refused(EnumerationProtection(call).unknownAddress, failures, tx)
        }
        // Production reveals the state of an account only to callers who know its password (production.md section 5).
        if call.profile.isReference, account.disabled == true { throw WireError.userDisabled }
        guard let stored = try HashedPassword(of: account, tx) else {
            return try refused(EnumerationProtection(call).wrongPassword, failures, tx)
        }
        var replacement: HashedPassword?
        if let proof, proof.stored == stored {
            guard proof.isMatch else { return try refused(EnumerationProtection(call).wrongPassword, failures, tx) }
            replacement = proof.replacement
        } else if stored.settings != nil || call.settings.hashConfig.isSet {
            return .answered(stored)
        } else {
            guard stored.isMarked(with: password) else {
                return try refused(EnumerationProtection(call).wrongPassword, failures, tx)
            }
        }
        try failures?.clear(tx)
        guard account.disabled != true else { throw WireError.userDisabled }
        let policy = call.settings.passwordPolicy
        if policy.refusesSignIn { try policy.check(password) }

        var pending = PendingSignIn(
            account, isNew: false, SignIn(provider: "password"), SignInContext(method: "password"))
        pending.usesLegacyToken = usesLegacyToken
        pending.update = { [replacement] account, tx in try replacement?.set(on: &account, tx) }
        pending.recheck = { account, _ in
            guard account.passwordHash == stored.hash else { throw EnumerationProtection(call).wrongPassword }
        }
        return .identified(pending)
    }

    /// Counts a failure where failures are counted.
    private static func refused(
        _ error: WireError, _ failures: Throttle?, _ tx: Transaction
    ) throws -> Identification<HashedPassword> {
        guard let failures else { throw error }
        try failures.count(tx)
        return .refused(error)  // so that the transaction is committed
    }

    private static func notifications(_ missing: [PasswordPolicy.Requirement]) -> [JSON]? {
        guard !missing.isEmpty else { return nil }
        return missing.map {
            ["notificationCode": .string($0.code), "notificationMessage": .string($0.message)]
        }
    }

    private static func refuseUnsupported(_ request: Request) throws(WireError) {
        func isGiven(_ text: String?) -> Bool { text?.isEmpty == false }
        if isGiven(request.captchaResponse) || isGiven(request.captchaChallenge) {
            throw .notImplemented("captcha unimplemented")
        }
        if isGiven(request.idToken) || isGiven(request.pendingIdToken) {
            throw .notImplemented(
                "idToken / pendingIdToken is no longer in use and unsupported by the Auth Emulator.")
        }
    }
}

extension SignInWithPassword.Response {
    fileprivate init(_ completed: CompletedSignIn, email: String, _ call: OperationContext) {
        let isNamed = !call.profile.isReference
        let account = completed.account
        self.init(
            localId: account.id.rawValue, email: email,
            displayName: isNamed ? account.userProfile.displayName ?? "" : nil,
            idToken: completed.tokens?.idToken, profilePicture: isNamed ? account.userProfile.photoURL : nil,
            refreshToken: completed.tokens?.refreshToken, expiresIn: completed.tokens?.expiresIn,
            userNotifications: nil, mfaPendingCredential: completed.challenge?.pendingCredential,
            mfaInfo: completed.challenge?.factors)
    }
}

/// The result of comparing a given password with a stored one, computed between two transactions.
struct PasswordProof: Sendable {
    /// The account's password at the time.
    let stored: HashedPassword
    let isMatch: Bool
    /// What replaces ``stored`` in the account: after a sign-in a hash of the project's own, if it makes such hashes
    /// (production.md section 16.2). Real hashes are never replaced by the marked form, which would reveal the
    /// password.
    let replacement: HashedPassword?

    /// Compares, which may take seconds.
    init(_ password: String, _ stored: HashedPassword, _ call: OperationContext) async throws(WireError) {
        self.stored = stored
        isMatch = await stored.matches(password, call.services.passwordHashes)
        let config = call.settings.hashConfig
        let isOutdated = config.isSet && stored.settings != config.settings
        replacement =
            isMatch && isOutdated && call.behavior.verifiesPasswordHashes ? try await .new(password, call) : nil
    }
}

/// The hashes that a refused sign-in computes under email enumeration protection besides that of the account, if there is
/// one: each refusal takes one for each kind of hash that the project has, so that none tells by its time whether there is
/// an account (production.md section 5). Where all passwords have the marked form these are none.
enum DecoyHashes {
    /// Further kinds of hash do not count.
    private static let maximumKinds = 8

    /// - Parameter compared: The settings of the hash that the password was compared with.
    static func run(_ password: String, besides compared: PasswordHashSettings?, _ call: OperationContext) async throws
    {
        guard call.settings.hidesEmailAddresses, call.behavior.verifiesPasswordHashes else { return }
        let documents = try await call.read { tx in try tx.latestHashSettings(maximumKinds) }
        var kinds = try documents.map(PasswordHashSettings.init(json:))
        let config = call.settings.hashConfig
        if config.isSet, !kinds.contains(config.settings) { kinds.insert(config.settings, at: 0) }
        kinds = kinds.prefix(maximumKinds).filter { !$0.lacksKey }
        if let compared, !compared.lacksKey, !kinds.isEmpty {
            // One that is not among them stands for one that is: the number is the same.
            kinds.remove(at: kinds.firstIndex(of: compared) ?? kinds.count - 1)
        }
        for kind in kinds { await call.services.passwordHashes.run { kind.spendTime(on: password) } }
    }
}
