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
        return [UInt8](unsafeUninitializedCapacity: (bytes.count + 2) / 3 * 4) { output, count in
            withUnsafeBuffers(digits, bytes) { digits, bytes in
                var index = 0
                while index + 2 < bytes.count {
                    let group = UInt32(bytes[index]) << 16 | UInt32(bytes[index + 1]) << 8 | UInt32(bytes[index + 2])
                    output[count] = digits[Int(group >> 18)]
                    output[count + 1] = digits[Int(group >> 12 & 63)]
                    output[count + 2] = digits[Int(group >> 6 & 63)]
                    output[count + 3] = digits[Int(group & 63)]
                    count += 4
                    index += 3
                }
                let rest = bytes.count - index
                guard rest > 0 else { return }
                let group = UInt32(bytes[index]) << 16 | (rest == 2 ? UInt32(bytes[index + 1]) << 8 : 0)
                output[count] = digits[Int(group >> 18)]
                output[count + 1] = digits[Int(group >> 12 & 63)]
                count += 2
                if rest == 2 {
                    output[count] = digits[Int(group >> 6 & 63)]
                    count += 1
                }
                guard alphabet != .urlSafe else { return }
                for _ in rest..<3 {
                    output[count] = UInt8(ascii: "=")
                    count += 1
                }
            }
        }
    }

    /// A text of either alphabet, padded or not, as ``Alphabet/paddedURLSafe``; `nil` if it is not Base64. Most already
    /// have this form and are returned as they are.
    package static func paddedURLSafe(_ text: String) -> String? {
        var text = text
        var isChanged = false
        let isValid = text.withUTF8 { bytes in
            values.withUnsafeBufferPointer { values in
                var digits = bytes.count
                while digits > 0, bytes[digits - 1] == UInt8(ascii: "=") { digits -= 1 }
                guard digits % 4 != 1 else { return false }
                isChanged = bytes.count != (digits + 3) / 4 * 4
                for byte in bytes[..<digits] {
                    guard values[Int(byte)] != 255 else { return false }
                    if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "/") { isChanged = true }
                }
                return true
            }
        }
        guard isValid else { return nil }
        guard isChanged else { return text }
        return decode(text).map { encode($0, .paddedURLSafe) }
    }

    /// Decodes either alphabet, padded or not; `nil` when a byte belongs to neither or the length is impossible.
    package static func decode(_ text: some StringProtocol) -> [UInt8]? { decode(Array(text.utf8)[...]) }

    package static func decode(_ text: ArraySlice<UInt8>) -> [UInt8]? { text.withUnsafeBufferPointer { decode($0) } }

    private static func decode(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        var length = text.count
        while length > 0, text[length - 1] == UInt8(ascii: "=") { length -= 1 }
        return decode(text, length, values)
    }

    /// Decodes the URL-safe alphabet only, without padding.
    static func decodeURLSafe(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        decode(text, text.count, urlSafeValues)
    }

    /// - Parameter length: Of the digits, without padding.
    private static func decode(
        _ text: UnsafeBufferPointer<UInt8>, _ length: Int, _ values: [UInt8]
    ) -> [UInt8]? {
        guard length % 4 != 1 else { return nil }
        /// Of all values: above 63 if one is not a digit.
        var seen: UInt8 = 0
        let output = [UInt8](unsafeUninitializedCapacity: length * 3 / 4) { output, count in
            values.withUnsafeBufferPointer { values in
                var index = 0
                while index + 3 < length {
                    let (first, second) = (values[Int(text[index])], values[Int(text[index + 1])])
                    let (third, fourth) = (values[Int(text[index + 2])], values[Int(text[index + 3])])
                    seen |= first | second | third | fourth
                    output[count] = first << 2 | second >> 4
                    output[count + 1] = second << 4 | third >> 2
                    output[count + 2] = third << 6 | fourth
                    count += 3
                    index += 4
                }
                guard index < length else { return }
                let (first, second) = (values[Int(text[index])], values[Int(text[index + 1])])
                seen |= first | second
                output[count] = first << 2 | second >> 4
                count += 1
                guard index + 2 < length else { return }
                let third = values[Int(text[index + 2])]
                seen |= third
                output[count] = second << 4 | third >> 2
                count += 1
            }
        }
        return seen < 64 ? output : nil
    }

    /// Whether all bytes are digits of the URL-safe alphabet.
    static func isURLSafe(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        urlSafeValues.withUnsafeBufferPointer { values in text.allSatisfy { values[Int($0)] < 64 } }
    }

    /// Decodes only what ``encode(_:_:)`` writes for tokens: URL-safe, without padding, with unused bits zero. So the
    /// same bytes have a single text, and a signed token cannot be varied (RFC 4648 section 3.5).
    package static func decodeCanonical(_ text: some Collection<UInt8>) -> [UInt8]? {
        guard let bytes = decode(Array(text)[...]) else { return nil }
        return encodedBytes(bytes, .urlSafe).elementsEqual(text) ? bytes : nil
    }

    /// Without checks of each index, which the loops make.
    private static func withUnsafeBuffers<Result>(
        _ first: [UInt8], _ second: [UInt8],
        _ body: (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result {
        first.withUnsafeBufferPointer { first in second.withUnsafeBufferPointer { body(first, $0) } }
    }
}
