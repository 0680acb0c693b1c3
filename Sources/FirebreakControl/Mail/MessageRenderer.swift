import FirebreakModel
import FirebreakWire

/// Renders messages from the built-in templates or from a project's own texts.
struct MessageRenderer: Sendable {
    init() {}

    /// - Parameters:
    ///   - type: What the message is about.
    ///   - locale: Anything that ``Language/init(matching:)`` accepts; English if no language matches.
    ///   - values: Values of the placeholders.
    ///   - configured: The project's own texts; missing parts are replaced by the built-in ones.
    /// - Returns: Subject, text and HTML, or only a text if the message is an SMS.
    func render(
        _ type: MessageType,
        locale: String,
        values: MessageValues,
        configured: ConfiguredTemplate? = nil
    ) -> RenderedMessage {
        let language = Language(matching: locale) ?? .english
        let body = configuredText(configured?.body)
        guard !type.isSMS else {
            let text = body?.plainText(values) ?? language.texts["sms"][type].plainText(values, in: language.direction)
            return RenderedMessage(subject: nil, text: text, html: nil)
        }
        let builtIn = BuiltInMail(type, language, Self.completed(values, for: type))
        let subject = self.subject(of: builtIn, values, configured)
        if let body, configured?.isHTML == true {
            let html = body.html(values).text
            return RenderedMessage(subject: subject, text: plainText(fromHTML: html), html: html)
        }
        // A project's own text is in whatever language it is.
        let own: HTML? = body.map {
            "<div dir=\"auto\" style=\"text-align:start\">\($0.htmlFromPlainText(values))</div>"
        }
        let content = own ?? builtIn.html(under: subject)
        let page = MailPage(language: language, subject: subject, content: content)
        return RenderedMessage(subject: subject, text: body?.plainText(values) ?? builtIn.text, html: page.html.text)
    }

    /// The subject alone, which ``render(_:locale:values:configured:)`` has as well; `nil` for an SMS.
    func subject(
        _ type: MessageType, locale: String, values: MessageValues, configured: ConfiguredTemplate? = nil
    ) -> String? {
        guard !type.isSMS else { return nil }
        let language = Language(matching: locale) ?? .english
        return subject(of: BuiltInMail(type, language, values), values, configured)
    }

    private func subject(
        of mail: BuiltInMail, _ values: MessageValues, _ configured: ConfiguredTemplate?
    ) -> String {
        singleLine(configuredText(configured?.subject)?.plainText(values) ?? mail.subject)
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
func singleLine(_ text: String) -> String {
    text.split(omittingEmptySubsequences: true, whereSeparator: \.isNewline).joined(separator: " ")
}

/// The HTML document around the content of an e-mail, the same for all languages and message types.
struct MailPage {
    let language: Language
    let subject: String
    let content: HTML

    /// Korean has spaces, and lines break there and not within words.
    private var wordBreak: HTML { language == .korean ? "word-break:keep-all;" : "" }

    /// Mail programs in browsers leave the element `html` out and may be in another direction themselves.
    private var attributes: HTML { "lang=\"\(language.htmlTag)\" dir=\"\(language.direction.rawValue)\"" }

    private var alignment: HTML { language.direction == .rightToLeft ? "text-align:right;" : "" }

    var html: HTML {
        """
        <!DOCTYPE html>
        <html \(attributes)>
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>\(subject)</title>
        </head>
        <body style="margin:0;padding:24px 12px;background-color:#f2f4f7;color:#1c2430">
        <main \(attributes) style="max-width:560px;margin:0 auto;padding:32px;background-color:#ffffff;border-radius:8px;\
        font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:16px;\
        overflow-wrap:anywhere;\(wordBreak)\(alignment)line-height:1.5">
        \(content)
        </main>
        </body>
        </html>

        """
    }
}

/// A built-in e-mail with its values: greeting, paragraphs, link, one more paragraph, closing.
struct BuiltInMail {
    /// Texts of all mails, in the section `mail`.
    enum FrameKey: String, CaseIterable { case greeting, plainGreeting, linkHint, closing, signature }

    /// Texts of a type of mail, in a section such as `mail VERIFY_EMAIL`.
    enum TextKey: String, CaseIterable {
        case subject, before
        /// In the place of `before`, where the value is absent that the mail tells of.
        case plainBefore
        /// A second paragraph before the link.
        case instruction
        /// Label of the link.
        case button
        case after
    }

    private let type: MessageType
    private let frame: LanguageTexts.Section<FrameKey>
    private let texts: LanguageTexts.Section<TextKey>
    private let values: MessageValues
    private let direction: TextDirection

    init(_ type: MessageType, _ language: Language, _ values: MessageValues) {
        self.type = type
        self.frame = language.texts["mail"]
        self.texts = language.texts["mail \(type.rawValue)"]
        self.values = values
        self.direction = language.direction
    }

    var subject: String { plain(texts[.subject]) }

    private func plain(_ text: PlaceholderText) -> String { text.plainText(values, in: direction) }

    private func html(_ text: PlaceholderText) -> HTML { text.html(values, in: direction) }

    /// The paragraphs before the link.
    private var opening: [PlaceholderText] {
        let greeting = frame[nonEmpty(values.displayName) == nil ? .plainGreeting : .greeting]
        return [greeting, before] + [texts.ifPresent(.instruction)].compactMap(\.self)
    }

    private var before: PlaceholderText {
        switch type {
        case .recoverEmail where nonEmpty(values.newEmail) == nil: texts[.plainBefore]
        case .revertSecondFactorAddition where nonEmpty(values.secondFactor) == nil: texts[.plainBefore]
        default: texts[.before]
        }
    }

    private var link: String? { nonEmpty(values.link) }

    /// The text part.
    var text: String {
        var paragraphs = opening.map(plain)
        // It stands alone, and what belongs to it ends with it, for programs that make it clickable.
        if let link { paragraphs.append(link) }
        paragraphs.append(plain(texts[.after]))
        paragraphs.append(plain(frame[.closing]) + "\n" + plain(frame[.signature]))
        return paragraphs.joined(separator: "\n\n") + "\n"
    }

    /// The content of the HTML part, without the page around it.
    func html(under subject: String) -> HTML {
        var blocks: [HTML] = [
            """
            <h1 style="margin:0 0 24px;font-size:22px;line-height:1.3">\(subject)</h1>
            """
        ]
        blocks += opening.map { "<p>\(html($0))</p>" }
        if let link { blocks.append(button(to: link)) }
        blocks.append("<p>\(html(texts[.after]))</p>")
        blocks.append(
            """
            <p style="margin:24px 0 0">\(html(frame[.closing]))<br>
            \(html(frame[.signature]))</p>
            """)
        return "\(blocks)"
    }

    /// The link as a button, and as an address that can be copied.
    private func button(to link: String) -> HTML {
        let address: HTML = """
            <a href="\(link)" style="color:#1f4fbf;overflow-wrap:anywhere;word-break:break-all">\(link)</a>
            """
        let shown: HTML = direction == .rightToLeft ? "<span dir=\"ltr\">\(address)</span>" : address
        return """
            <p style="margin:24px 0"><a href="\(link)" style="display:inline-block;padding:12px 24px;\
            border-radius:6px;background-color:#1f4fbf;color:#ffffff;font-weight:600;\
            text-decoration:none">\(html(texts[.button]))</a></p>
            <p style="font-size:14px">\(html(frame[.linkHint]))<br>
            \(shown)</p>
            """
    }
}
