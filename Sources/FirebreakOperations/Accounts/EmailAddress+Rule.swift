package import FirebreakWire

/// The rules for e-mail addresses (accounts.md section 2, production.md section 9).
extension EmailAddress {
    /// The address as it is stored, lower-case; `nil` for any other text: an address has exactly one `@` with
    /// something on both sides, and no more characters than ``IdentifierLength/email``.
    ///
    /// This is the rule for what accounts are found by and for imports. An address that an account is to get has to
    /// pass ``allowsNew(_:_:)`` as well.
    ///
    /// - Parameter profile: Production also refuses a leading space (production.md section 9).
    package static func normalized(_ text: String, _ profile: Profile) -> String? {
        let bytes = text.utf8
        guard let at = bytes.firstIndex(of: UInt8(ascii: "@")), at != bytes.startIndex else { return nil }
        let domain = bytes[bytes.index(after: at)...]
        guard !domain.isEmpty, !domain.contains(UInt8(ascii: "@")) else { return nil }
        guard profile.isReference || !text.startsWithBytes(of: " ") else { return nil }
        let address = folded(text)
        return IdentifierLength.email.allows(address, profile) ? address : nil
    }

    /// Whether an account can get an address that it does not have: one without a space outside a quoted local part,
    /// and with a domain of two labels at least (production.md section 9). The reference takes any.
    ///
    /// - Parameter address: As ``normalized(_:_:)`` gives it.
    static func allowsNew(_ address: String, _ profile: Profile) -> Bool {
        guard !profile.isReference else { return true }
        guard let at = address.utf8.lastIndex(of: UInt8(ascii: "@")) else { return false }
        let local = address.utf8[..<at]
        let domain = address.utf8[at...].dropFirst()
        let dot = UInt8(ascii: ".")
        guard isPlain(domain), domain.contains(dot), domain.first != dot, domain.last != dot else { return false }
        return isQuoted(local) || isPlain(local)
    }

    /// Whether there are neither spaces nor two dots in a row.
    private static func isPlain(_ text: Substring.UTF8View) -> Bool {
        var previous: UInt8 = 0
        for byte in text {
            guard byte != 0x20, !(0x09...0x0D).contains(byte) else { return false }
            guard byte != UInt8(ascii: ".") || byte != previous else { return false }
            previous = byte
        }
        return true
    }

    /// Whether all of it is one quoted string (RFC 5321 section 4.1.2).
    private static func isQuoted(_ text: Substring.UTF8View) -> Bool {
        let quote = UInt8(ascii: "\"")
        guard text.count >= 2, text.first == quote, text.last == quote else { return false }
        var isEscaped = false
        for byte in text.dropFirst().dropLast() {
            guard isEscaped || byte != quote else { return false }
            isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
        }
        return !isEscaped
    }
}
