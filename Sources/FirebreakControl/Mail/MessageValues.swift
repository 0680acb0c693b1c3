/// The values of a message's placeholders.
struct MessageValues: Sendable {
    /// Name of the app, the value of the rule `appName`.
    var appName: String
    /// Address the message goes to; for `RECOVER_EMAIL` the old one. Not used by SMS.
    var email: String
    /// New address of the account, for the messages about a change of address.
    var newEmail: String?
    /// Name of the person; `nil`, empty or blank leaves the name out of the greeting.
    var displayName: String?
    /// Link that an e-mail offers.
    var link: String?
    /// Code that an SMS carries.
    var code: String?
    /// The second factor that was added, as the recipient knows it (a phone number, "TOTP").
    var secondFactor: String?

    /// Creates the values; what a message type does not use can be left out.
    init(
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
enum MessageType: String, Sendable, CaseIterable {
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

/// A message as its recipient reads it.
struct RenderedMessage: Sendable, Equatable {
    /// Subject on a single line; `nil` for SMS.
    var subject: String?
    /// Plain text; contains the link or the code verbatim.
    var text: String
    /// HTML document, or the fragment that the project configured; `nil` for SMS.
    var html: String?

    init(subject: String?, text: String, html: String?) {
        self.subject = subject
        self.text = text
        self.html = html
    }
}

/// Texts the project configures itself (`notification.sendEmail.*Template`), with placeholders such as `%LINK%`.
///
/// A part that is `nil`, empty or blank is replaced by the built-in one.
struct ConfiguredTemplate: Sendable {
    var subject: String?
    var body: String?
    /// Whether `body` is HTML (`bodyFormat: HTML`) rather than plain text (`PLAIN_TEXT`).
    var isHTML: Bool

    init(subject: String? = nil, body: String? = nil, isHTML: Bool) {
        self.subject = subject
        self.body = body
        self.isHTML = isHTML
    }
}
