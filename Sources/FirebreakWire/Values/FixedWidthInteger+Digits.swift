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
