package import FirebreakWire

/// The rule for phone numbers: what is one, and in which form it is stored.
///
/// The reference takes any text that starts with `+`, as it is (accounts.md section 2). Production reads texts as
/// libphonenumber does, stores E.164 form, and takes what can be a mobile number of its country (production.md section
/// 9).
package enum PhoneNumber {
    /// Why a text is not a number that could get a message.
    package enum Problem: Error, Sendable, Equatable {
        /// No number at all, a country code that does not exist, or a length between those of its country.
        case malformed
        case tooShort
        case tooLong

        var error: WireError {
            switch self {
            case .malformed: .invalidPhoneNumber
            case .tooShort: .phoneNumberTooShort
            case .tooLong: .phoneNumberTooLong
            }
        }
    }

    /// The number as it is stored.
    static func checked(_ text: String, _ profile: Profile) throws(Problem) -> String {
        guard profile.behavior.normalizesPhoneNumbers else {
            guard text.utf8.first == UInt8(ascii: "+") else { throw .malformed }
            return text
        }
        guard let digits = PhoneNumberText.digits(of: text) else { throw .malformed }
        return try NumberingPlan.mobileNumber(digits)
    }

    /// The same, but that a number which is stored already counts as it is: numbers were not always judged.
    ///
    /// - Parameter isStored: Whether an account has this number, in E.164 form.
    static func checked(
        _ text: String, unless isStored: (String) throws -> Bool, _ profile: Profile
    ) throws -> String {
        guard let written = asWritten(text, profile) else { return try checked(text, profile) }
        let number = Result { () throws(Problem) in try checked(text, profile) }
        if case .success(written) = number { return written }
        return try isStored(written) ? written : number.get()
    }

    /// The number as it is stored where it is not checked whether its country has it: of fixtures, and test numbers, to
    /// which nothing is sent. `nil` for any other text.
    static func unjudged(_ text: String, _ profile: Profile) -> String? { forms(of: text, profile).first }

    /// Under which numbers an account that the text names can be stored, its present form first and all digits as they
    /// are written last; empty when it is none.
    package static func forms(of text: String, _ profile: Profile) -> [String] {
        let written = asWritten(text, profile)
        do throws(Problem) {
            let number = try checked(text, profile)
            return [number] + (written.flatMap { $0 == number ? nil : [$0] } ?? [])
        } catch {
            return written.map { [$0] } ?? []
        }
    }

    /// E.164 form with all digits as they are written, which is how numbers were stored before they were judged.
    private static func asWritten(_ text: String, _ profile: Profile) -> String? {
        guard profile.behavior.normalizesPhoneNumbers, let digits = PhoneNumberText.digits(of: text),
            digits.count <= maximumDigits
        else { return nil }
        return NumberingPlan.text(digits)
    }

    /// ITU-T E.164
    private static let maximumDigits = 15
}

// MARK: - What is written

/// Reads phone numbers in texts, by Unicode scalars: spaces and punctuation go, letters behind at least three digits
/// become the digits of a telephone keypad, and an extension is not a part of the number (production.md section 9).
private enum PhoneNumberText {
    /// A text with fewer digits before its first letter is a word, not a number.
    private static let leadingDigits = 3
    private static let minimumDigits = 2
    /// libphonenumber reads no longer ones.
    private static let maximumLength = 250

    /// The values of the digits behind the `+`; `nil` for what is not a number of any country.
    static func digits(of text: String) -> [UInt8]? {
        guard text.utf8.count <= maximumLength * 4 else { return nil }
        var scalars = text.unicodeScalars.map(withoutWidth)[...]
        guard scalars.count <= maximumLength, scalars.popFirst() == "+" else { return nil }
        return digits(in: withoutExtension(scalars))
    }

    private static func digits(in scalars: ArraySlice<Unicode.Scalar>) -> [UInt8]? {
        var digits: [UInt8] = []
        for scalar in scalars {
            if let digit = digit(scalar) {
                digits.append(digit)
            } else if !isPunctuation(scalar) {
                guard digits.count >= leadingDigits, let digit = keypadDigit(scalar) else { return nil }
                digits.append(digit)
            }
        }
        guard digits.count >= minimumDigits, digits.first != 0 else { return nil }
        return digits
    }

