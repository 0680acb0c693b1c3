import FirebreakControl
import FirebreakWire

/// A field to choose the project itself or one of its tenants.
enum TenantChoice {
    /// Nothing where there is no choice; where there are too many to choose from, a field for the ID.
    static func html(_ names: TenantNames, selected: String?, attributes: HTML = "") -> HTML {
        if names.isCut { return Controls.field("tenant", "Tenant ID", value: selected) }
        guard !names.tenants.isEmpty else { return "" }
        let tenants = names.tenants.map { tenant in
            let name = tenant.displayName?.nonEmpty.map { "\(AccountText.clipped($0)) (\(tenant.id))" }
            return (value: tenant.id, label: name ?? tenant.id)
        }
        return Controls.select(
            "tenant", "Tenant", [(value: "", label: "None: the project’s own")] + tenants, selected: selected,
            attributes: attributes)
    }
}
