import FirebreakWire

/// Renders messages from the built-in templates or from a project's own texts.
package struct MessageRenderer: Sendable {
    package init() {}

    /// - Parameters:
    ///   - type: What the message is about.
    ///   - locale: Anything that ``Language/init(matching:)`` accepts; English if no language matches.
    ///   - values: Values of the placeholders.
    ///   - configured: The project's own texts; missing parts are replaced by the built-in ones.
    /// - Returns: Subject, text and HTML, or only a text if the message is an SMS.
    package func render(
        _ type: MessageType,
        locale: String,
        values: MessageValues,
        configured: ConfiguredTemplate? = nil
    ) -> RenderedMessage {
        let language = Language(matching: locale) ?? .english
        let templates = LanguageTemplates.templates(in: language)
        let body = configuredText(configured?.body)

        switch templates.message(for: type) {
        case .sms(let sentence):
            return RenderedMessage(subject: nil, text: (body ?? sentence).plainText(values), html: nil)
        case .mail(let mail):
            let subject = self.subject(of: mail, values, configured)
            if let body, configured?.isHTML == true {
                let html = body.html(values).text
                return RenderedMessage(subject: subject, text: plainText(fromHTML: html), html: html)
            }
            let builtIn = BuiltInMail(templates: templates, mail: mail, values: Self.completed(values, for: type))
            let content = body.map { "<div>\($0.htmlFromPlainText(values))</div>" } ?? builtIn.html(under: subject)
            let page = MailPage(language: language, subject: subject, content: content)
            return RenderedMessage(
                subject: subject, text: body?.plainText(values) ?? builtIn.text, html: page.html.text)
        }
    }

    /// The subject alone, which ``render(_:locale:values:configured:)`` has as well; `nil` for an SMS.
    package func subject(
        _ type: MessageType, locale: String, values: MessageValues, configured: ConfiguredTemplate? = nil
    ) -> String? {
        let language = Language(matching: locale) ?? .english
        guard case .mail(let mail) = LanguageTemplates.templates(in: language).message(for: type) else { return nil }
        return subject(of: mail, values, configured)
    }

    private func subject(
        of mail: LanguageTemplates.Mail, _ values: MessageValues, _ configured: ConfiguredTemplate?
    ) -> String {
        singleLine((configuredText(configured?.subject) ?? mail.subject).plainText(values))
    }

    /// The values of a built-in mail: one that confirms a new address is sent there, so the recipient is the default.
    private static func completed(_ values: MessageValues, for type: MessageType) -> MessageValues {
        guard type == .verifyAndChangeEmail, nonEmpty(values.newEmail) == nil else { return values }
        var values = values
        values.newEmail = values.email
        return values
    }
}

/// A text configured by the project, if there is one.
private func configuredText(_ text: String?) -> PlaceholderText? {
    nonEmpty(text).map { PlaceholderText($0, closingGaps: true) }
}

/// The text, or `nil` if it is empty or blank, which is not meant to be read.
func nonEmpty(_ text: String?) -> String? {
    text?.isBlank == false ? text : nil
}

/// The text with every line break turned into one space.
private func singleLine(_ text: String) -> String {
    text.split(omittingEmptySubsequences: true, whereSeparator: \.isNewline).joined(separator: " ")
}
