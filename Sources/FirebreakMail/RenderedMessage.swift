/// A message as its recipient reads it.
package struct RenderedMessage: Sendable, Equatable {
    /// Subject on a single line; `nil` for SMS.
    package var subject: String?
    /// Plain text; contains the link or the code verbatim.
    package var text: String
    /// HTML document, or the fragment that the project configured; `nil` for SMS.
    package var html: String?

    package init(subject: String?, text: String, html: String?) {
        self.subject = subject
        self.text = text
        self.html = html
    }
}
