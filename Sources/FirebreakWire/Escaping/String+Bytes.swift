#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

extension StringProtocol {
    /// The bytes where they lie, for what looks at each of them: walking over a `UTF8View` takes some ten times as long.
    @inlinable
    package func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result {
        try utf8.withContiguousStorageIfAvailable(body) ?? Array(utf8).withUnsafeBufferPointer(body)
    }

    /// Whether the text has this byte in it.
    @inlinable
    package func containsByte(_ byte: UInt8) -> Bool { withBytes { $0.contains(byte) } }
}

/// Searching, splitting and trimming texts by their bytes.
///
/// Other languages, the storage and file systems see bytes or scalars. Swift's own methods see what a reader sees: to
/// them, a quotation mark with an accent is another character than the mark, CRLF is a single one, and texts are equal
/// that only look alike (`é` in one scalar and in two; `;` and U+037E). An attacker can make use of that, so that in
/// the sources, texts are taken apart by these.
///
/// All texts are UTF-8, in which no part of one scalar looks like another.
extension StringProtocol where SubSequence == Substring {
    /// Whether the text begins with these bytes.
    @inlinable
    package func startsWithBytes(of beginning: some StringProtocol) -> Bool { utf8.starts(with: beginning.utf8) }

    /// Whether the text ends with these bytes.
    @inlinable
    package func endsWithBytes(of ending: some StringProtocol) -> Bool {
        let count = ending.utf8.count
        guard utf8.count >= count else { return false }
        return utf8.dropFirst(utf8.count - count).elementsEqual(ending.utf8)
    }

    /// What stands behind these bytes; `nil` if the text does not begin with them.
    @inlinable
    package func rest(afterBytes beginning: String) -> Substring? {
        guard startsWithBytes(of: beginning) else { return nil }
        return self[utf8.index(startIndex, offsetBy: beginning.utf8.count)...]
    }

    /// What stands before these bytes; `nil` if the text does not end with them.
    @inlinable
    package func rest(beforeBytes ending: String) -> Substring? {
        guard endsWithBytes(of: ending) else { return nil }
        return self[..<utf8.index(startIndex, offsetBy: utf8.count - ending.utf8.count)]
    }

    /// The text without these bytes at its end, if it ends with them.
    package func without(ending: String) -> String { rest(beforeBytes: ending).map(String.init) ?? String(self) }

    /// Whether the text has these bytes in it.
    package func containsBytes(of part: String) -> Bool { firstRange(of: part) != nil }

    /// Whether both are the same bytes. Native texts are compared in one go: every request has some long ones.
    @inlinable
    package func hasSameBytes(as other: some StringProtocol) -> Bool {
        let compared = utf8.withContiguousStorageIfAvailable { left in
            other.utf8.withContiguousStorageIfAvailable { areSame(left, $0) }
        }
        return (compared ?? nil) ?? utf8.elementsEqual(other.utf8)
    }

    /// The first occurrence of these bytes; `nil` in an empty text.
    package func firstRange(of part: String) -> Range<String.Index>? { firstRange(of: TextSearch(part)) }

    private func firstRange(of search: TextSearch) -> Range<String.Index>? {
        guard !utf8.isEmpty, let offset = search.offset(in: utf8) else { return nil }
        let start = utf8.index(startIndex, offsetBy: offset)
        return start..<utf8.index(start, offsetBy: search.count)
    }

    /// The text before the first occurrence of a separator and the text behind it; `nil` if there is none.
    package func parted(at separator: String) -> (before: Substring, after: Substring)? {
        firstRange(of: separator).map { (self[..<$0.lowerBound], self[$0.upperBound...]) }
    }

    /// The text before the last occurrence of an ASCII character and the text behind it; `nil` if there is none.
    package func parted(atLast separator: Unicode.Scalar) -> (before: Substring, after: Substring)? {
        guard let index = unicodeScalars.lastIndex(of: separator) else { return nil }
        return (self[..<index], self[unicodeScalars.index(after: index)...])
    }

