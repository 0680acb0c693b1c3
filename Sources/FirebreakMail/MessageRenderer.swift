import FirebreakWire
import Mustache

/// Renders messages from the built-in templates or from the texts that a project configures.
package struct MessageRenderer: Sendable {
    private let layouts: Layouts
    private let english: LanguageTemplates<MustacheTemplate>
    private let translations: [Language: LanguageTemplates<MustacheTemplate>]

    /// Compiles the built-in Mustache templates; do it once and keep the renderer.
    ///
    /// - Throws: `MustacheTemplate.ParserError` if a built-in template is malformed, which the tests rule out.
    package init() throws {
        self.layouts = try Layouts()
        self.english = try LanguageTemplates.english.map(MustacheTemplate.init(string:))
        var translations: [Language: LanguageTemplates<MustacheTemplate>] = [:]
        for language in Language.allCases where language != .english {
            translations[language] = try LanguageTemplates.source(for: language).map(MustacheTemplate.init(string:))
        }
        self.translations = translations
    }

    /// The built-in language that suits a request best.
    ///
    /// - Parameter tag: A language tag ("pt-BR"), a POSIX locale ("de_CH") or an `Accept-Language` list
    ///   ("fr-CH, fr;q=0.9, en;q=0.8"). Each wish counts as a whole first, then by its language alone.
    /// - Returns: Tag of the language, or `nil` if none suits; then ask with the fallback locale.
    package static func supportedLanguage(for tag: String?) -> String? {
        tag.flatMap(Language.init(matching:))?.rawValue
    }

    /// Renders a message.
    ///
    /// - Parameters:
    ///   - type: What the message is about.
    ///   - locale: Anything that ``supportedLanguage(for:)`` takes; English if it knows no such language.
    ///   - values: Values of the placeholders.
    ///   - configured: The project's own texts; parts it leaves out are the built-in ones.
    /// - Returns: Subject, text and HTML, or only a text if the message is an SMS.
    package func render(
        _ type: MessageType,
        locale: String,
        values: MessageValues,
        configured: ConfiguredTemplate? = nil
    ) -> RenderedMessage {
        let language = Language(matching: locale) ?? .english
        let templates = self.translations[language] ?? self.english
        let subject = nonEmpty(configured?.subject).map { PlaceholderText($0).plainText(values) }
        let body = nonEmpty(configured?.body).map(PlaceholderText.init)

        switch templates.message(for: type) {
        case .sms(let sentence):
            let text = body?.plainText(values) ?? self.layouts.line(sentence, self.context(templates, values))
            return RenderedMessage(subject: nil, text: text, html: nil)
        case .mail(let mail):
            var context = self.context(templates, values)
            let subject = singleLine(subject ?? self.layouts.line(mail.subject, context))
            context["languageTag"] = language.htmlTag
            context["subject"] = subject
            if let body {
                return self.render(body, isHTML: configured?.isHTML == true, subject: subject, values, context)
            }
            context["before"] = mail.before
            context["button"] = mail.button
            context["after"] = mail.after
            return RenderedMessage(subject: subject, text: layouts.text(context), html: layouts.html(context))
        }
    }

    private func render(
        _ body: PlaceholderText,
        isHTML: Bool,
        subject: String,
        _ values: MessageValues,
        _ context: [String: Any]
    ) -> RenderedMessage {
        if isHTML {
            let html = body.html(values)
            return RenderedMessage(subject: subject, text: plainText(fromHTML: html), html: html)
        }
        var context = context
        context["body"] = body.htmlFromPlainText(values)
        return RenderedMessage(subject: subject, text: body.plainText(values), html: self.layouts.html(body: context))
    }

    /// What the templates can name.
    ///
    /// Values that are templates themselves are rendered in place, with the escaping of the place. The keys `text`,
    /// `tokens` and `filename` are of no use: inside a paragraph they name properties of the paragraph's template.
    private func context(
        _ templates: LanguageTemplates<MustacheTemplate>,
        _ values: MessageValues
    ) -> [String: Any] {
        let displayName = nonEmpty(values.displayName)
        var context: [String: Any] = [
            "appName": values.appName,
            "email": values.email,
            "newAddress": nonEmpty(values.newEmail) ?? values.email,
            "code": values.code ?? "",
            "greeting": displayName == nil ? templates.greeting : templates.namedGreeting,
            "linkHint": templates.linkHint,
            "closing": templates.closing,
            "signature": templates.signature,
        ]
        context["newEmail"] = nonEmpty(values.newEmail)
        context["displayName"] = displayName
        context["link"] = nonEmpty(values.link)
        context["secondFactor"] = nonEmpty(values.secondFactor)
        return context
    }
}

/// The text, or `nil` if it is empty or blank: nobody set that to be read.
func nonEmpty(_ text: String?) -> String? {
    text?.allSatisfy(\.isWhitespace) == false ? text : nil
}

/// The text with every line break turned into one space.
private func singleLine(_ text: String) -> String {
    text.split(omittingEmptySubsequences: true, whereSeparator: \.isNewline).joined(separator: " ")
}
