import FirebreakStore

/// A message that a blocking function may stop.
enum GuardedMessage: Sendable {
    enum EmailType: String, Sendable {
        case emailSignIn = "EMAIL_SIGN_IN"
        case passwordReset = "PASSWORD_RESET"
    }

    enum SMSType: String, Sendable {
        case signIn = "SIGN_IN_OR_SIGN_UP"
        case secondFactor = "MULTI_FACTOR_SIGN_IN"
        case enrollment = "MULTI_FACTOR_ENROLLMENT"
    }

    case email(String, EmailType)
    case sms(String, SMSType)
}
