/// The direction in which a text is written; the raw value is that of the attribute `dir`.
package enum TextDirection: String, Sendable {
    case leftToRight = "ltr"
    case rightToLeft = "rtl"
}

extension StringProtocol {
    /// Whether there are letters in it that are written from right to left: those of the blocks of Hebrew, Arabic and
    /// their kin (bidirectional classes R and AL in Unicode's DerivedBidiClass.txt).
    package var hasRightToLeftLetters: Bool {
        unicodeScalars.contains { scalar in
            switch scalar.value {
            case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFC, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
            default: false
            }
        }
    }

    /// The text as a part of a plain one whose direction may be another: between the characters that keep the two apart
    /// (the isolates of UAX #9).
    ///
    /// - Parameter direction: That of the text; `nil` for that of its first letter.
    package func isolated(_ direction: TextDirection?) -> String {
        let start =
            switch direction {
            case .leftToRight: "\u{2066}"
            case .rightToLeft: "\u{2067}"
            case nil: "\u{2068}"
            }
        return start + self + "\u{2069}"
    }
}
