/// What a person looks for in a list: the one rule of all searches (firebreak.md section 4.9).
///
/// What has every word of the search in it is found: anywhere, in any order, without regard to case. A search that looks
/// like a phone number also finds the number, however the search is punctuated.
package struct SearchText: Sendable, Equatable {
    /// As it was given, without spaces around it.
    package let text: String
    private let words: [Word]
    /// The number as accounts have it, where that is another text.
    private let number: TextSearch?

    private struct Word: Sendable {
        /// The folded word; of an address whose domain has letters beyond ASCII also its other spellings.
        let spellings: [TextSearch]

        init(_ word: String) {
            spellings = EmailAddress.spellings(of: FoldedText(word).text).map { TextSearch(FoldedText($0)) }
        }
    }

    /// - Throws: `INVALID_ARGUMENT` for a search without words, and for one that is too long.
    package init(_ text: String) throws(WireError) {
        try Limit.search.check(text)
        let text = text.trimmed
        let words = text.separated(where: \.properties.isWhitespace)
        guard !words.isEmpty else { throw .invalidArgument("a search must have a word to look for") }
        try Limit.searchWords.check(words.count)
        self.text = text
        self.words = words.map { Word(String($0)) }
        number = Self.number(text).map { TextSearch($0) }
    }

    /// The number without punctuation and with the `+` that `00` stands for; `nil` for other texts, and for one in this form.
    private static func number(_ text: String) -> String? {
        let punctuation = " -().\u{A0}/".unicodeScalars
        let plain = String(String.UnicodeScalarView(text.unicodeScalars.filter { !punctuation.contains($0) }))
        let digits = plain.rest(afterBytes: "+") ?? plain.rest(afterBytes: "00") ?? plain[...]
        guard !digits.isEmpty, digits.utf8.allSatisfy(\.isASCIIDigit) else { return nil }
        let number = digits.utf8.count == plain.utf8.count ? plain : "+" + digits
        return number == text ? nil : number
    }

    /// Whether a row with these texts is found. No word reaches from one text into the next.
    package func isIn(_ texts: [String?]) -> Bool {
        var folded = FoldedText()
        for text in texts { text.map { folded.append($0) } }
        return isIn(folded)
    }

    package func isIn(_ row: FoldedText) -> Bool {
        if words.allSatisfy({ $0.spellings.contains { $0.isIn(row) } }) { return true }
        return number?.isIn(row) ?? false
    }

    package static func == (one: Self, other: Self) -> Bool { one.text.hasSameBytes(as: other.text) }
}

/// Texts of a row without the differences that a search does not regard: of a long one its beginning.
///
/// Letters are the same that have the same upper case, so that `ß` is `ss` and a sigma is a sigma at the end of a word as
/// well. The four letters i of Turkish are one, because everyone else writes two of them alike.
package struct FoldedText: Sendable {
    /// In UTF-8; each text ends with a line break, which no word has.
    private(set) var bytes: [UInt8] = []

    fileprivate var text: String { String(decoding: bytes, as: UTF8.self) }

    package init() {}

    package init(_ text: String) { fold(text.unicodeScalars) }

    /// Makes room for another row.
    package mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

    package mutating func append(_ text: String) {
        let maximum = Limit.searchedText.maximum
        let isLong = text.utf8.count > maximum
        fold((isLong ? String(decoding: text.utf8.prefix(maximum), as: UTF8.self) : text).unicodeScalars)
        bytes.append(UInt8(ascii: "\n"))
    }

    /// - Parameter utf8: A text where it lies, which is read at once.
    package mutating func append(utf8: UnsafeRawBufferPointer) {
        let start = bytes.count
        let searched = utf8.prefix(Limit.searchedText.maximum)
        for byte in searched {
            guard byte < 0x80 else {
                bytes.removeSubrange(start...)
                return append(String(decoding: searched, as: UTF8.self))
            }
            bytes.append(Self.lowerCase(byte))
        }
        bytes.append(UInt8(ascii: "\n"))
    }

    private static func lowerCase(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }

    private mutating func fold(_ scalars: String.UnicodeScalarView) {
        for scalar in scalars {
            switch scalar {
            case _ where scalar.isASCII: bytes.append(Self.lowerCase(UInt8(truncatingIfNeeded: scalar.value)))
            case "\u{130}": bytes.append(UInt8(ascii: "i"))
            default:
                for upper in scalar.properties.uppercaseMapping.unicodeScalars {
                    bytes.append(contentsOf: upper.properties.lowercaseMapping.utf8)
                }
            }
        }
    }
}

extension TextSearch {
    package init(_ folded: FoldedText) { self.init(folded.text) }

    package func isIn(_ folded: FoldedText) -> Bool { isIn(bytes: folded.bytes) }
}
