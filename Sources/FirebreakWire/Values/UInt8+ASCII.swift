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
