import FirebreakModel
import FirebreakWire

/// The values of a message's placeholders.
struct MessageValues: Sendable {
    /// Name of the app, the value of the rule `appName`.
    var appName: String
    /// Address the message goes to; for `RECOVER_EMAIL` the old one. Not used by SMS.
    var email = ""
    /// New address of the account, for the messages about a change of address.
    var newEmail: String?
    /// Name of the person; `nil`, empty or blank leaves the name out of the greeting.
    var displayName: String?
    /// Link that an e-mail offers.
    var link: String?
    /// Code that an SMS carries.
    var code: String?
    /// The second factor that was added, as the recipient knows it: its phone number, or the
    /// language's word for an authenticator app.
    var secondFactor: String?
}

extension Language {
    private enum PageKey: String { case authenticatorApp }

    /// What pages and mails call a second factor by one-time passwords.
    var authenticatorApp: String {
        let page: LanguageTexts.Section<PageKey> = texts["page"]
        return page[.authenticatorApp].text
    }
}

extension MessageType {
    /// What is the same for all messages of a type.
    struct Traits: Sendable {
        var isSMS = false
        /// The member of `notification.sendEmail` with the project's own texts; `nil` where there is none.
        var templateKey: String?
        /// What has a value, in the order in which the console offers it.
        var placeholders: [PlaceholderText.Placeholder]

        static let sms = Traits(isSMS: true, placeholders: [.loginCode, .appName])

        static func mail(
            _ templateKey: String? = nil, with values: PlaceholderText.Placeholder...
        ) -> Traits {
            Traits(templateKey: templateKey, placeholders: [.link, .email, .appName, .displayName] + values)
        }
    }

    var traits: Traits {
        switch self {
        case .emailSignIn: .mail()
        case .passwordReset: .mail("resetPasswordTemplate")
        case .verifyEmail: .mail("verifyEmailTemplate")
        case .verifyAndChangeEmail: .mail(with: .newEmail)
        case .recoverEmail: .mail("changeEmailTemplate", with: .newEmail)
        case .revertSecondFactorAddition: .mail("revertSecondFactorAdditionTemplate", with: .secondFactor)
        case .smsSignIn, .smsMFAEnrollment, .smsMFASignIn: .sms
        }
    }

    var isSMS: Bool { traits.isSMS }
}

/// A message as its recipient reads it.
struct RenderedMessage: Sendable, Equatable {
    /// Subject on a single line; `nil` for SMS.
    var subject: String?
    /// Plain text; contains the link or the code verbatim.
    var text: String
    /// HTML document, or the fragment that the project configured; `nil` for SMS.
    var html: String?
}

/// Texts the project configures itself (`notification.sendEmail.*Template`), with placeholders such as `%LINK%`.
///
/// A part that is `nil`, empty or blank is replaced by the built-in one.
struct ConfiguredTemplate: Sendable {
    var subject: String?
    var body: String?
    /// Whether `body` is HTML (`bodyFormat: HTML`) rather than plain text (`PLAIN_TEXT`).
    var isHTML: Bool
}

extension PlaceholderText.Placeholder {
    func value(in values: MessageValues) -> String {
        switch self {
        case .appName: values.appName
        case .displayName: nonEmpty(values.displayName) ?? ""
        case .email: values.email
        case .link: values.link ?? ""
        case .loginCode: values.code ?? ""
        case .newEmail: values.newEmail ?? ""
        case .secondFactor: values.secondFactor ?? ""
        }
    }
}

extension PlaceholderText.Placeholder {
    /// The direction of a value; `nil` for that of its first letter.
    fileprivate func direction(of value: String) -> TextDirection? {
        switch self {
        case .email, .link, .loginCode, .newEmail: .leftToRight
        // A phone number, or words.
        case .secondFactor: value.hasRightToLeftLetters ? nil : .leftToRight
        case .appName, .displayName: nil
        }
    }

    /// Whether a value has to be kept apart from a text around it, for one of the two is written from right to left.
    fileprivate func isApart(_ value: String, in direction: TextDirection) -> Bool {
        !value.isEmpty && (direction == .rightToLeft || value.hasRightToLeftLetters)
    }
}

extension PlaceholderText {
    /// A built-in text with the values, each of which keeps its own direction.
    ///
    /// - Parameter direction: That of the text.
    func plainText(_ values: MessageValues, in direction: TextDirection) -> String {
        expanded(literal: String.init) { placeholder in
            let value = placeholder.value(in: values)
            guard placeholder.isApart(value, in: direction) else { return value }
            return value.isolated(placeholder.direction(of: value))
        }
    }

    /// The same as markup.
    func html(_ values: MessageValues, in direction: TextDirection) -> HTML {
        let html = expanded(literal: \.escapedHTML) { placeholder in
            let value = placeholder.value(in: values)
            guard placeholder.isApart(value, in: direction) else { return value.escapedHTML }
            let own = placeholder.direction(of: value).map { " dir=\"\($0.rawValue)\"" } ?? ""
            return "<bdi\(own)>\(value.escapedHTML)</bdi>"
        }
        return HTML(trusted: html)
    }

    /// The text with the values unchanged.
    func plainText(_ values: MessageValues) -> String {
        expanded(literal: String.init) { $0.value(in: values) }
    }

    /// The text, which is HTML, with the values escaped.
    func html(_ values: MessageValues) -> HTML {
        HTML(trusted: expanded(literal: String.init) { $0.value(in: values).escapedHTML })
    }

    /// The text, which is plain, as HTML: escaped, with its line breaks and a clickable link.
    func htmlFromPlainText(_ values: MessageValues) -> HTML {
        func lines(_ text: some StringProtocol) -> String {
            text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
                .map(\.escapedHTML).joined(separator: "<br>\n")
        }
        let html = expanded(literal: lines) { placeholder in
            let value = placeholder.value(in: values)
            guard placeholder == .link, !value.isEmpty else { return lines(value) }
            let link = value.escapedHTML
            return "<a href=\"\(link)\">\(link)</a>"
        }
        return HTML(trusted: html)
    }
}
