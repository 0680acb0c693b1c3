#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Searching, splitting and trimming texts by their bytes.
///
/// Other languages, the storage and file systems see bytes or scalars. Swift's own methods see what a reader sees: to
/// them, a quotation mark with an accent is another character than the mark, CRLF is a single one, and texts are equal
/// that only look alike (`é` in one scalar and in two; `;` and U+037E). Whoever writes a text can make use of that, so
/// that in the sources, texts are taken apart by these.
///
/// All texts are UTF-8, in which no part of one scalar looks like another.
extension StringProtocol where SubSequence == Substring {
    /// Whether the text begins with these bytes.
    @inlinable
    package func begins(with beginning: some StringProtocol) -> Bool { utf8.starts(with: beginning.utf8) }

    /// Whether the text ends with these bytes.
    @inlinable
    package func ends(with ending: some StringProtocol) -> Bool {
        let count = ending.utf8.count
        guard utf8.count >= count else { return false }
        return utf8.dropFirst(utf8.count - count).elementsEqual(ending.utf8)
    }

    /// What stands behind these bytes; `nil` if the text does not begin with them.
    @inlinable
    package func rest(after beginning: String) -> Substring? {
        guard begins(with: beginning) else { return nil }
        return self[utf8.index(startIndex, offsetBy: beginning.utf8.count)...]
    }

    /// What stands before these bytes; `nil` if the text does not end with them.
    @inlinable
    package func rest(before ending: String) -> Substring? {
        guard ends(with: ending) else { return nil }
        return self[..<utf8.index(startIndex, offsetBy: utf8.count - ending.utf8.count)]
    }

    /// Whether the text has these bytes in it.
    package func includes(_ part: String) -> Bool { firstRange(of: part) != nil }

    /// Whether both are the same bytes. Native texts are compared in one go: every request has some long ones.
    @inlinable
    package func hasSameBytes(as other: some StringProtocol) -> Bool {
        let compared = utf8.withContiguousStorageIfAvailable { left in
            other.utf8.withContiguousStorageIfAvailable { areSame(left, $0) }
        }
        return (compared ?? nil) ?? utf8.elementsEqual(other.utf8)
    }

    /// The first occurrence of these bytes; `nil` in an empty text.
    package func firstRange(of part: String) -> Range<String.Index>? {
        guard !utf8.isEmpty else { return nil }
        let part = Array(part.utf8)
        let found = utf8.withContiguousStorageIfAvailable { offset(of: part, in: $0) }
        guard let offset = found ?? Array(utf8).withUnsafeBufferPointer({ offset(of: part, in: $0) }) else {
            return nil
        }
        let start = utf8.index(startIndex, offsetBy: offset)
        return start..<utf8.index(start, offsetBy: part.count)
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
        guard includes(part) else { return String(self) }
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

    /// The text without any white space, as of Base64 that was broken into lines.
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

/// Where bytes occur first; `nil` if they do not.
///
/// By Knuth, Morris and Pratt, since strangers choose both: whatever they are, no byte of the text is read twice.
private func offset(of part: [UInt8], in text: UnsafeBufferPointer<UInt8>) -> Int? {
    guard let first = part.first else { return 0 }
    guard part.count > 1 else { return text.firstIndex(of: first) }
    guard part.count <= text.count else { return nil }
    /// For each beginning of the part, the length of the longest shorter one that it ends with.
    var fallbacks = [0]
    for byte in part.dropFirst() {
        fallbacks.append(matched(byte, after: fallbacks[fallbacks.count - 1], of: part, fallbacks))
    }
    var count = 0
    for (index, byte) in text.enumerated() {
        count = matched(byte, after: count, of: part, fallbacks)
        if count == part.count { return index + 1 - count }
    }
    return nil
}

/// How much of the part's beginning is matched with one more byte.
private func matched(_ byte: UInt8, after count: Int, of part: [UInt8], _ fallbacks: [Int]) -> Int {
    var count = count
    while count > 0, part[count] != byte { count = fallbacks[count - 1] }
    return part[count] == byte ? count + 1 : 0
}
