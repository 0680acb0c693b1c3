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