    private static func digit(_ scalar: Unicode.Scalar) -> UInt8? {
        switch scalar {
        case "0"..."9": return UInt8(scalar.value - 0x30)
        case _ where scalar.isASCII: return nil
        default:
            let properties = scalar.properties
            return properties.numericType == .decimal ? properties.numericValue.map { UInt8($0) } : nil
        }
    }

    private static func keypadDigit(_ scalar: Unicode.Scalar) -> UInt8? {
        switch scalar {
        case "A"..."C", "a"..."c": 2
        case "D"..."F", "d"..."f": 3
        case "G"..."I", "g"..."i": 4
        case "J"..."L", "j"..."l": 5
        case "M"..."O", "m"..."o": 6
        case "P"..."S", "p"..."s": 7
        case "T"..."V", "t"..."v": 8
        case "W"..."Z", "w"..."z": 9
        default: nil
        }
    }

    /// Full-width forms of ASCII, as keyboards for Chinese and Japanese write them.
    private static func withoutWidth(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        guard (0xFF01...0xFF5E).contains(scalar.value) else { return scalar }
        return Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar
    }

    private static func isPunctuation(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case " ", "\t", "-", "(", ")", "[", "]", ".", "/", "~": true
        // Dashes, minus, the mark for long vowels, tildes.
        case "\u{2010}"..."\u{2015}", "\u{2212}", "\u{30FC}", "\u{2053}", "\u{223C}": true
        // Soft hyphen, characters without width, and marks for the direction of writing, which address books add.
        case "\u{AD}", "\u{200B}"..."\u{200F}", "\u{202A}"..."\u{202E}", "\u{2060}"..."\u{2069}": true
        case _ where scalar.isASCII: false
        default: scalar.properties.generalCategory == .spaceSeparator
        }
    }

    // MARK: Extensions

    private static let extensionLabels: [[Unicode.Scalar]] = [
        "extension", "extensi\u{F3}n", "extn", "ext", "xtn", "anexo", "int", "\u{434}\u{43E}\u{431}", "x", "#", "~",
        ",", ";",
    ].map { Array($0.unicodeScalars) }
    private static let longestExtension = 20

    /// The number before `ext. 12`, `x12`, `#12`, `;ext=12` and the like.
    private static func withoutExtension(_ scalars: ArraySlice<Unicode.Scalar>) -> ArraySlice<Unicode.Scalar> {
        var rest = scalars
        if rest.last == "#" { rest.removeLast() }
        let behind = rest.count
        while let last = rest.last, digit(last) != nil { rest.removeLast() }
        guard (1...longestExtension).contains(behind - rest.count) else { return scalars }
        while let last = rest.last, last == "=" || last == ":" || last == "." || isSpaceOrDash(last) {
            rest.removeLast()
        }
        let folded = rest.map { $0.properties.lowercaseMapping.unicodeScalars.first ?? $0 }
        guard let label = extensionLabels.first(where: { folded.ends(with: $0) }) else { return scalars }
        rest.removeLast(label.count)
        while let last = rest.last, last == "," || last == ";" || last == "(" || isSpaceOrDash(last) {
            rest.removeLast()
        }
        // What precedes it has to be a number by itself.
        return rest.count(where: { digit($0) != nil }) > leadingDigits ? rest : scalars
    }

    private static func isSpaceOrDash(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "-" || scalar.properties.isWhitespace
    }
}

extension Array<Unicode.Scalar> {
    fileprivate func ends(with other: [Unicode.Scalar]) -> Bool { suffix(other.count).elementsEqual(other) }
}

// MARK: - What a country has

/// The numbers behind a country code, as far as they decide what can be a mobile number.
struct NumberingPlan: Sendable {
    /// Lengths of mobile numbers, a bit for each.
    private let mobileLengths: Lengths
    /// Lengths of all numbers; only of countries with a national prefix.
    private let allLengths: Lengths
    /// Prefixes of calls within the country, which people leave in place behind its code.
    private let nationalPrefixes: [[UInt8]]

