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
        // Made in its length at once: an array that grows by each digit takes twice as long.
        var output = [UInt8](repeating: 0, count: (bytes.count + 2) / 3 * 4)
        var end = 0
        var index = 0
        while index < bytes.count {
            let second = index + 1 < bytes.count ? bytes[index + 1] : 0
            let third = index + 2 < bytes.count ? bytes[index + 2] : 0
            let group = UInt32(bytes[index]) << 16 | UInt32(second) << 8 | UInt32(third)
            output[end] = digits[Int(group >> 18)]
            output[end + 1] = digits[Int(group >> 12 & 63)]
            output[end + 2] = digits[Int(group >> 6 & 63)]
            output[end + 3] = digits[Int(group & 63)]
            index += 3
            end += 4
        }
        // The last group may have digits for bytes that are not there.
        let missing = index - bytes.count
        output.removeLast(missing)
        if alphabet != .urlSafe { output += repeatElement(UInt8(ascii: "="), count: missing) }
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
        var output = [UInt8](repeating: 0, count: digits.count * 3 / 4)
        var end = 0
        var group: UInt32 = 0
        var bits: UInt32 = 0
        for digit in digits {
            let value = values[Int(digit)]
            guard value < 64 else { return nil }
            group = group << 6 | UInt32(value)
            bits += 6
            guard bits >= 8 else { continue }
            bits -= 8
            output[end] = UInt8(truncatingIfNeeded: group >> bits)
            end += 1
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
