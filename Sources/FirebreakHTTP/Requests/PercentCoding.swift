import FirebreakWire

/// Percent-decoding of path segments.
enum PercentCoding {
    /// - Returns: `nil` when the result is not UTF-8, or has U+0000, at which the storage would cut it.
    static func decode(_ text: some StringProtocol) -> String? {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
        let decoded = FormURLEncoding.decode(text.utf8, plusIsSpace: false)
        return decoded.unicodeScalars.contains { $0 == "\u{FFFD}" || $0 == "\0" } ? nil : decoded
    }
}
