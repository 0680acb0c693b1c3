import FirebreakWire

/// Header fields of an Internet message: folding, encoded words (RFC 2047), addresses (RFC 5322).
enum HeaderText {
    private static let lineLimit = 76
    private static let encodedWordLimit = 75

    /// A field of free text, such as `Subject`.
    static func unstructured(_ field: String, _ value: String) -> String {
        let value = withoutLineBreaks(value)
        let start = field + ": "
        return start + (isPlain(value) ? folded(value, after: start.count) : encodedWords(value, after: start.count))
    }

    /// A field with one address, such as `From`.
    static func address(_ field: String, _ address: String, name: String? = nil) -> String {
        let start = field + ": "
        let address = withoutLineBreaks(address)
        let name = withoutLineBreaks(name ?? "")
        guard let mailbox = MailAddress.mailbox(address) else {
            let end = " :;"
            let group = address.isEmpty ? "undisclosed-recipients" : phrase(address, after: start.count + end.count)
            return start + group + end
        }
        guard !name.isEmpty else {
            let breaks = start.count + mailbox.utf8.count > lineLimit
            return field + ":" + (breaks ? "\r\n " : " ") + mailbox
        }
        let named = start + phrase(name, after: start.count)
        let lastLine = named.utf8.reversed().prefix { $0 != UInt8(ascii: "\n") }
        let breaks = lastLine.count + mailbox.utf8.count + 3 > lineLimit
        return named + (breaks ? "\r\n " : " ") + "<" + mailbox + ">"
    }

    /// A message identifier without the characters that are not allowed in one.
    static func identifier(_ value: String) -> String {
        let allowed = value.utf8.filter { MailAddress.isAtomText($0) || ".@".utf8.contains($0) }
        return String(decoding: allowed, as: UTF8.self)
    }

    /// A name in front of an address: unquoted if possible, else quoted, else encoded.
    private static func phrase(_ value: String, after column: Int) -> String {
        let isAtoms = value.utf8.allSatisfy { MailAddress.isAtomText($0) || $0 == UInt8(ascii: " ") }
        let words = isAtoms ? value : MailAddress.quoted(value)
        return isPlain(value) && words.utf8.count <= 60 ? words : encodedWords(value, after: column)
    }

    private static func withoutLineBreaks(_ value: String) -> String {
        // By scalars: as a `Character`, CRLF is a single one.
        String(String.UnicodeScalarView(value.unicodeScalars.filter { $0 != "\r" && $0 != "\n" }))
    }

    /// Whether the value survives folding and unfolding unchanged: printable ASCII, single spaces, short words.
    private static func isPlain(_ value: String) -> Bool {
        guard value.utf8.allSatisfy({ (0x20...0x7E).contains($0) }), !value.containsBytes(of: "=?") else {
            return false
        }
        let words = value.separated(by: " ", omittingEmptySubsequences: false)
        return value.isEmpty || words.allSatisfy { (1...60).contains($0.utf8.count) }
    }

    private static func folded(_ value: String, after start: Int) -> String {
        var column = start
        var result = ""
        for word in value.separated(by: " ") {
            if result.isEmpty {
                column += word.utf8.count
            } else if column + 1 + word.utf8.count <= lineLimit {
                result += " "
                column += 1 + word.utf8.count
            } else {
                result += "\r\n "
                column = 1 + word.utf8.count
            }
            result += word
        }
        return result
    }

    /// The value as encoded words, one per line, none with a partial character.
    private static func encodedWords(_ value: String, after start: Int) -> String {
        let frame = "=?UTF-8?B??=".utf8.count
        func capacity(after column: Int) -> Int {
            (min(self.encodedWordLimit, self.lineLimit - column) - frame) / 4 * 3
        }
        let smallest = capacity(after: start)
        let characters = value.flatMap { character in
            character.utf8.count <= smallest ? [Array(character.utf8)] : character.unicodeScalars.map { Array($0.utf8) }
        }
        var words: [[UInt8]] = [[]]
        for character in characters {
            let limit = words.count == 1 ? smallest : capacity(after: 1)
            if words[words.count - 1].count + character.count > limit { words.append([]) }
            words[words.count - 1] += character
        }
        return words.map { "=?UTF-8?B?" + Base64.encode($0, .standard) + "?=" }.joined(separator: "\r\n ")
    }
}
