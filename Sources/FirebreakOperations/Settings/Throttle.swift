import FirebreakStore
import FirebreakWire

/// One count under rule `limits` (firebreak.md section 3.2): a fixed window by the project's clock, which begins with
/// the first that is counted.
///
/// The makers below return `nil` where the rule sets no limit, so that nothing is read or written for it.
struct Throttle: Sendable {
    private let limit: Rules.ThrottleLimits.Limit
    private let token: String
    private let refusal: WireError
    private let call: OperationContext

    private init?(
        _ name: String, _ field: KeyPath<Rules.ThrottleLimits, Rules.ThrottleLimits.Limit?>, of subject: String,
        _ refusal: WireError,
        _ call: OperationContext
    ) {
        guard let limit = call.rules.limits[keyPath: field] else { return nil }
        self.limit = limit
        self.refusal = refusal.because(.limit(name: name, count: limit.count, seconds: limit.seconds))
        self.call = call
        // Tokens are unique in the project; no other flow's has slashes.
        token = "limits/\(name)/\(call.tenant?.rawValue ?? "")/\(subject)"
    }

    /// Wrong passwords. They are counted for addresses without an account as well, which are not told apart.
    static func passwordFailures(of email: String, _ call: OperationContext) -> Throttle? {
        Throttle("passwordFailures", \.passwordFailures, of: email, .accountTemporarilyDisabled, call)
    }

    static func totpFailures(of account: AccountID, _ call: OperationContext) -> Throttle? {
        Throttle("totpFailures", \.totpFailures, of: account.rawValue, .exceededQuota, call)
    }

    /// Codes of the kinds that people ask for themselves, mailed or returned to an admin.
    static func emails(_ type: ActionCodeType, to recipient: String, _ call: OperationContext) -> Throttle? {
        let kind: (name: String, refusal: WireError)
        switch type {
        case .passwordReset: kind = ("reset", .resetPasswordExceedLimit)
        case .emailSignIn: kind = ("signIn", .emailSignInQuotaExceeded)
        case .verifyEmail, .verifyAndChangeEmail: kind = ("verification", .tooManyAttempts)
        case .recoverEmail, .revertSecondFactorAddition: return nil
        }
        return Throttle("emailsPerEmail", \.emailsPerEmail, of: "\(kind.name)/\(recipient)", kind.refusal, call)
    }

    static func sms(to number: String, _ call: OperationContext) -> Throttle? {
        Throttle("smsPerNumber", \.smsPerNumber, of: number, .exceededQuota, call)
    }

    /// Accounts that the caller's network address creates.
    static func signUps(_ call: OperationContext) -> Throttle? {
        guard !call.isAdmin else { return nil }
        return Throttle("signUpsPerIp", \.signUpsPerIP, of: call.client.ip ?? "", .tooManyAttempts, call)
    }

    /// - Throws: The service's error if the limit is reached.
    func check(_ tx: Transaction) throws {
        guard let flow = try current(tx), flow.attempts >= limit.count else { return }
        throw refusal
    }

    /// Counts one; the transaction must be committed.
    func count(_ tx: Transaction) throws {
        if let flow = try current(tx) { return try tx.noteAttempt(flow) }
        let flow = Flow(
            token: token, kind: .throttle, content: .emptyObject,
            expiresAt: call.now.advanced(byMilliseconds: limit.seconds * 1000))
        try tx.insert(flow, at: call.now)
        try tx.noteAttempt(flow)
    }

    /// Counts one, or refuses it.
    func take(_ tx: Transaction) throws {
        try check(tx)
        try count(tx)
    }

    /// Forgets what was counted.
    func clear(_ tx: Transaction) throws {
        if let flow = try current(tx) { try tx.remove(flow) }
    }

    private func current(_ tx: Transaction) throws -> Flow? {
        guard let flow = try tx.flow(.throttle, token: token), !flow.isExpired(at: call.now) else { return nil }
        return flow
    }
}
