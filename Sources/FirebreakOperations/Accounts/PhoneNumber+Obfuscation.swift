extension PhoneNumber {
    /// A number with all digits but the last four hidden: `+*******0100` (phone-mfa.md section 3).
    package static func obfuscated(_ number: String) -> String {
        var digits = 0
        var result: [Character] = []
        for character in number.reversed() {
            guard character.isASCII, character.isNumber else {
                result.append(character)
                continue
            }
            digits += 1
            result.append(digits > 4 ? "*" : character)
        }
        return String(result.reversed())
    }
}
