/// A built-in text whose wording depends on which values are known.
enum Wording: Sendable, ExpressibleByStringLiteral {
    case always(PlaceholderText)
    /// A text with a value, and an alternative for when the value is absent or blank.
    case naming(PlaceholderText.Placeholder, PlaceholderText, otherwise: PlaceholderText)

    init(stringLiteral text: String) {
        self = .always(PlaceholderText(stringLiteral: text))
    }

    func text(_ values: MessageValues) -> PlaceholderText {
        switch self {
        case .always(let text): text
        case .naming(let value, let text, let otherwise): nonEmpty(value.value(in: values)) == nil ? otherwise : text
        }
    }
}