    /// The parts between the occurrences of a separator.
    package func separated(
        by separator: String, maxSplits: Int = .max, omittingEmptySubsequences: Bool = true
    ) -> [Substring] {
        let separator = TextSearch(separator)
        var parts: [Substring] = []
        var rest = self[...]
        while parts.count < maxSplits, let range = rest.firstRange(of: separator), !range.isEmpty {
            if !omittingEmptySubsequences || range.lowerBound > rest.startIndex {
                parts.append(rest[..<range.lowerBound])
            }
            rest = rest[range.upperBound...]
        }
        if !omittingEmptySubsequences || !rest.isEmpty { parts.append(rest) }
        return parts
    }

    /// The parts between scalars that separate, without empty ones.
    package func separated(where isSeparator: (Unicode.Scalar) -> Bool) -> [Substring] {
        var parts: [Substring] = []
        var rest = self[...]
        while let start = rest.unicodeScalars.firstIndex(where: { !isSeparator($0) }) {
            rest = rest[start...]
            let end = rest.unicodeScalars.firstIndex(where: isSeparator) ?? rest.endIndex
            parts.append(rest[..<end])
            rest = rest[end...]
        }
        return parts
    }

    /// The text with every occurrence of some bytes replaced.
    package func substituting(_ part: String, with other: String) -> String {
        guard containsBytes(of: part) else { return String(self) }
        return separated(by: part, omittingEmptySubsequences: false).joined(separator: other)
    }

    /// The text without white space around it, as it comes along when people copy.
    package var trimmed: String {
        guard let first = unicodeScalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = unicodeScalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return "" }
        return String(self[first..<unicodeScalars.index(after: last)])
    }

    /// Whether there is nothing but white space in it.
    package var isBlank: Bool { unicodeScalars.allSatisfy(\.properties.isWhitespace) }

    /// The text without any white space, such as that of Base64 in lines.
    package var withoutWhiteSpace: String {
        String(String.UnicodeScalarView(unicodeScalars.filter { !$0.properties.isWhitespace }))
    }
}

@usableFromInline
func areSame(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Bool {
    guard left.count == right.count else { return false }
    guard let first = left.baseAddress, let second = right.baseAddress else { return left.isEmpty }
    return memcmp(first, second, left.count) == 0
}

/// Looks for a text in others, byte by byte, and reads each byte once, however much the texts repeat themselves (Knuth,
/// Morris and Pratt). The standard library's search begins anew at each character: a search that a stranger chose could
/// take hours.
package struct TextSearch: Sendable {
    private let needle: [UInt8]
    /// For each beginning of the needle the length of the longest shorter one that it ends with.
    private let borders: [Int]

    package init(_ text: some StringProtocol) {
        let needle = Array(text.utf8)
        var borders: [Int] = []
        borders.reserveCapacity(needle.count)
        var matched = 0
        for (index, byte) in needle.enumerated() {
            if index > 0 { matched = Self.matched(matched, byte, needle, borders) }
            borders.append(matched)
        }
        self.needle = needle
        self.borders = borders
    }

    /// The length of the text in bytes.
    fileprivate var count: Int { needle.count }

    /// Whether the text is in the other one; an empty text is in all.
    package func isIn(_ text: some StringProtocol) -> Bool { isIn(bytes: text.utf8) }

    func isIn(bytes: some Sequence<UInt8>) -> Bool { offset(in: bytes) != nil }

    /// Where the text occurs first; `nil` if it does not.
    fileprivate func offset(in bytes: some Sequence<UInt8>) -> Int? {
        guard !needle.isEmpty else { return 0 }
        var matched = 0
        var end = 0
        for byte in bytes {
            end += 1
            matched = Self.matched(matched, byte, needle, borders)
            if matched == needle.count { return end - matched }
        }
        return nil
    }

    /// How much of the needle ends with this byte, where so much of it ended before it.
    private static func matched(_ before: Int, _ byte: UInt8, _ needle: [UInt8], _ borders: [Int]) -> Int {
        var matched = before
        while matched > 0, needle[matched] != byte { matched = borders[matched - 1] }
        return needle[matched] == byte ? matched + 1 : 0
    }
}
