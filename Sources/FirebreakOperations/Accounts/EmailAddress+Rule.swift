package import FirebreakWire

/// The rule for e-mail addresses (accounts.md section 2): exactly one `@` with something on both sides, and no more
/// characters than ``IdentifierLength/email``.
extension EmailAddress {
    /// The address as it is stored, lower-case; `nil` when the text is none.
    ///
    /// - Parameter profile: Production also refuses a leading space (production.md section 9).
    package static func normalized(_ text: String, _ profile: Profile) -> String? {
        let bytes = text.utf8
        guard let at = bytes.firstIndex(of: UInt8(ascii: "@")), at != bytes.startIndex else { return nil }
        let domain = bytes[bytes.index(after: at)...]
        guard !domain.isEmpty, !domain.contains(UInt8(ascii: "@")) else { return nil }
        guard profile.isReference || !text.hasPrefix(" ") else { return nil }
        let address = folded(text)
        return IdentifierLength.email.allows(address, profile) ? address : nil
    }
}
