import FirebreakWire

extension PhoneNumber {
    /// A number with all digits but the last four hidden: `+*******0100` (phone-mfa.md section 3).
    package static func obfuscated(_ number: String) -> String {
        var digits = 0
        var result: [UInt8] = []
        for byte in number.utf8.reversed() {
            if byte.isASCIIDigit { digits += 1 }
            result.append(byte.isASCIIDigit && digits > 4 ? UInt8(ascii: "*") : byte)
        }
        return String(decoding: result.reversed(), as: UTF8.self)
    }
}
