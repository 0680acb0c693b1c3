/// Looks for a text in others, byte by byte, and reads each byte once, however much the texts repeat themselves (Knuth,
/// Morris and Pratt). The standard library's search begins anew at each character: a search that somebody else chose could
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

    /// Whether the text is in the other one; an empty text is in all.
    package func isIn(_ text: some StringProtocol) -> Bool { isIn(bytes: text.utf8) }

    package func isIn(bytes: some Sequence<UInt8>) -> Bool {
        guard !needle.isEmpty else { return true }
        var matched = 0
        for byte in bytes {
            matched = Self.matched(matched, byte, needle, borders)
            if matched == needle.count { return true }
        }
        return false
    }

    /// How much of the needle ends with this byte, where so much of it ended before it.
    private static func matched(_ before: Int, _ byte: UInt8, _ needle: [UInt8], _ borders: [Int]) -> Int {
        var matched = before
        while matched > 0, needle[matched] != byte { matched = borders[matched - 1] }
        return needle[matched] == byte ? matched + 1 : 0
    }
}
