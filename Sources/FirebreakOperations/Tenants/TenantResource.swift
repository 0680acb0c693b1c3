import FirebreakStore
import FirebreakWire

/// Tenant documents in requests and responses (tenants-config.md A3, production.md section 14.1).
package enum TenantResource {
    /// `name` and the rest; `tenantId` is the reference's own addition, which its tests read.
    static func shown(_ record: TenantRecord, _ call: Call) -> JSON {
        let facts = call.facts
        let project = facts.namesResourcesAsProduction ? call.settings.project.projectNumber : call.projectID.rawValue
        var resource: JSON = ["name": .string("projects/\(project)/tenants/\(record.id)")]
        if !facts.namesResourcesAsProduction { resource["tenantId"] = .string(record.id.rawValue) }
        for member in facts.shown(record.document).objectValue ?? [] {
            // Only returned by GetTenant (production.md section 14.1).
            guard !facts.modelsConfiguration || member.key != "hashConfig" else { continue }
            resource[member.key] = member.value
        }
        if facts.omitsDefaults, resource["inheritance"] == nil { resource["inheritance"] = .emptyObject }
        return resource
    }

    static func checkManagement(_ call: Call) throws(WireError) {
        guard call.settings.project.allowsTenants else { throw .invalidProjectID }
    }
}
