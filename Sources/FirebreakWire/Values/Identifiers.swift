/// A text compared by its bytes, as by the storage and by clients. Swift's own texts are equal if they are canonically
/// equivalent: `é` in one scalar and in two.
package protocol ByteIdentifier: RawRepresentable<String>, Hashable {}

extension ByteIdentifier {
    package static func == (left: Self, right: Self) -> Bool {
        left.rawValue.utf8.elementsEqual(right.rawValue.utf8)
    }

    package func hash(into hasher: inout Hasher) {
        var text = rawValue
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}

/// Any text that is compared by its bytes.
package struct ExactText: ByteIdentifier, Sendable {
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }
}

/// A project's ID: the namespace of tenants, accounts, codes, configuration and outbox.
package struct ProjectID: ByteIdentifier, Sendable, CustomStringConvertible {
    /// Longer IDs are refused (firebreak.md section 2).
    package static let maximumBytes = 128

    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }

    /// Whether a project can have this ID: 1 through ``maximumBytes`` bytes without control characters, which would
    /// appear in logs and messages.
    package var isValid: Bool {
        (1...Self.maximumBytes).contains(rawValue.utf8.count)
            && rawValue.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }

    package var description: String { rawValue }
}

/// A tenant's ID within its project. Wherever a tenant is optional, `nil` means the project itself.
package struct TenantID: ByteIdentifier, Sendable, CustomStringConvertible {
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
