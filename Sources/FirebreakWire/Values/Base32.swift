/// Base32 of letters and the digits 2–7 (RFC 4648 section 6), written without padding.
package enum Base32 {
    package enum Alphabet: Sendable {
        /// Read in either case, padded or not: shared secrets, which people type.
        case uppercase
        /// Read as it is written only: file names.
        case lowercase
    }

    private static let uppercaseDigits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)
    private static let lowercaseDigits = Array("abcdefghijklmnopqrstuvwxyz234567".utf8)

    package static func encode(_ bytes: [UInt8], _ alphabet: Alphabet = .uppercase) -> String {
        let digits = alphabet == .uppercase ? uppercaseDigits : lowercaseDigits
        var output: [UInt8] = []
        output.reserveCapacity((bytes.count * 8 + 4) / 5)
        var group: UInt32 = 0
        var bits: UInt32 = 0
        for byte in bytes {
            group = group << 8 | UInt32(byte)
            bits += 8
            while bits >= 5 {
                bits -= 5
                output.append(digits[Int(group >> bits & 31)])
            }
        }
        if bits > 0 { output.append(digits[Int(group << (5 - bits) & 31)]) }
        return String(decoding: output, as: UTF8.self)
    }

    /// Decodes what may be padded to a multiple of eight; bits beyond the last whole byte are dropped.
    ///
    /// - Returns: `nil` when a character is not of the alphabet, or the length or the padding impossible.
    package static func decode(_ text: some StringProtocol, _ alphabet: Alphabet = .uppercase) -> [UInt8]? {
        let padded = Array(text.utf8)
        let unpadded = padded.prefix { $0 != UInt8(ascii: "=") }
        let padding = padded[unpadded.endIndex...]
        guard padding.isEmpty || (alphabet == .uppercase && padded.count % 8 == 0 && padding.count < 8),
            padding.allSatisfy({ $0 == UInt8(ascii: "=") }), ![1, 3, 6].contains(unpadded.count % 8)
        else { return nil }

        var output: [UInt8] = []
        output.reserveCapacity(unpadded.count * 5 / 8)
        var group: UInt32 = 0
        var bits: UInt32 = 0
        for byte in unpadded {
            guard let value = value(of: byte, alphabet) else { return nil }
            group = group << 5 | value
            bits += 5
            guard bits >= 8 else { continue }
            bits -= 8
            output.append(UInt8(truncatingIfNeeded: group >> bits))
        }
        return output
    }

    private static func value(of byte: UInt8, _ alphabet: Alphabet) -> UInt32? {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z") where alphabet == .uppercase: UInt32(byte - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(byte - UInt8(ascii: "a"))
        case UInt8(ascii: "2")...UInt8(ascii: "7"): UInt32(byte - UInt8(ascii: "2")) + 26
        default: nil
        }
    }
}
