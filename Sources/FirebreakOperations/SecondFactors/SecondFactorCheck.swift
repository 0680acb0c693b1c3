import FirebreakStore
import FirebreakWire

/// Checks that the methods for second factors have in common (phone-mfa.md section 4).
enum SecondFactorCheck {
    /// The kind of factor that a request is about.
    ///
    /// - Parameters:
    ///   - phone: Whether the request has the member for a phone number.
    ///   - totp: Whether it has the one for a one-time password.
    /// - Returns: `nil` if it has neither. The reference ignores one-time passwords until they are configured.
    /// - Throws: `OPERATION_NOT_ALLOWED` if the kind is switched off.
    static func kind(phone: Bool, totp: Bool, _ call: OperationContext) throws(WireError) -> PendingCredential.Use? {
        let settings = call.settings.secondFactors
        if totp, !phone, settings.totpWindow != nil || call.behavior.knowsOneTimePasswords {
            guard settings.totpWindow != nil else { throw .totpNotEnabled.because(.setting(.totpFactor)) }
            return .totp
        }
        guard settings.allowsSMS else { throw .smsSecondFactorNotEnabled.because(.setting(.smsFactor)) }
        return phone ? .sms : nil
    }

    /// The signed-in user of an enrolment method.
    ///
    /// - Parameter acceptsLegacy: See ``OperationContext/authenticate(idToken:_:acceptsLegacy:)``.
    static func user(
        _ idToken: String?, acceptsLegacy: Bool = false, _ tx: Transaction, _ call: OperationContext
    ) throws -> AuthenticatedUser {
        guard let idToken = idToken?.nonEmpty else { throw WireError.missingIDTokenForSecondFactor }
        return try call.authenticate(idToken: idToken, tx, acceptsLegacy: acceptsLegacy)
    }

    /// - Throws: `UNSUPPORTED_FIRST_FACTOR` for a first factor that does not allow a second one.
    static func checkFirstFactor(of user: AuthenticatedUser) throws(WireError) {
        guard !["anonymous", "phone", "custom", "gc.apple.com"].contains(user.provider) else {
            throw .secondFactorNotAvailable
        }
    }

    /// - Throws: `SECOND_FACTOR_LIMIT_EXCEEDED` if the account has the maximum number of factors.
    static func checkRoom(in account: Account, _ call: OperationContext) throws(WireError) {
        guard !call.behavior.enforcesLimits || (account.secondFactors ?? []).count < SecondFactorList.maximumCount
        else {
            throw .tooManySecondFactors
        }
    }

    /// - Throws: `SECOND_FACTOR_EXISTS` if the number is already a factor of this account.
    static func checkNew(_ number: String, in account: Account) throws(WireError) {
        guard account.secondFactors?.contains(where: { $0.phoneNumber == number }) != true else {
            throw .secondFactorExists
        }
    }

    /// - Throws: `SECOND_FACTOR_LIMIT_EXCEEDED` if the account already has one-time passwords.
    static func checkNewTOTP(in account: Account) throws(WireError) {
        guard account.secondFactors?.contains(where: \.isTOTP) != true else {
            throw .totpLimitExceeded
        }
    }

    /// A new enrolment ID (production.md section 12).
    static func newID(_ call: OperationContext) -> String {
        call.behavior.formatsFactors ? call.random.uuid() : call.random.alphanumeric(28)
    }
}

/// `phoneVerificationInfo`: a code received by SMS, for a second factor (phone-mfa.md sections 4.2 and 4.5).
struct PhoneVerification: Decodable, Sendable {
    private var androidVerificationProof: String?
    private var code: String?
    private var sessionInfo: String?

    /// Consumes the code.
    ///
    /// - Returns: The number it was sent to; or a failure that was counted, so that the transaction must be committed.
    /// - Throws: `MISSING_CODE` before `MISSING_SESSION_INFO`; failures that change nothing.
    func redeem(_ tx: Transaction, _ call: OperationContext) throws -> Result<String, WireError> {
        guard androidVerificationProof?.isEmpty != false else { throw WireError.androidProofUnsupported }
        guard let code = code?.nonEmpty else { throw WireError.missingCode }
        guard let session = sessionInfo?.nonEmpty else { throw WireError.missingSessionInfo }
        return try SMSCode.redeem(code, sessionInfo: session, tx, call).map(\.recipient)
    }
}

extension SecondFactor {
    /// Production's members, in their order (production.md section 12).
    static let shownKeys: [Key] = [.phoneInfo, .id, .displayName, .enrolledAt, .totpInfo]

    /// The factor as responses have it: outside the reference the number stands there once.
    func shown(in profile: Profile) -> SecondFactor {
        guard profile.behavior.formatsFactors else { return self }
        var factor = SecondFactor()
        for key in Self.shownKeys { factor[key] = self[key] }
        return factor
    }
}
