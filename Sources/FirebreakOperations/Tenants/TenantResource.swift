import FirebreakDiscovery
import FirebreakStore
import FirebreakWire

/// Tenant documents in requests and responses (tenants-config.md A3, production.md section 14.1).
package enum TenantResource {
    /// `name` and the rest; `tenantId` is the reference's own addition, which its tests read.
    ///
    /// - Parameters:
    ///   - hashConfig: Only GetTenant returns it (production.md section 14.1).
    ///   - change: What the response is to; `nil` for a request that only reads.
    static func shown(
        _ record: TenantRecord, _ call: Call, hashConfig: JSON? = nil, after change: TenantChange? = nil
    ) -> JSON {
        let facts = call.facts
        let project = facts.namesResourcesAsProduction ? call.settings.project.projectNumber : call.projectID.rawValue
        var resource: JSON = ["name": .string("projects/\(project)/tenants/\(record.id)")]
        if !facts.namesResourcesAsProduction { resource["tenantId"] = .string(record.id.rawValue) }
        var document = record.document
        if facts.modelsConfiguration {
            document["hashConfig"] = hashConfig
            document["recaptchaConfig"] = RecaptchaSettings.shown(
                document["recaptchaConfig"], after: change?.changed("recaptchaConfig"))
            document = AdminResource.tenant.shape.shown(document)
        }
        for member in document.objectValue ?? [] { resource[member.key] = member.value }
        return resource
    }

    static func checkManagement(_ call: Call) throws(WireError) {
        guard call.settings.project.allowsTenants else { throw .invalidProjectID.because(.setting(.tenants)) }
    }
}
