import FirebreakWire

/// What the forms on the page of an account have in them: what the account has, or what somebody entered who is shown
/// them again.
package struct AccountForms: Sendable {
    package var fields: AccountFields
    /// What the account had when the form was first made.
    package var original: AccountFields
    package var password = ""
    package var claims: String
    package var newEmail = ""
    /// For a sign-in link.
    package var continueURL: String
    package var tokenClaims = ""
    package var tokenProvider = ""
    package var tokenLifetime = ""
    /// What was wrong with what was entered.
    package var problem: Problem?

    /// - Parameter continueURL: One that links may lead to.
    package init(_ account: ShownAccount, continueURL: String) {
        fields = AccountFields(account)
        original = fields
        claims = account.claims
        self.continueURL = continueURL
    }

    package struct Problem: Sendable {
        /// The ID of the field that it is about.
        package var field: String
        package var text: String

        package init(field: String, text: String) {
            self.field = field
            self.text = text
        }
    }

    var hasTokenOptions: Bool { !(tokenClaims + tokenProvider + tokenLifetime).isEmpty || problem?.isOfToken == true }
}

extension AccountForms.Problem {
    fileprivate var isOfToken: Bool { field.begins(with: "token") }
}
