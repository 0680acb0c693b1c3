/// Markup. Interpolated texts are escaped, for content and quoted attribute values alike; interpolated markup is not.
package struct HTML: ExpressibleByStringInterpolation, Sendable, Equatable {
    package private(set) var text: String

    /// - Parameter text: Markup, style sheet or script from the product's own sources or a project's mail templates;
    ///   never anything from a request.
    package init(trusted text: String) { self.text = text }

    package init(stringLiteral value: String) { text = value }

    package init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text = ""

        package init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity + interpolationCount * 32)
        }

        package mutating func appendLiteral(_ literal: String) { text += literal }
        package mutating func appendInterpolation(_ text: String) { self.text += text.escapedHTML }
        package mutating func appendInterpolation(_ number: Int) { text += String(number) }
        package mutating func appendInterpolation(_ markup: HTML) { text += markup.text }
        package mutating func appendInterpolation(_ lines: [HTML]) { text += lines.map(\.text).joined(separator: "\n") }
    }
}
