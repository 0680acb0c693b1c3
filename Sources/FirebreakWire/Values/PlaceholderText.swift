/// A text of a message or a page, split at its placeholders, so that inserted values are not scanned for placeholders
/// again.
package struct PlaceholderText: Sendable {
    /// The placeholders that have values in messages, by the name between the percent signs.
    package enum Placeholder: String, Sendable {
        case appName = "APP_NAME"
        case displayName = "DISPLAY_NAME"
        case email = "EMAIL"
        case link = "LINK"
        case loginCode = "LOGIN_CODE"
        case newEmail = "NEW_EMAIL"
        case secondFactor = "SECOND_FACTOR"
    }

    private enum Segment: Sendable {
        case literal(Substring)
        case placeholder(Placeholder)
    }

    /// As written.
    package let text: String
    private var segments: [Segment] = []
    private let closesGaps: Bool

    /// Splits the text; a percent sign that does not start a known placeholder stays as it is.
    ///
    /// - Parameter closingGaps: Whether a space before an absent value is omitted where it would be one too many
    ///   ("Hello ,"). Built-in texts have another wording instead.
    package init(_ text: String, closingGaps: Bool = false) {
        self.closesGaps = closingGaps
        let text = Self.cut(text)
        self.text = text
        let percent = UInt8(ascii: "%")
        var literalStart = text.startIndex
        var searchStart = text.startIndex
        while let start = text.utf8[searchStart...].firstIndex(of: percent) {
            let nameStart = text.utf8.index(after: start)
            let end = text.utf8[nameStart...].firstIndex { !(0x41...0x5A).contains($0) && $0 != UInt8(ascii: "_") }
            guard let end else { break }
            searchStart = end
            guard text.utf8[end] == percent else { continue }
            guard let placeholder = Placeholder(rawValue: String(text[nameStart..<end])) else { continue }
            self.segments.append(.literal(text[literalStart..<start]))
            self.segments.append(.placeholder(placeholder))
            searchStart = text.utf8.index(after: end)
            literalStart = searchStart
        }
        self.segments.append(.literal(text[literalStart...]))
    }

    /// The names between percent signs in a text, in their order: those of placeholders, and those that only look so.
    package static func names(in text: String) -> [String] {
        let parts = cut(text).separated(by: "%", omittingEmptySubsequences: false)
        var names: [String] = []
        // The last part has no percent sign behind it.
        var index = 1
        while index + 1 < parts.count {
            let name = parts[index]
            // Two characters are more often an escape in a URL.
            let isName =
                name.utf8.count > 2
                && name.utf8.allSatisfy { (0x41...0x5A).contains($0 & 0xDF) || $0 == UInt8(ascii: "_") }
            if isName { names.append(String(name)) }
            // The percent sign behind a placeholder is its end, and begins no other one.
            index += Placeholder(rawValue: String(name)) == nil ? 1 : 2
        }
        return names
    }

    /// Puts the text together.
    ///
    /// - Parameters:
    ///   - literal: Turns what stands between placeholders into the form of the result.
    ///   - value: What stands for a placeholder.
    package func expanded(
        literal: (Substring) -> String,
        value: (Placeholder) -> String
    ) -> String {
        var result = ""
        for (index, segment) in self.segments.enumerated() {
            // A few letters of a template can stand for a long value.
            guard result.utf8.count <= Limit.renderedMail.maximum else { break }
            switch segment {
            case .literal(let text):
                result += literal(text)
            case .placeholder(let placeholder):
                let text = value(placeholder)
                if self.closesGaps, text.isEmpty, result.last == " ", !self.startsWithWord(at: index + 1) {
                    result.removeLast()
                }
                result += text
            }
        }
        return Self.cut(result)
    }

    /// What is longer than any part of a mail comes from an earlier version, or grew out of many values.
    private static func cut(_ text: String) -> String {
        guard !Limit.renderedMail.allows(text) else { return text }
        return String(decoding: text.utf8.prefix(Limit.renderedMail.maximum), as: UTF8.self)
    }

    /// Whether the segment needs a space between itself and a word before it.
    private func startsWithWord(at index: Int) -> Bool {
        guard index < self.segments.count else { return false }
        guard case .literal(let text) = self.segments[index] else { return true }
        return text.first.map { $0.isLetter || $0.isNumber } ?? (index + 1 < self.segments.count)
    }
}
