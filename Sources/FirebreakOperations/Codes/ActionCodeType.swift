/// What an e-mail action code does.
package enum ActionCodeType: String, Sendable, CaseIterable {
    case emailSignIn = "EMAIL_SIGNIN"
    case passwordReset = "PASSWORD_RESET"
    case verifyEmail = "VERIFY_EMAIL"
    case verifyAndChangeEmail = "VERIFY_AND_CHANGE_EMAIL"
    case recoverEmail = "RECOVER_EMAIL"
    case revertSecondFactorAddition = "REVERT_SECOND_FACTOR_ADDITION"

    /// `mode` in the link (email-actions.md section 1).
    package var mode: String {
        switch self {
        case .emailSignIn: "signIn"
        case .passwordReset: "resetPassword"
        case .verifyEmail: "verifyEmail"
        case .verifyAndChangeEmail: "verifyAndChangeEmail"
        case .recoverEmail: "recoverEmail"
        case .revertSecondFactorAddition: "revertSecondFactorAddition"
        }
    }
}
