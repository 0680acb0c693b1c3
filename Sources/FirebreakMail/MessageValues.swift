/// The values of a message's placeholders.
package struct MessageValues: Sendable {
    /// Name of the app, the value of the rule `appName`.
    package var appName: String
    /// Address the message goes to; for `RECOVER_EMAIL` the old one. Not used by SMS.
    package var email: String
    /// New address of the account, for the messages about a change of address.
    package var newEmail: String?
    /// Name of the person; `nil`, empty or blank leaves the name out of the greeting.
    package var displayName: String?
    /// Link that an e-mail offers.
    package var link: String?
    /// Code that an SMS carries.
    package var code: String?
    /// The second factor that was added, as the recipient knows it (a phone number, "TOTP").
    package var secondFactor: String?

    /// Creates the values; what a message type does not use can be left out.
    package init(
        appName: String,
        email: String = "",
        newEmail: String? = nil,
        displayName: String? = nil,
        link: String? = nil,
        code: String? = nil,
        secondFactor: String? = nil
    ) {
        self.appName = appName
        self.email = email
        self.newEmail = newEmail
        self.displayName = displayName
        self.link = link
        self.code = code
        self.secondFactor = secondFactor
    }
}

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

    /// Whether it is sent as an SMS rather than an e-mail.
    var isSMS: Bool {
        switch self {
        case .smsSignIn, .smsMFAEnrollment, .smsMFASignIn: true
        case .emailSignIn, .passwordReset, .verifyEmail, .verifyAndChangeEmail, .recoverEmail,
            .revertSecondFactorAddition:
            false
        }
    }
}

/// A message as its recipient reads it.
package struct RenderedMessage: Sendable, Equatable {
    /// Subject on a single line; `nil` for SMS.
    package var subject: String?
    /// Plain text; contains the link or the code verbatim.
    package var text: String
    /// HTML document, or the fragment that the project configured; `nil` for SMS.
    package var html: String?

    package init(subject: String?, text: String, html: String?) {
        self.subject = subject
        self.text = text
        self.html = html
    }
}

/// Texts the project configures itself (`notification.sendEmail.*Template`), with placeholders such as `%LINK%`.
///
/// A part that is `nil`, empty or blank is replaced by the built-in one.
package struct ConfiguredTemplate: Sendable {
    package var subject: String?
    package var body: String?
    /// Whether `body` is HTML (`bodyFormat: HTML`) rather than plain text (`PLAIN_TEXT`).
    package var isHTML: Bool

    package init(subject: String? = nil, body: String? = nil, isHTML: Bool) {
        self.subject = subject
        self.body = body
        self.isHTML = isHTML
    }
}
