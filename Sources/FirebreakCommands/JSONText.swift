/// JSON for the few lines the command line tool writes itself; answers of the server are passed through.
package enum JSONText {
    /// A string as a JSON literal with its quotes.
    ///
    /// Escapes quotation marks, backslashes and control characters, and U+2028 and U+2029, which would end a line
    /// for some readers.
    package static func literal(_ text: String) -> String {
        var literal = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": literal += "\\\""
            case "\\": literal += "\\\\"
            case "\n": literal += "\\n"
            case "\r": literal += "\\r"
            case "\t": literal += "\\t"
            case "\u{0}"..."\u{1F}", "\u{7F}", "\u{2028}", "\u{2029}":
                let digits = String(scalar.value, radix: 16)
                literal += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: literal.unicodeScalars.append(scalar)
            }
        }
        return literal + "\""
    }

    /// An object on one line, its members in the order given.
    ///
    /// - Parameter members: Names with values that are JSON already.
    /// - Returns: The object's text.
    package static func object(_ members: [(name: String, json: String)]) -> String {
        "{" + members.map { "\(literal($0.name)):\($0.json)" }.joined(separator: ",") + "}"
    }
}
