import FirebreakStore
import FirebreakWire

/// Codes sent by SMS and returned by their recipients. Codes for sign-in, enrolment and second factors are one pool
/// (phone-mfa.md section 0).
enum SMSCode {
    /// Wrong codes after which a session is invalid, outside profile `emulator` (production.md section 11 says "many").
    private static let maximumAttempts: Int64 = 10

    /// Consumes the code.
    ///
    /// - Returns: The message that contained it; or a failure that was counted, so that the transaction must be
    ///   committed.
    /// - Throws: Failures that change nothing.
    static func redeem(
        _ code: String, sessionInfo: String, _ tx: Transaction, _ call: Call
    ) throws -> Result<Message, WireError> {
        guard let message = try tx.openMessage(sessionInfo: sessionInfo) else {
            guard !call.profile.isReference, let usedAt = try tx.timeOfUse(sessionInfo: sessionInfo) else {
                throw WireError.invalidSessionInfo
            }
            throw WireError.sessionExpired.because(.used(at: usedAt))
        }
        guard call.rules.expiry == .off || !message.isExpired(at: call.now) else {
            throw WireError.sessionExpired.because(
                .expired(lifetime: "smsCode", at: message.expiresAt ?? call.now))
        }
        let isLimited = call.facts.enforcesLimits
        guard !isLimited || message.attempts < maximumAttempts else { throw WireError.quotaExceeded }
        guard message.code == code else {
            if isLimited { try tx.noteFailedAttempt(message) }
            return .failure(.invalidCode)
        }
        // Sessions of test numbers, to which nothing is sent, are not used up (production.md section 11).
        if message.delivery != .suppressed { try tx.markUsed(message, at: call.now) }
        return .success(message)
    }
}
