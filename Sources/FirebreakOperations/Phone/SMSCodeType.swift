/// What a code sent by SMS is for; the raw value is the message's type in the outbox.
package enum SMSCodeType: String, Sendable {
    case signIn = "SMS_SIGN_IN"
    case enrollment = "SMS_MFA_ENROLLMENT"
    case secondFactor = "SMS_MFA_SIGN_IN"

    /// The type passed to beforeSendSms.
    var guarded: GuardedMessage.SMSType {
        switch self {
        case .signIn: .signIn
        case .enrollment: .enrollment
        case .secondFactor: .secondFactor
        }
    }

    /// The line that the reference logs instead of sending (phone-mfa.md section 0).
    func line(number: String, code: String) -> String {
        switch self {
        case .signIn: "To verify the phone number \(number), use the code \(code)."
        case .enrollment: "To enroll MFA with \(number), use the code \(code)."
        case .secondFactor: "To sign in with MFA using \(number), use the code \(code)."
        }
    }
}
