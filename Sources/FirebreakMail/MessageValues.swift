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
