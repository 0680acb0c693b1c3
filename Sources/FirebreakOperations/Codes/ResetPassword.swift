import FirebreakStore
import FirebreakWire

/// Sets a new password with a reset code, or describes any code (accounts.md section 12, production.md 3.3).
package enum ResetPassword: APIOperation {
    package struct Request: Decodable, Sendable {
        package var email: String?
        var newPassword: String?
        var oldPassword: String?
        package var oobCode: String?

        package init(oobCode: String?, newPassword: String?) {
            self.oobCode = oobCode
            self.newPassword = newPassword
        }
    }

    package struct Response: Encodable, Sendable {
        var kind = "identitytoolkit#ResetPasswordResponse"
        package var email: String?
        var newEmail: String?
        var requestType: String
        /// The second factor that the code reverts.
        var mfaInfo: JSON?
    }

    package static func run(_ request: Request, _ call: OperationContext) async throws -> Response {
        let applies = request.newPassword.map { !$0.isEmpty || call.behavior.emptyCountsAsGiven } ?? false
        try call.requireEnabled()
        if !call.settings.allowsPasswordSignUp { try await refuse(request, applies, call) }
        guard let code = request.oobCode, !code.isEmpty else { throw WireError.missingOobCode }
        guard applies, let password = request.newPassword else {
            return try await call.read { tx in try described(try ActionCode.find(code, tx, call), tx, call) }
        }
        let hashed = try await HashedPassword.requested(password, call)
        return try await call.write { tx in try reset(code, to: password, hashed, tx, call) }.get()
    }

    /// - Throws: `PASSWORD_LOGIN_DISABLED` where passwords are switched off.
    static func checkAllowed(_ call: OperationContext) throws(WireError) {
        try call.requireEnabled()
        guard call.settings.allowsPasswordSignUp else { throw .passwordLoginDisabled.because(.setting(.password)) }
    }

    /// What passwords being switched off makes of a request: production refuses a reset before it says anything of the
    /// code, and codes for something else can still be inspected (production.md section 8).
    private static func refuse(_ request: Request, _ applies: Bool, _ call: OperationContext) async throws {
        let found = try await call.read { tx in
            try request.oobCode?.nonEmpty.map { try ActionCode.look(for: $0, tx, call) }.flatMap { try? $0.get() }
        }
        if call.profile.isReference || (applies && found != nil) { try checkAllowed(call) }
        guard let found, found.type != ActionCodeType.passwordReset.rawValue else {
            throw WireError.operationNotAllowed.because(.setting(.password))
        }
    }

    /// The account whose password a code would set, after all checks.
    static func account(for message: Message, _ tx: Transaction, _ call: OperationContext) throws -> Account {
        let account = try ActionCode.account(of: message, moved: .userNotFound, tx, call)
        guard !call.behavior.codesNeedEnabledAccounts || account.disabled != true else { throw WireError.userDisabled }
        return account
    }

    /// What a code is for. That of a recovery tells as `newEmail` which address it takes back.
    private static func described(_ message: Message, _ tx: Transaction, _ call: OperationContext) throws -> Response {
        var response = Response(message, call)
        if call.behavior.offersWayBack, message.type == ActionCodeType.recoverEmail.rawValue {
            response.newEmail = try CodeRedemption.holder(of: message, tx)?.email
        }
        return response
    }

    /// - Returns: A failure that consumed the code.
    private static func reset(
        _ code: String, to password: String, _ hashed: HashedPassword?, _ tx: Transaction, _ call: OperationContext
    ) throws -> Result<Response, WireError> {
        let message = try ActionCode.find(code, tx, call)
        guard message.type == ActionCodeType.passwordReset.rawValue else {
            // Production accepts a sign-in code here and does nothing (production.md section 3.4).
            if !call.profile.isReference, message.type == ActionCodeType.emailSignIn.rawValue {
                return .success(Response(message, call))
            }
            throw WireError.invalidOobCode
        }
        guard let hashed else { throw WireError.emptyPassword }
        try Password.check(password, call)
        try tx.markUsed(message, at: call.now)
        do {
            try apply(hashed, message, tx, call)
            return .success(Response(message, call))
        } catch let error as WireError {
            return .failure(error)
        }
    }

    private static func apply(
        _ password: HashedPassword, _ message: Message, _ tx: Transaction, _ call: OperationContext
    ) throws {
        var account = try account(for: message, tx, call)
        try password.set(on: &account, tx, at: call.now)
        try Throttle.passwordFailures(of: message.boundEmail, call)?.clear(tx)
        account.emailVerified = true
        account.endSessions(at: call.now)
        // Who can read the mail need not be who linked an identity (production.md section 3.4).
        account.updateProviders(deleting: Set((account.providers ?? []).map(\.providerID)))
        try tx.save(account)
    }
}

extension ResetPassword.Response {
    fileprivate init(_ message: Message, _ call: OperationContext) {
        let isSignIn = message.type == ActionCodeType.emailSignIn.rawValue
        let isChange = message.type == ActionCodeType.verifyAndChangeEmail.rawValue
        self.init(
            email: isSignIn ? nil : message.email, newEmail: isChange ? message.newEmail : nil,
            requestType: message.type, mfaInfo: message.secondFactor?.shown(in: call.profile).document)
    }
}
