import FirebreakWire

/// The forms of addresses in RFC 5322, and in RFC 6532 for letters beyond ASCII.
enum MailAddress {
    /// The address for a header, with the part before the last `@` quoted if necessary.
    ///
    /// A domain beyond ASCII is in the form of the domain name system, which every mail server takes, unless what is before
    /// it needs a server that takes both.
    ///
    /// - Returns: `nil` if no form can represent it: no `@`, an invalid domain, something that cannot be seen.
    static func mailbox(_ address: String) -> String? {
        guard address.utf8.count <= 900, !address.containsBytes(of: "=?"),
            let (local, given) = address.parted(atLast: "@"),
            !address.unicodeScalars.contains(where: { !$0.isASCII && $0.isHidden })
        else { return nil }
        let converts = isASCII(local) && !isASCII(given)
        guard let domain = converts ? InternationalDomain.ascii(String(given)) : String(given),
            isDotAtom(domain[...]) || isLiteral(domain[...])
        else { return nil }
        if isDotAtom(local) || isQuoted(local) { return local + "@" + domain }
        // Mail clients disagree about leading, trailing and repeated spaces, so those have no form.
        let words = local.separated(by: " ", omittingEmptySubsequences: false)
        let isQuotable = local.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } && words.allSatisfy { !$0.isEmpty }
        return isQuotable ? quoted(local) + "@" + domain : nil
    }

    private static func isASCII(_ text: Substring) -> Bool { text.utf8.allSatisfy { $0 < 0x80 } }

    /// The text as a quoted string; it must be printable.
    static func quoted(_ text: some StringProtocol) -> String {
        "\"" + String(text).substituting("\\", with: #"\\"#).substituting("\"", with: #"\""#) + "\""
    }

    /// Whether the byte is allowed in an atom.
    static func isAtomText(_ byte: UInt8) -> Bool {
        byte.isASCIIAlphanumeric || "!#$%&'*+-/=?^_`{|}~".utf8.contains(byte)
    }

    private static func isDotAtom(_ text: Substring) -> Bool {
        text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
            .allSatisfy { !$0.isEmpty && $0.allSatisfy { isAtomText($0) || $0 >= 0x80 } }
    }

    /// Whether the text is a domain literal, such as `[127.0.0.1]`.
    private static func isLiteral(_ text: Substring) -> Bool {
        text.startsWithBytes(of: "[") && text.endsWithBytes(of: "]") && text.utf8.count > 2
            && text.utf8.dropFirst().dropLast().allSatisfy { (0x21...0x5A).contains($0) || (0x5E...0x7E).contains($0) }
    }

    /// Whether the text is a quoted string already.
    private static func isQuoted(_ text: Substring) -> Bool {
        guard text.utf8.count >= 2, text.startsWithBytes(of: "\""), text.endsWithBytes(of: "\"") else { return false }
        guard !text.containsBytes(of: "  ") else { return false }
        var isEscaped = false
        for byte in text.utf8.dropFirst().dropLast() {
            guard byte >= 0x20, byte != 0x7F else { return false }
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\"") {
                return false
            } else {
                isEscaped = byte == UInt8(ascii: "\\")
            }
        }
        return !isEscaped
    }
}
