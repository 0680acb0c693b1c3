package import FirebreakWire

/// Texts of clients, which may be of any length, in a place of limited size.
package enum ShortText {
    private static let ellipsis = "…"

    /// The text, or its beginning and an ellipsis.
    ///
    /// - Parameter limit: Bytes of the markup that it becomes.
    package static func html(_ text: String, _ limit: Int) -> HTML {
        let (beginning, isWhole) = beginning(of: text, limit)
        return isWhole ? "\(text)" : "\(beginning)\(ellipsis)"
    }

    /// As much of a text as becomes so many bytes of markup.
    package static func beginning(of text: String, _ limit: Int) -> (text: String, isWhole: Bool) {
        // No character becomes longer markup.
        guard text.utf8.count * 6 > limit else { return (text, true) }
        var left = limit
        var index = text.unicodeScalars.startIndex
        while index < text.unicodeScalars.endIndex {
            left -= escapedSize(text.unicodeScalars[index])
            guard left >= 0 else { return (String(text.unicodeScalars[..<index]), false) }
            text.unicodeScalars.formIndex(after: &index)
        }
        return (text, true)
    }

    private static func escapedSize(_ scalar: Unicode.Scalar) -> Int {
        switch scalar {
        case "\"": 6
        case "&", "'": 5
        case "<", ">": 4
        default: UTF8.width(scalar)
        }
    }
}
