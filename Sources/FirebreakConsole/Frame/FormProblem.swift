import FirebreakPages
import FirebreakWire

/// What an operation refused, in the words of a form: a sentence for a person, and the field that it is about. Every form
/// of the console says errors by it.
struct FormProblem: Sendable {
    /// The name of the field; `nil` for what is about none.
    let field: String?
    /// As it stands at the field.
    var text: String
    /// Of a message that begins with the name of its member: as a whole.
    private let whole: String?
    /// What a developer can do about it, where the sentence does not say it.
    private let remedy: String
    /// Of the catalogue.
    private let code: String

    init(_ error: WireError, in profile: Profile) {
        let words = error.words(in: profile)
        code = error.code
        if let known = Self.known[error.code] {
            field = Self.isAbout(photo: words) ? "photoUrl" : known.field
            text = Self.isAbout(photo: words) ? Self.longPhoto : known.text.substituting("%", with: words ?? "")
            (whole, remedy) = (nil, "")
        } else if let words, let (name, rest) = Self.demand(words) {
            field = name
            text = Self.sentence(Self.isDemand(rest) ? "This \(rest)" : rest)
            (whole, remedy) = (Self.sentence(words), "")
        } else {
            field = nil
            text = Self.sentence(words ?? Prose.plain(error.row.cause))
            (whole, remedy) = (nil, error.row.remedy)
        }
    }

    /// The sentence, what to do, and the code for those who look it up.
    var notice: ConsoleFrame.Notice {
        let url = ConsolePath.errors.below(code).text
        let link: HTML = #" <a href="\#(url)">\#(code)</a>"#
        let rest: HTML = remedy.isEmpty ? "" : " \(Prose.html(remedy))"
        return ConsoleFrame.Notice(.failure, "\(ShortText.html(whole ?? text, 2000))\(rest)\(link)")
    }

    /// With a full stop, and beginning as a sentence does.
    static func sentence(_ text: String) -> String {
        let beginning = text.prefix(1).uppercased() + text.dropFirst()
        return [".", "!", "?"].contains { beginning.ends(with: $0) } ? beginning : beginning + "."
    }

    /// Of a message such as "by must be a time" or "rule expiry must be on or off": the member, and what is asked of it.
    private static func demand(_ words: String) -> (name: String, rest: String)? {
        if let rule = words.rest(after: "rule ") { return demand(String(rule)) }
        if words.begins(with: "there is no lifetime ") || words.begins(with: "lifetime ") {
            return ("lifetimes", words)
        }
        guard let (name, rest) = words.parted(at: " "),
            name.utf8.allSatisfy({ $0.isASCIILowercase || $0.isASCIIUppercase })
        else { return nil }
        return isDemand(String(rest)) ? (String(name), String(rest)) : nil
    }

    /// Whether a text says of a member that it must be something else, so that "This" can stand for the member.
    private static func isDemand(_ text: String) -> Bool {
        ["must ", "is missing", "is too long", "is no ", "needs "].contains { text.begins(with: $0) }
    }

    private static let longPhoto = "The URL of a photo has 2,048 characters at most."
    private static func isAbout(photo words: String?) -> Bool { words?.begins(with: "Photo URL") == true }

    /// Sentences for what people enter, by the code of the error. `%` stands for its own words.
    private static let known: [String: (field: String?, text: String)] = [
        "CLAIMS_TOO_LARGE": ("claims", "As JSON, claims have at most 1,000 characters."),
        "DUPLICATE_LOCAL_ID": ("localId", "Another account has this ID. Choose another one."),
        "EMAIL_EXISTS": ("email", "Another account has this email address."),
        "FORBIDDEN_CLAIM": ("claims", "“%” is a name that tokens use themselves. Choose another one."),
        "INVALID_CLAIMS": ("claims", #"Claims are a JSON object, such as {"role": "admin"}."#),
        "INVALID_BLOCKING_FUNCTION": (
            nil, "The URL of a function is absolute, such as http://127.0.0.1:5001/demo-shop/us-central1/before."
        ),
        "INVALID_CONFIG_ID": (
            "configId",
            """
            The ID begins with oidc. or saml. and a lower-case letter, and has only letters, digits and - _ . after \
            that, such as oidc.acme.
            """
        ),
        "INVALID_CONTINUE_URI": (
            "continueUrl", "This is not the URL of a page. One begins with http:// or https://."
        ),
        "INVALID_DISPLAY_NAME": (
            "displayName", "The name begins with a letter, and has 4 through 20 letters, digits and hyphens."
        ),
        "INVALID_EMAIL": ("email", "This is not an email address. One has the form name@example.com."),
        "INVALID_NEW_EMAIL": ("newEmail", "This is not an email address. One has the form name@example.com."),
        "INVALID_PHONE_NUMBER": (
            "phoneNumber",
            "This is not a phone number. One begins with + and the country code, such as +1 555 555 0100."
        ),
        "INVALID_PROFILE_ATTRIBUTE": ("displayName", "A display name has 256 characters at most."),
        "INVALID_IDENTIFIER": ("localId", "An ID has 1 through 128 characters."),
        "INVALID_ISSUER": ("issuer", "The issuer is an https URL, which the provider’s documentation names."),
        "INVALID_REGION_CODE": ("smsRegionConfig.regions", "A region is a code of two letters, such as DE or US."),
        "MISSING_CONFIG_ID": ("configId", "Enter an ID for the provider, such as oidc.acme or saml.acme."),
        "MISSING_ISSUER": ("issuer", "Enter the issuer, an https URL, which the provider’s documentation names."),
        "MISSING_OAUTH_CLIENT_ID": ("clientId", "Enter the client ID that the provider gave the app."),
        "MISSING_NEW_EMAIL": ("newEmail", "Enter the new email address."),
        "MISSING_CONTINUE_URI": ("continueUrl", "Enter the URL to which the link leads."),
        "PASSWORD_DOES_NOT_MEET_REQUIREMENTS": (
            "password", "The password does not meet the project’s policy. %."
        ),
        "PHONE_NUMBER_EXISTS": ("phoneNumber", "Another account has this phone number."),
        "UNAUTHORIZED_DOMAIN": (
            "continueUrl", "The host of this URL is not among the project’s authorized domains. Add it in Settings."
        ),
        "WEAK_PASSWORD": ("password", "A password has at least six characters."),
    ]
}

extension WireError {
    /// What the error says in words, without the code before them; `nil` where it is a mere code.
    fileprivate func words(in profile: Profile) -> String? {
        let sentence = sentence(in: profile)
        return sentence == wording(in: profile).code ? nil : sentence
    }
}
