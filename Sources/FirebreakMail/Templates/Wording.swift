/// A built-in text, worded by what is known.
enum Wording: Sendable, ExpressibleByStringLiteral {
    case always(PlaceholderText)
    /// A text that names a value, and what is said instead if the value is absent or blank.
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
