/// What opening the link of a mail did.
public struct OpenedMessage: Codable, Sendable, Equatable {
    /// What the link is for, as `mode` in it says: `signIn`, `resetPassword`, `verifyEmail`, ….
    public var mode: String
    /// The address: of a change the new one, else the one that the mail is about.
    public var email: String
    /// Whether the code took effect; that of a sign-in link does when the app uses it.
    public var applied: Bool
    private var redirectOrNull: Nullable<String>
    /// Where the person gets from there: of a sign-in link the URL that the app receives.
    public var redirect: String? {
        get { redirectOrNull.value }
        set { redirectOrNull.value = newValue }
    }

    private enum CodingKeys: String, CodingKey {
        case mode, email, applied
        case redirectOrNull = "redirect"
    }

    /// What opening a link did.
    public init(mode: String, email: String, applied: Bool, redirect: String?) {
        self.mode = mode
        self.email = email
        self.applied = applied
        redirectOrNull = Nullable(redirect)
    }
}
