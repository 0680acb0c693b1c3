import FirebreakWire

/// A built-in e-mail with its values: greeting, paragraphs, link, more paragraphs, closing.
struct BuiltInMail {
    let templates: LanguageTemplates
    let mail: LanguageTemplates.Mail
    let values: MessageValues

    /// The paragraphs before the link.
    private var opening: [PlaceholderText] { ([templates.greeting] + mail.before).map { $0.text(values) } }
    private var link: String? { nonEmpty(values.link) }

    /// The text part.
    var text: String {
        var paragraphs = opening.map { $0.plainText(values) }
        if let link { paragraphs.append(link) }
        paragraphs += mail.after.map { $0.plainText(values) }
        paragraphs.append(templates.closing.plainText(values) + "\n" + templates.signature.plainText(values))
        return paragraphs.joined(separator: "\n\n") + "\n"
    }

    /// The content of the HTML part, without the page around it.
    func html(under subject: String) -> HTML {
        var blocks: [HTML] = [
            """
            <h1 style="margin:0 0 24px;font-size:22px;line-height:1.3">\(subject)</h1>
            """
        ]
        blocks += opening.map { "<p>\($0.html(values))</p>" }
        if let link { blocks.append(html(link)) }
        blocks += mail.after.map { "<p>\($0.html(values))</p>" }
        blocks.append(
            """
            <p style="margin:24px 0 0">\(templates.closing.html(values))<br>
            \(templates.signature.html(values))</p>
            """)
        return "\(blocks)"
    }

    /// The link as a button, and as an address that can be copied.
    private func html(_ link: String) -> HTML {
        """
        <p style="margin:24px 0"><a href="\(link)" style="display:inline-block;padding:12px 24px;\
        border-radius:6px;background-color:#1f4fbf;color:#ffffff;font-weight:600;\
        text-decoration:none">\(mail.button.html(values))</a></p>
        <p style="font-size:14px">\(templates.linkHint.html(values))<br>
        <a href="\(link)" style="color:#1f4fbf;overflow-wrap:anywhere;word-break:break-all">\(link)</a></p>
        """
    }
}
