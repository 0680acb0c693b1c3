import FirebreakWire
import Mustache

/// The frames around the texts, shared by all languages and message types.
struct Layouts: Sendable {
    private let library: MustacheLibrary
    private let mailText: MustacheTemplate
    private let mailHTML: MustacheTemplate
    private let configuredHTML: MustacheTemplate
    private let plainLine: MustacheTemplate

    /// Compiles the layouts.
    init() throws {
        MustacheContentTypes.register(HTMLEscaping(), named: "FIREBREAK_HTML")
        var library = MustacheLibrary()
        try library.register(Self.page, named: "page")
        self.library = library
        self.mailText = try MustacheTemplate(string: Self.mailTextSource)
        self.mailHTML = try MustacheTemplate(string: Self.mailHTMLSource)
        self.configuredHTML = try MustacheTemplate(string: Self.configuredHTMLSource)
        self.plainLine = try MustacheTemplate(string: "{{% CONTENT_TYPE: TEXT}}{{line}}")
    }

    /// A single template rendered without escaping: a subject or an SMS.
    func line(_ template: MustacheTemplate, _ context: [String: Any]) -> String {
        self.plainLine.render(context.merging(["line": template]) { $1 })
    }

    /// The text part of a built-in e-mail.
    func text(_ context: [String: Any]) -> String {
        self.mailText.render(context)
    }

    /// The HTML part of a built-in e-mail.
    func html(_ context: [String: Any]) -> String {
        self.mailHTML.render(context, library: self.library)
    }

    /// The HTML part of an e-mail whose plain text is configured; the context has it, as HTML, under `body`.
    func html(body context: [String: Any]) -> String {
        self.configuredHTML.render(context, library: self.library)
    }

    private static let mailTextSource = """
        {{% CONTENT_TYPE: TEXT}}
        {{greeting}}

        {{#before}}
        {{.}}

        {{/before}}
        {{#link}}
        {{{link}}}

        {{/link}}
        {{#after}}
        {{.}}

        {{/after}}
        {{closing}}
        {{signature}}

        """

    // The content type stands in the page because including a template resets it; blocks inherit it from there.
    private static let page = """
        {{% CONTENT_TYPE: FIREBREAK_HTML}}
        <!DOCTYPE html>
        <html lang="{{languageTag}}">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>{{subject}}</title>
        </head>
        <body style="margin:0;padding:24px 12px;background-color:#f2f4f7;color:#1c2430">
        <main style="max-width:560px;margin:0 auto;padding:32px;background-color:#ffffff;border-radius:8px;\
        font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:16px;\
        line-height:1.5">
        {{$content}}{{/content}}</main>
        </body>
        </html>

        """

    private static let mailHTMLSource = """
        {{<page}}
        {{$content}}
        <h1 style="margin:0 0 24px;font-size:22px;line-height:1.3">{{subject}}</h1>
        <p>{{greeting}}</p>
        {{#before}}
        <p>{{.}}</p>
        {{/before}}
        {{#link}}
        <p style="margin:24px 0"><a href="{{link}}" style="display:inline-block;padding:12px 24px;\
        border-radius:6px;background-color:#1f4fbf;color:#ffffff;font-weight:600;\
        text-decoration:none">{{button}}</a></p>
        <p style="font-size:14px">{{linkHint}}<br>
        <a href="{{link}}" style="color:#1f4fbf;overflow-wrap:anywhere;word-break:break-all">{{link}}</a></p>
        {{/link}}
        {{#after}}
        <p>{{.}}</p>
        {{/after}}
        <p style="margin:24px 0 0">{{closing}}<br>
        {{signature}}</p>
        {{/content}}
        {{/page}}
        """

    private static let configuredHTMLSource = """
        {{<page}}
        {{$content}}
        <div>{{{body}}}</div>
        {{/content}}
        {{/page}}
        """
}

/// Escapes scalar by scalar.
///
/// Mustache's own HTML content type goes by grapheme clusters and lets a quotation mark with a combining accent pass,
/// which would end an attribute.
private struct HTMLEscaping: MustacheContentType {
    func escapeText(_ text: String) -> String {
        escapedHTML(text)
    }
}
