/// A project's ID: the namespace of tenants, accounts, codes, configuration and outbox.
package struct ProjectID: ByteIdentifier, Sendable, CustomStringConvertible {
    /// Longer IDs are refused (firebreak.md section 2).
    package static let maximumBytes = Limit.projectID.maximum

    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }

    /// Whether a project can have this ID: 1 through ``maximumBytes`` bytes without control characters, which would
    /// appear in logs and messages.
    package var isValid: Bool {
        guard (1...Self.maximumBytes).contains(rawValue.utf8.count) else { return false }
        var previous: UInt8 = 0
        for byte in rawValue.utf8 {
            // U+0000 through U+001F, U+007F, and U+0080 through U+009F, whose first byte is C2.
            if byte < 0x20 || byte == 0x7F || previous == 0xC2 && byte < 0xA0 { return false }
            previous = byte
        }
        return true
    }

    package var description: String { rawValue }
}
