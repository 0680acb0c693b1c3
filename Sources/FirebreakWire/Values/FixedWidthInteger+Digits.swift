extension FixedWidthInteger {
    /// A whole number in ASCII digits and nothing else: no sign, which Swift's own initialisers take.
    ///
    /// - Returns: `nil` as well for an empty text, and for more than fits.
    package init?(digits: some StringProtocol) {
        guard digits.utf8.allSatisfy(\.isASCIIDigit) else { return nil }
        self.init(digits, radix: 10)
    }
}
