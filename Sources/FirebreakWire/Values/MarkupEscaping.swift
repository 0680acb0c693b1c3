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