    /// The mobile number in E.164 form, without a national prefix behind the country code, so that one number is one
    /// account.
    ///
    /// - Parameter digits: Their values, the country code first.
    static func mobileNumber(_ digits: [UInt8]) throws(PhoneNumber.Problem) -> String {
        for length in 1...3 where digits.count >= length {
            guard let plan = plans[digits.prefix(length).reduce(0) { $0 * 10 + Int($1) }] else { continue }
            let national = plan.withoutPrefix(digits.dropFirst(length))
            try plan.mobileLengths.check(national.count)
            return text(digits.prefix(length) + national)
        }
        throw .malformed
    }

    static func text(_ digits: some Sequence<UInt8>) -> String {
        "+" + String(decoding: digits.map { $0 + UInt8(ascii: "0") }, as: UTF8.self)
    }

    /// A prefix stays where the number would be too short without it: then it is none.
    private func withoutPrefix(_ number: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        for prefix in nationalPrefixes where number.starts(with: prefix) {
            let rest = number.dropFirst(prefix.count)
            if allLengths.contains(rest.count) || rest.count > allLengths.longest { return rest }
        }
        return number
    }

    /// Numbers of digits.
    private struct Lengths: Sendable {
        private let bits: UInt32

        /// - Parameter text: Such as `7,9-10`.
        init(_ text: Substring) {
            var bits: UInt32 = 0
            for part in text.utf8.split(separator: UInt8(ascii: ",")) {
                let bounds = part.split(separator: UInt8(ascii: "-")).compactMap { Int(Substring($0)) }
                guard let first = bounds.first, let last = bounds.last, first <= last, last < UInt32.bitWidth
                else { continue }
                for length in first...last { bits |= 1 << UInt32(length) }
            }
            self.bits = bits
        }

        var longest: Int { 31 - bits.leadingZeroBitCount }
        func contains(_ length: Int) -> Bool { length <= longest && bits & 1 << UInt32(length) != 0 }

        func check(_ length: Int) throws(PhoneNumber.Problem) {
            guard !contains(length) else { return }
            if length < bits.trailingZeroBitCount { throw .tooShort }
            throw length > longest ? .tooLong : .malformed
        }
    }

    /// By country code; none is a prefix of another one. Read from the table when the first number is judged.
    private static let plans: [Int: NumberingPlan] = {
        var plans: [Int: NumberingPlan] = [:]
        for row in table.utf8.split(whereSeparator: { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }) {
            let columns = row.split(separator: UInt8(ascii: ":")).map { Substring($0) }
            guard let code = columns.first.flatMap({ Int($0) }), columns.count > 1 else { continue }
            plans[code] = NumberingPlan(columns.dropFirst())
        }
        return plans
    }()

    private init(_ columns: ArraySlice<Substring>) {
        var columns = columns
        mobileLengths = Lengths(columns.popFirst() ?? "")
        allLengths = Lengths(columns.popFirst() ?? "")
        nationalPrefixes = (columns.popFirst() ?? "").utf8.split(separator: UInt8(ascii: ",")).map { prefix in
            prefix.map { $0 - UInt8(ascii: "0") }
        }
    }
}

extension PhoneNumber {
    /// A number with all digits but the last four hidden: `+*******0100` (phone-mfa.md section 3).
    static func obfuscated(_ number: String) -> String {
        var digits = 0
        var result: [UInt8] = []
        for byte in number.utf8.reversed() {
            if byte.isASCIIDigit { digits += 1 }
            result.append(byte.isASCIIDigit && digits > 4 ? UInt8(ascii: "*") : byte)
        }
        return String(decoding: result.reversed(), as: UTF8.self)
    }

    /// Whether a text has hidden digits, which no number has.
    static func isObfuscated(_ text: String) -> Bool { text.containsByte(UInt8(ascii: "*")) }
}

extension WireError {
    /// What a check of a phone number results in, with its problem as an error.
    static func ofPhoneNumber(_ check: () throws -> String) throws -> String {
        do { return try check() } catch let problem as PhoneNumber.Problem { throw problem.error }
    }
}
