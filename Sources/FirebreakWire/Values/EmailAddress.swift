/// E-mail addresses as accounts and messages have them.
package enum EmailAddress {
    /// The form in which an address is stored and compared, whether or not it is valid: lower-case as JavaScript has it,
    /// which knows the sigma that ends a word.
    package static func folded(_ text: String) -> String {
        // As most addresses are already.
        guard !text.utf8.allSatisfy({ $0 < 0x80 && !(UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }) else {
            return text
        }
        guard text.unicodeScalars.contains(capitalSigma) else { return text.lowercased() }
        let scalars = Array(text.unicodeScalars)
        var folded = String.UnicodeScalarView()
        for (index, scalar) in scalars.enumerated() {
            if scalar == capitalSigma, isFinal(scalars[..<index], scalars[(index + 1)...]) {
                folded.append(finalSigma)
            } else {
                folded.append(contentsOf: scalar.properties.lowercaseMapping.unicodeScalars)
            }
        }
        return String(folded)
    }

    private static let capitalSigma: Unicode.Scalar = "\u{3A3}"
    private static let finalSigma: Unicode.Scalar = "\u{3C2}"

    /// Unicode's condition Final_Sigma: a letter before the sigma, and none after it.
    private static func isFinal(
        _ before: ArraySlice<Unicode.Scalar>, _ after: ArraySlice<Unicode.Scalar>
    ) -> Bool {
        let left = before.last { !$0.properties.isCaseIgnorable }
        let right = after.first { !$0.properties.isCaseIgnorable }
        return left?.properties.isCased == true && right?.properties.isCased != true
    }
}
