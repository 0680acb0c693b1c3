/// What a message is about; the raw value is the name on the wire.
package enum MessageType: String, Sendable, CaseIterable {
    /// Link that signs the recipient in.
    case emailSignIn = "EMAIL_SIGNIN"
    /// Link to choose a new password.
    case passwordReset = "PASSWORD_RESET"
    /// Link that confirms the address of an account.
    case verifyEmail = "VERIFY_EMAIL"
    /// Link that confirms a new address and makes it the account's; goes to the new address.
    case verifyAndChangeEmail = "VERIFY_AND_CHANGE_EMAIL"
    /// Link that undoes a change of address; goes to the old address.
    case recoverEmail = "RECOVER_EMAIL"
    /// Link that removes a second factor that was just added.
    case revertSecondFactorAddition = "REVERT_SECOND_FACTOR_ADDITION"
    /// Code to sign in with a phone number.
    case smsSignIn = "SMS_SIGN_IN"
    /// Code that adds a phone number as second factor.
    case smsMFAEnrollment = "SMS_MFA_ENROLLMENT"
    /// Code that completes a sign-in with a second factor.
    case smsMFASignIn = "SMS_MFA_SIGN_IN"
}
