package import FirebreakWire

/// An ID token of a request, with its decoded form.
package struct PresentedToken: Sendable {
    package let text: String
    /// `nil` if the text is not a token.
    package let token: JSONWebToken?

    /// - Returns: `nil` if the request has no token.
    package init?(_ text: String?) {
        guard let text, !text.isEmpty else { return nil }
        self.text = text
        token = JSONWebToken(text)
    }
}
