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

    // MARK: Domains with letters beyond ASCII

    /// The address, and after it the ones that are the same but for how their domain is written (``InternationalDomain``):
    /// an account keeps the spelling that it was made with, and is found by all of them.
    ///
    /// - Parameter address: Folded.
    package static func spellings(of address: String) -> [String] {
        guard mayHaveSpellings(address), let (local, domain) = address.parted(atLast: "@"),
            let ascii = InternationalDomain.ascii(String(domain))
        else { return [address] }
        var spellings = [address]
        for other in [ascii, InternationalDomain.unicode(ascii)].map({ "\(local)@\($0)" }) {
            if !spellings.contains(where: other.hasSameBytes) { spellings.append(other) }
        }
        return spellings
    }

    /// The spelling by which addresses are compared: that of the domain name system.
    ///
    /// - Parameter address: Folded.
    package static func key(_ address: String) -> String {
        guard mayHaveSpellings(address), let (local, domain) = address.parted(atLast: "@"),
            let ascii = InternationalDomain.ascii(String(domain))
        else { return address }
        return "\(local)@\(ascii)"
    }

    /// Whether both are one address, however its domain is written.
    ///
    /// - Parameters:
    ///   - left: Folded, as the other one.
    ///   - right: `nil` is none, as on the left; without addresses both are the same.
    package static func areSame(_ left: String?, _ right: String?) -> Bool {
        guard let left, let right else { return left == nil && right == nil }
        return left.hasSameBytes(as: right) || key(left).hasSameBytes(as: key(right))
    }

    /// Whether there are letters beyond ASCII in it, or two hyphens in a row as in `xn--`: few addresses have either.
    private static func mayHaveSpellings(_ address: String) -> Bool {
        var previous: UInt8 = 0
        for byte in address.utf8 {
            if byte >= 0x80 || (byte == UInt8(ascii: "-") && previous == byte) { return true }
            previous = byte
        }
        return false
    }
}
