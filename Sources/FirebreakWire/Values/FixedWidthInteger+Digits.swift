extension FixedWidthInteger {
    /// A whole number in ASCII digits only: no sign, which Swift's own initialisers accept.
    ///
    /// - Returns: `nil` also for an empty text and for a number that does not fit.
    package init?(digits: some StringProtocol) {
        guard digits.utf8.allSatisfy(\.isASCIIDigit) else { return nil }
        self.init(digits, radix: 10)
    }
}
