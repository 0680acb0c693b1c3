import FirebreakWire

/// A text of the action pages with placeholders between percent signs, as the texts of the mails have them. Inserted
/// values are not scanned for placeholders again.
struct ActionText: Sendable, ExpressibleByStringLiteral {
    enum Placeholder: String, Sendable {
        case appName = "APP_NAME"
        case count = "COUNT"
        case email = "EMAIL"
        case newEmail = "NEW_EMAIL"
    }

    private enum Piece: Sendable {
        case literal(String)
        case placeholder(Placeholder)
    }

    private let pieces: [Piece]

    init(stringLiteral text: String) {
        let parts = text.separated(by: "%", omittingEmptySubsequences: false)
        pieces = parts.enumerated().map { index, part in
            guard !index.isMultiple(of: 2) else { return .literal(String(part)) }
            guard let placeholder = Placeholder(rawValue: String(part)) else {
                PageMistake.report("there is no placeholder \(part)")
                return .literal(String(part))
            }
            return .placeholder(placeholder)
        }
    }

    /// - Parameter value: What stands for a placeholder.
    func html(_ value: (Placeholder) -> HTML) -> HTML {
        let html: [HTML] = pieces.map { piece in
            switch piece {
            case .literal(let text): "\(text)"
            case .placeholder(let placeholder): value(placeholder)
            }
        }
        return HTML(trusted: html.map(\.text).joined())
    }
}
