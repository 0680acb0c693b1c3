/// Base64 in both alphabets (RFC 4648).
package enum Base64 {
    package enum Alphabet: Sendable {
        /// Padded.
        case standard
        /// Without padding, as in JSON Web Tokens.
        case urlSafe
        /// Padded, as production answers byte strings.
        case paddedURLSafe
    }

    private static let standardDigits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let urlSafeDigits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    /// Value of each ASCII byte in either alphabet, 255 for the rest.
    private static let values = values(of: [standardDigits, urlSafeDigits])
    /// The same in the URL-safe alphabet only.
    private static let urlSafeValues = values(of: [urlSafeDigits])

    private static func values(of alphabets: [[UInt8]]) -> [UInt8] {
        var values = [UInt8](repeating: 255, count: 256)
        for digits in alphabets {
            for (value, digit) in digits.enumerated() { values[Int(digit)] = UInt8(value) }
        }
        return values
    }

    package static func encode(_ bytes: [UInt8], _ alphabet: Alphabet) -> String {
        String(decoding: encodedBytes(bytes, alphabet), as: UTF8.self)
    }

    package static func encodedBytes(_ bytes: [UInt8], _ alphabet: Alphabet) -> [UInt8] {
        let digits = alphabet == .standard ? standardDigits : urlSafeDigits
        var output: [UInt8] = []
        output.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let count = min(3, bytes.count - start)
            var group = UInt32(bytes[start]) << 16
            if count > 1 { group |= UInt32(bytes[start + 1]) << 8 }
            if count > 2 { group |= UInt32(bytes[start + 2]) }
            output.append(digits[Int(group >> 18)])
            output.append(digits[Int(group >> 12 & 63)])
            if count > 1 { output.append(digits[Int(group >> 6 & 63)]) }
            if count > 2 { output.append(digits[Int(group & 63)]) }
        }
        if alphabet != .urlSafe {
            while !output.count.isMultiple(of: 4) { output.append(UInt8(ascii: "=")) }
        }
        return output
    }

    /// A text of either alphabet, padded or not, as ``Alphabet/paddedURLSafe``; `nil` if it is not Base64. One that has
    /// this form is returned as it is, also with bits set that no byte needs.
    package static func paddedURLSafe(_ text: String) -> String? {
        guard let bytes = decode(text) else { return nil }
        let isPadded = text.utf8.count == (bytes.count + 2) / 3 * 4
        let isURLSafe = text.utf8.allSatisfy { $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "/") }
        return isPadded && isURLSafe ? text : encode(bytes, .paddedURLSafe)
    }

    /// Decodes either alphabet, padded or not; `nil` when a byte belongs to neither or the length is impossible.
    package static func decode(_ text: some StringProtocol) -> [UInt8]? { decode(Array(text.utf8)[...]) }

    package static func decode(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        var digits = text
        while digits.last == UInt8(ascii: "=") { digits = digits.dropLast() }
        return decode(digits, values)
    }

    /// Decodes the URL-safe alphabet only, without padding.
    static func decodeURLSafe(_ text: ArraySlice<UInt8>) -> [UInt8]? { decode(text, urlSafeValues) }

    private static func decode(_ digits: ArraySlice<UInt8>, _ values: [UInt8]) -> [UInt8]? {
        guard digits.count % 4 != 1 else { return nil }
        var output: [UInt8] = []
        output.reserveCapacity(digits.count * 3 / 4)
        var group: UInt32 = 0
        var bits: UInt32 = 0
        for digit in digits {
            let value = values[Int(digit)]
            guard value < 64 else { return nil }
            group = group << 6 | UInt32(value)
            bits += 6
            guard bits >= 8 else { continue }
            bits -= 8
            output.append(UInt8(truncatingIfNeeded: group >> bits))
        }
        return output
    }

    /// Whether all bytes are digits of the URL-safe alphabet.
    static func isURLSafe(_ text: some Sequence<UInt8>) -> Bool { text.allSatisfy { urlSafeValues[Int($0)] < 64 } }

    /// Decodes only what ``encode(_:_:)`` writes for tokens: URL-safe, without padding, with unused bits zero. So the
    /// same bytes have a single text, and a signed token cannot be varied (RFC 4648 section 3.5).
    package static func decodeCanonical(_ text: some Collection<UInt8>) -> [UInt8]? {
        guard let bytes = decode(Array(text)[...]) else { return nil }
        return encodedBytes(bytes, .urlSafe).elementsEqual(text) ? bytes : nil
    }
}
