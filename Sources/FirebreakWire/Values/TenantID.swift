/// A tenant's ID within its project. Wherever a tenant is optional, `nil` means the project itself.
package struct TenantID: ByteIdentifier, Sendable, CustomStringConvertible {
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }

    package var description: String { rawValue }
}
