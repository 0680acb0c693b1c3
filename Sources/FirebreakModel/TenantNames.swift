/// The tenants of a project, to choose from.
package struct TenantNames: Encodable, Sendable {
    /// By ID.
    package var tenants: [Entry]
    /// Whether there are more than these.
    package var isCut: Bool

    package init(tenants: [Entry], isCut: Bool) {
        self.tenants = tenants
        self.isCut = isCut
    }

    /// One tenant.
    package struct Entry: Encodable, Sendable {
        package var id: String
        package var displayName: String?

        package init(id: String, displayName: String?) {
            self.id = id
            self.displayName = displayName
        }
    }
}
