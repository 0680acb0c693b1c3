/// Texts the project configures itself (`notification.sendEmail.*Template`), with placeholders such as `%LINK%`.
///
/// A part that is `nil`, empty or blank is replaced by the built-in one.
package struct ConfiguredTemplate: Sendable {
    package var subject: String?
    package var body: String?
    /// Whether `body` is HTML (`bodyFormat: HTML`) rather than plain text (`PLAIN_TEXT`).
    package var isHTML: Bool

    package init(subject: String? = nil, body: String? = nil, isHTML: Bool) {
        self.subject = subject
        self.body = body
        self.isHTML = isHTML
    }
}
