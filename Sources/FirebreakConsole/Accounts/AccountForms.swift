import FirebreakOperations
import FirebreakWire

/// A field for a text of an account.
struct AccountField: Sendable {
    /// What takes the text away, where an empty one does not.
    enum Removal: Sendable {
        case attribute(UpdateAccount.UserAttribute)
        case provider(String)
    }

    /// Of the field, and of the member of the API.
    let name: String
    let label: HTML
    var hint: HTML?
    var attributes: HTML = ""
    /// Whether spaces around the text belong to it.
    var keepsSpaces = false
    var removal: Removal?

    private static let email = AccountField(
        name: "email", label: "\(Words.email)", attributes: #" inputmode="email" autocapitalize="none""#,
        removal: .attribute(.email))
    private static let phoneNumber = AccountField(
        name: "phoneNumber", label: "\(Words.phoneNumber)", hint: "With country code, such as +1 555 555 0100",
        attributes: #" inputmode="tel""#, removal: .provider("phone"))
    private static let displayName = AccountField(
        name: "displayName", label: "\(Words.displayName)", keepsSpaces: true, removal: .attribute(.displayName))
    private static let photo = AccountField(
        name: "photoUrl", label: "\(Words.photo)", attributes: #" inputmode="url""#, removal: .attribute(.photoURL))
    private static let userID = AccountField(
        name: "localId", label: "\(Words.userID)", hint: "A random one if left empty",
        attributes: #" autocapitalize="none""#)

    /// The fields of an account's form, which also has one for a new password.
    static let ofAccount = [displayName, email, phoneNumber, photo]
    /// The fields of the form for a new account, which also has one for the password.
    static let ofNewAccount = [email, phoneNumber, displayName, photo, userID]
}

/// What the form of an account edits. Empty texts stand for what the account does not have.
struct AccountFields: Sendable, Equatable {
    /// By the name of the field.
    private var texts: [String: String] = [:]
    var isVerified: Bool
    var isDisabled: Bool

    /// - Parameters:
    ///   - text: Gives the text of a field.
    ///   - isTicked: Whether a box is ticked.
    init(text: (String) -> String?, isTicked: (String) -> Bool) {
        for field in AccountField.ofAccount {
            let text = text(field.name) ?? ""
            texts[field.name] = field.keepsSpaces ? text : Self.trimmed(text)
        }
        isVerified = isTicked("emailVerified")
        isDisabled = isTicked("disabled")
    }

    subscript(field: AccountField) -> String { texts[field.name] ?? "" }

    init(_ account: ShownAccount) {
        self.init(
            text: { Self.asSentBack(account.text($0)) }, isTicked: { account.document[$0] == true })
    }

    /// A text as a browser sends it back that got it in a field of one line.
    private static func asSentBack(_ text: String?) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in (text ?? "").unicodeScalars where scalar != "\n" && scalar != "\r" {
            scalars.append(scalar == "\0" ? "\u{FFFD}" : scalar)
        }
        return String(scalars)
    }

    private static func trimmed(_ text: String) -> String {
        String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }

    // MARK: In a hidden field

    /// The fields as a form was made with them, so that it changes only what its reader changed.
    ///
    /// - Returns: `nil` for what is not from a form.
    init?(stored text: String) {
        guard let json = try? JSON(parsing: text, keys: .stored), json.objectValue != nil else { return nil }
        self.init(text: { json[$0]?.stringValue }, isTicked: { json[$0] == true })
    }

    var stored: String {
        var json = JSON.emptyObject
        for field in AccountField.ofAccount { json[field.name] = .string(self[field]) }
        json["emailVerified"] = .bool(isVerified)
        json["disabled"] = .bool(isDisabled)
        return json.text
    }
}

/// What the forms on the page of an account have in them: what the account has, or what was entered where a form is shown
/// again.
struct AccountForms: Sendable {
    var fields: AccountFields
    /// What the account had when the form was first made.
    var original: AccountFields
    var password = ""
    var claims: String
    var newEmail = ""
    /// Of a second factor that is to be added.
    var factorPhone = ""
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

    var hasTokenOptions: Bool {
        !(tokenClaims + tokenProvider + tokenLifetime).isEmpty || problem?.field.startsWithBytes(of: "token") == true
    }
}
