/// The standard library's versions of these go from index to index, in some thirty instructions a byte. These look at
/// the bytes, which takes a tenth; every request goes through some of them.
extension String.UTF8View {
    package func contains(_ byte: UInt8) -> Bool { firstIndex(of: byte) != nil }

    package func firstIndex(of byte: UInt8) -> Index? {
        let offset = withContiguousStorageIfAvailable { $0.firstIndex(of: byte) }
        guard let offset else { return firstIndex { $0 == byte } }
        return offset.map { index(startIndex, offsetBy: $0) }
    }
}

extension Substring.UTF8View {
    package func contains(_ byte: UInt8) -> Bool { firstIndex(of: byte) != nil }

    package func firstIndex(of byte: UInt8) -> Index? {
        let offset = withContiguousStorageIfAvailable { $0.firstIndex(of: byte) }
        guard let offset else { return firstIndex { $0 == byte } }
        return offset.map { index(startIndex, offsetBy: $0) }
    }

    package func lastIndex(of byte: UInt8) -> Index? {
        let offset = withContiguousStorageIfAvailable { $0.lastIndex(of: byte) }
        guard let offset else { return lastIndex { $0 == byte } }
        return offset.map { index(startIndex, offsetBy: $0) }
    }
}

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
    /// The text of bytes in UTF-8; what is invalid becomes U+FFFD.
    ///
    /// The same as `String(decoding:as:)`, which takes several times as long for the short texts of which requests and
    /// rows consist.
    package init(utf8 bytes: UnsafeRawBufferPointer) {
        guard bytes.count <= 15 else {
            self = String(decoding: bytes, as: UTF8.self)
            return
        }
        self.init(unsafeUninitializedCapacity: bytes.count) { text in
            UnsafeMutableRawBufferPointer(text).copyMemory(from: bytes)
            return bytes.count
        }
    }
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

/// Whether both are the same bytes, in a time that depends on their length only.
package func equalInConstantTime(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    guard left.count == right.count else { return false }
    return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
}
