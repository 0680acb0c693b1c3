package import FirebreakWire

/// The rule for phone numbers.
package enum PhoneNumber {
    /// The number as it is stored; `nil` when the text is none.
    ///
    /// The reference takes any text that starts with `+`, as it is (accounts.md section 2). Production normalises to
    /// E.164: spaces and punctuation go, and letters behind at least three digits become the digits of a telephone
    /// keypad (production.md section 9).
    package static func normalized(_ text: String, _ profile: Profile) -> String? {
        guard text.hasPrefix("+") else { return nil }
        guard profile.facts.normalizesPhoneNumbers else { return text }
        var digits = "+"
        for character in text.dropFirst() {
            switch character {
            case "0"..."9": digits.append(character)
            case " ", "-", "(", ")", ".", "/": continue
            default:
                guard digits.count > leadingDigits, let digit = keypadDigit(character) else { return nil }
                digits.append(digit)
            }
        }
        guard digits.count > 1, digits.count <= 16, !digits.hasPrefix("+0") else { return nil }
        return digits
    }

    /// A text with fewer digits before its first letter is a word, not a number.
    private static let leadingDigits = 3

    private static func keypadDigit(_ letter: Character) -> Character? {
        let keys: [(Character, String)] = [
            ("2", "ABC"), ("3", "DEF"), ("4", "GHI"), ("5", "JKL"), ("6", "MNO"), ("7", "PQRS"), ("8", "TUV"),
            ("9", "WXYZ"),
        ]
        return keys.first { $0.1.contains(letter.uppercased()) }?.0
    }
}
