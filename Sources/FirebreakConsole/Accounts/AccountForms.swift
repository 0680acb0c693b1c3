import FirebreakWire

/// What the forms on the page of an account have in them: what the account has, or what somebody entered who is shown
/// them again.
struct AccountForms: Sendable {
    var fields: AccountFields
    /// What the account had when the form was first made.
    var original: AccountFields
    var password = ""
    var claims: String
    var newEmail = ""
    /// For a sign-in link.
    var continueURL: String
    var tokenClaims = ""
    var tokenProvider = ""
    var tokenLifetime = ""
    /// What was wrong with what was entered.
    var problem: Problem?

    /// - Parameter continueURL: One that links may lead to.
    init(_ account: ShownAccount, continueURL: String) {
        fields = AccountFields(account)
        original = fields
        claims = account.claims
        self.continueURL = continueURL
    }

    struct Problem: Sendable {
        /// The ID of the field that it is about.
        var field: String
        var text: String
    }

    var hasTokenOptions: Bool { !(tokenClaims + tokenProvider + tokenLifetime).isEmpty || problem?.isOfToken == true }
}

extension AccountForms.Problem {
    fileprivate var isOfToken: Bool { field.begins(with: "token") }
}
