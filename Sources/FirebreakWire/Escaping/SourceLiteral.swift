/// A text as a string literal of a programming language, on one line and in ASCII: nothing in it ends the literal, is
/// evaluated, or looks like something else.
package enum SourceLiteral {
    /// `'text'`
    package static func javaScript(_ text: String) -> String { singleQuoted(text, unit: javaScriptUnit) }

    /// `'text'`
    package static func python(_ text: String) -> String { singleQuoted(text, unit: pythonUnit) }

    /// `"text"`, or `#"text"#` where quotes in it stay readable so.
    package static func swift(_ text: String) -> String {
        guard text.containsByte(UInt8(ascii: "\"")) || text.containsByte(UInt8(ascii: "\\")) else {
            return "\"" + text.unicodeScalars.map { isPlain($0) ? String($0) : "\\u{\(hex($0))}" }.joined() + "\""
        }
        var literal = "#\""
        // Quotes at the beginning would make it a literal of several lines.
        var mayEnd = true
        for scalar in text.unicodeScalars {
            // After a quote a `#` would end it, after a backslash it would begin an escape.
            if isPlain(scalar), !(mayEnd && (scalar == "#" || literal.utf8.count == 2 && scalar == "\"")) {
                literal.unicodeScalars.append(scalar)
            } else {
                literal += "\\#u{\(hex(scalar))}"
            }
            mayEnd = scalar == "\"" || scalar == "\\"
        }
        return literal + "\"#"
    }

    private static func singleQuoted(_ text: String, unit: (Unicode.Scalar) -> String) -> String {
        var literal = "'"
        for scalar in text.unicodeScalars {
            switch scalar {
            case "'", "\\": literal += "\\\(scalar)"
            case "\n": literal += #"\n"#
            case _ where isPlain(scalar): literal.unicodeScalars.append(scalar)
            default: literal += unit(scalar)
            }
        }
        return literal + "'"
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool { (0x20...0x7E).contains(scalar.value) }

    private static func hex(_ scalar: Unicode.Scalar) -> String { String(scalar.value, radix: 16) }

    private static func padded(_ value: UInt32, _ digits: Int) -> String {
        let text = String(value, radix: 16)
        return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
    }

    private static func javaScriptUnit(_ scalar: Unicode.Scalar) -> String {
        String(scalar).utf16.map { "\\u" + padded(UInt32($0), 4) }.joined()
    }

    private static func pythonUnit(_ scalar: Unicode.Scalar) -> String {
        scalar.value > 0xFFFF ? "\\U" + padded(scalar.value, 8) : "\\u" + padded(scalar.value, 4)
    }
}
