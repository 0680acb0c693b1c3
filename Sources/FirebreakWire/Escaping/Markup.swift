/// Markup. Interpolated texts are escaped, for content and quoted attribute values alike; interpolated markup is not.
package struct HTML: ExpressibleByStringInterpolation, Sendable, Equatable {
    package private(set) var text: String

    /// - Parameter text: Markup, style sheet or script from the product's own sources or a project's mail templates;
    ///   never anything from a request.
    package init(trusted text: String) { self.text = text }

    /// JSON as the content of a script element, which nothing in it can close or turn into a comment: all of that begins
    /// with `<`, which JSON has in strings only.
    package init(scriptData json: JSON) { text = json.text.substituting("<", with: #"\u003c"#) }

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

extension StringProtocol {
    /// The text escaped for HTML content and quoted attribute values.
    ///
    /// It is escaped scalar by scalar: a quotation mark with a combining accent would end an attribute too.
    package var escapedHTML: String {
        escapedMarkup { $0 == "'" ? "&#39;" : nil }
    }

    /// The text escaped for XML elements and attributes. Characters that XML 1.0 cannot represent are omitted.
    package var escapedXML: String {
        escapedMarkup { scalar in
            switch scalar {
            case "'": "&apos;"
            case "\t", "\n", "\r": "&#\(scalar.value);"
            case "\0"..<" ", "\u{FFFE}", "\u{FFFF}": ""
            default: nil
            }
        }
    }

    /// - Parameter escape: The escape of a scalar that only one of the two languages escapes; `nil` keeps it.
    private func escapedMarkup(_ escape: (Unicode.Scalar) -> String?) -> String {
        var result = ""
        result.reserveCapacity(utf8.count)
        for scalar in unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            default:
                if let escaped = escape(scalar) { result += escaped } else { result.unicodeScalars.append(scalar) }
            }
        }
        return result
    }
}
