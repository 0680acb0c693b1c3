/// Comma-separated values (RFC 4180).
package enum CSV {
    /// A text as a field, in quotes where it needs them.
    package static func field(_ text: String, alwaysQuoted: Bool = false) -> String {
        let isSpecial = text.utf8.contains { ",\"\n\r".utf8.contains($0) }
        guard alwaysQuoted || isSpecial else { return text }
        return "\"" + text.substituting("\"", with: "\"\"") + "\""
    }
}
