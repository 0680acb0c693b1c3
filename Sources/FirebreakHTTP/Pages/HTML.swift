import FirebreakMail

/// Markup. A text that is put into it is escaped, for content and quoted attribute values alike; markup stays markup.
struct HTML: ExpressibleByStringInterpolation, Sendable, Equatable {
    private(set) var text: String

    /// - Parameter text: Markup, style sheet or script as the product's own sources have it; never anything given.
    init(trusted text: String) { self.text = text }

    init(stringLiteral value: String) { text = value }

    init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

    struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text = ""

        init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity + interpolationCount * 32)
        }

        mutating func appendLiteral(_ literal: String) { text += literal }
        mutating func appendInterpolation(_ text: String) { self.text += escapedHTML(text) }
        mutating func appendInterpolation(_ number: Int) { text += String(number) }
        mutating func appendInterpolation(_ markup: HTML) { text += markup.text }
        mutating func appendInterpolation(_ lines: [HTML]) { text += lines.map(\.text).joined(separator: "\n") }
    }
}
