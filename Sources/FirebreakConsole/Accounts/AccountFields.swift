import FirebreakWire

/// What the form of an account edits. Empty texts stand for what the account does not have.
struct AccountFields: Sendable, Equatable {
    var displayName: String
    var email: String
    var phoneNumber: String
    var photoURL: String
    var isVerified: Bool
    var isDisabled: Bool

    /// - Parameters:
    ///   - text: Gives the text of a field.
    ///   - isTicked: Whether a box is ticked.
    init(text: (String) -> String?, isTicked: (String) -> Bool) {
        displayName = text("displayName") ?? ""
        email = Self.trimmed(text("email"))
        phoneNumber = Self.trimmed(text("phoneNumber"))
        photoURL = Self.trimmed(text("photoUrl"))
        isVerified = isTicked("emailVerified")
        isDisabled = isTicked("disabled")
    }

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

    private static func trimmed(_ text: String?) -> String {
        String((text ?? "").drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
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
        let json: JSON = [
            "displayName": .string(displayName), "email": .string(email), "phoneNumber": .string(phoneNumber),
            "photoUrl": .string(photoURL), "emailVerified": .bool(isVerified), "disabled": .bool(isDisabled),
        ]
        return json.text
    }
}
