/// A text compared by its bytes, as by the storage and by clients. Swift's own texts are equal if they are canonically
/// equivalent: `é` in one scalar and in two.
package protocol ByteIdentifier: RawRepresentable<String>, Hashable {}

extension ByteIdentifier {
    package static func == (left: Self, right: Self) -> Bool { left.rawValue.hasSameBytes(as: right.rawValue) }

    /// Whether a text is this identifier.
    package func isNamed(_ text: String?) -> Bool { text?.hasSameBytes(as: rawValue) == true }

    package func hash(into hasher: inout Hasher) {
        var text = rawValue
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}

/// Any text that is compared by its bytes.
package struct ExactText: ByteIdentifier, Sendable {
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }
    package init(_ text: String) { rawValue = text }
}

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

/// A tenant's ID within its project. Wherever a tenant is optional, `nil` means the project itself.
package struct TenantID: ByteIdentifier, Sendable, Codable, CustomStringConvertible {
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }

    package var description: String { rawValue }
}

/// An account's ID, `localId` on the wire. Unique within a project or tenant.
package struct AccountID: ByteIdentifier, Sendable, Codable, CustomStringConvertible {
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }

    package var description: String { rawValue }
}
