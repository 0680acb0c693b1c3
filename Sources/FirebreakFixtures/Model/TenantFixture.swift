package import FirebreakWire

/// A tenant.
package struct TenantFixture: Sendable {
    package var id: TenantID
    package var path: FixturePath
    /// Members of the tenant resource.
    package var document: JSON
    package var content = ScopeFixture()
}
