/// What the forms on the page of an account do; all of them go to the page's own URL, so that it stays where it is.
enum AccountAction: String, Sendable {
    case edit, claims, disable, enable, endSessions, delete, unlink, removeFactor, removePasskey, mail, mint

    /// The name of the field that says which it is.
    static let field = "action"
}
