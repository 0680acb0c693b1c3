import FirebreakPages
import FirebreakWire

/// Values of accounts in lists, where long ones are cut: they may have any length, and a page has many of them.
enum AccountText {
    // In bytes of markup, which is what a page weighs.
    private static let maximumShown = 120
    private static let maximumTitle = 240
    /// What is longer may be cut by the style sheet.
    private static let alwaysFits = 24

    /// A text, and more of it where the pointer rests.
    static func html(_ text: String) -> HTML {
        guard text.utf8.count > alwaysFits else { return "\(text)" }
        return AccountListPages.template.part("clipped").filled([
            "text": "\(clipped(text, maximumShown))", "whole": "\(clipped(text, maximumTitle))",
        ])
    }

    static func clipped(_ text: String, _ limit: Int = maximumShown) -> String { text.clipped(to: limit) }

    /// A time, or what an account has in its place.
    static func time(_ text: String?) -> HTML {
        guard let text, !text.isEmpty else { return "" }
        return Timestamp(rfc3339: text) == nil ? html(text) : TimeText.html(text)
    }
}
