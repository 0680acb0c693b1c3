import FirebreakStore
import FirebreakWire

/// `phoneVerificationInfo`: a code received by SMS, for a second factor (phone-mfa.md sections 4.2 and 4.5).
package struct PhoneVerification: Decodable, Sendable {
    private var androidVerificationProof: String?
    private var code: String?
    private var sessionInfo: String?

    /// Consumes the code.
    ///
    /// - Returns: The number it was sent to; or a failure that was counted, so that the transaction must be committed.
    /// - Throws: `MISSING_CODE` before `MISSING_SESSION_INFO`; failures that change nothing.
    func redeem(_ tx: Transaction, _ call: Call) throws -> Result<String, WireError> {
        guard androidVerificationProof?.isEmpty != false else { throw WireError.androidProofUnsupported }
        guard let code = code?.nonEmpty else { throw WireError.missingCode }
        guard let session = sessionInfo?.nonEmpty else { throw WireError.missingSessionInfo }
        return try SMSCode.redeem(code, sessionInfo: session, tx, call).map(\.recipient)
    }
}
