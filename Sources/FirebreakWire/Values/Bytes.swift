/// Classes of ASCII characters. The bytes of all other characters in UTF-8 belong to none of them.
extension UInt8 {
    @inlinable
    package var isASCIIDigit: Bool { self >= 0x30 && self <= 0x39 }
    package var isASCIIUppercase: Bool { self >= 0x41 && self <= 0x5A }
    package var isASCIILowercase: Bool { self >= 0x61 && self <= 0x7A }
    package var isASCIILetter: Bool { isASCIILowercase || isASCIIUppercase }
    package var isASCIIAlphanumeric: Bool { isASCIILetter || isASCIIDigit }

    /// The lower-case letter of an upper-case one; everything else as it is.
    package var asciiLowercased: UInt8 { isASCIIUppercase ? self | 0x20 : self }
}

extension String {
    /// `nil` for the empty text, which the reference's checks treat as absent.
    package var nonEmpty: String? { isEmpty ? nil : self }
}

extension FixedWidthInteger {
    /// A whole number in ASCII digits only: no sign, which Swift's own initialisers accept.
    ///
    /// - Returns: `nil` also for an empty text and for a number that does not fit.
    @inlinable
    package init?(digits: some StringProtocol) {
        var value: Self?
        for byte in digits.utf8 {
            guard byte.isASCIIDigit else { return nil }
            let (product, overflow) = (value ?? 0).multipliedReportingOverflow(by: 10)
            let (sum, carry) = product.addingReportingOverflow(Self(byte - 0x30))
            guard !overflow, !carry else { return nil }
            value = sum
        }
        guard let value else { return nil }
        self = value
    }
}

extension Int {
    /// With a comma before each group of three digits: `1,234,567`.
    package var grouped: String {
        var text = ""
        for (index, digit) in String(self).reversed().enumerated() {
            if index > 0, index.isMultiple(of: 3) { text.append(",") }
            text.append(digit)
        }
        return String(text.reversed())
    }
}

/// Whether both are the same bytes, in a time that depends on their length only.
package func equalInConstantTime(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    guard left.count == right.count else { return false }
    return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
}
