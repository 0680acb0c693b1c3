import FirebreakWire

/// The frame of pages that show one thing on a card: sign-in with a provider, action links. Style and script are in the
/// page, so it is one answer that asks for nothing else.
enum CardPage {
    static let template = Template(asset: "pages/page")
    private static let style = HTML(trusted: PageAsset.text("design.css") + PageAsset.text("pages/page.css"))

    /// - Parameters:
    ///   - title: Of the window.
    ///   - language: Of the page.
    ///   - nonce: That of the page's ``PagePolicy``.
    ///   - sheet: The asset with the page's own style.
    ///   - scripts: Script elements at the end of the page.
    static func html(
        title: String, language: Language, nonce: String, sheet: String? = nil, content: HTML, scripts: HTML = ""
    ) -> HTML {
        let own = sheet.map { HTML(trusted: PageAsset.text($0)) } ?? ""
        return template.filled([
            "language": "\(language.htmlTag)", "direction": "\(language.direction.rawValue)", "title": "\(title)",
            "nonce": "\(nonce)", "style": "\(style)\(own)",
            "content": content, "scripts": scripts,
        ])
    }
}
