/// A project's ID: the namespace of tenants, accounts, codes, configuration and outbox.
package struct ProjectID: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// Longer IDs are refused (product.md section 2).
    package static let maximumBytes = 128

    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }

    package var description: String { rawValue }
}

/// A tenant's ID within its project. `nil` stands for the project itself wherever a tenant is optional.
package struct TenantID: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }

    package var description: String { rawValue }
}

/// An account's ID, `localId` on the wire. Unique within a project or tenant.
package struct AccountID: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }

    package var description: String { rawValue }
}
