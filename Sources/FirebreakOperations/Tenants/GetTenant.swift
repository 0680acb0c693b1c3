import FirebreakStore
package import FirebreakWire

package enum GetTenant: APIOperation {
    package static func run(_ request: NoParameters, _ call: Call) async throws -> JSON {
        try TenantResource.checkManagement(call)
        guard let tenant = call.settings.tenant else { throw WireError.tenantOnlyOnTenants }
        var resource = TenantResource.shown(TenantRecord(id: tenant.id, document: tenant.document), call)
        if call.facts.modelsConfiguration { resource["hashConfig"] = call.settings.hashConfig.document }
        return resource
    }
}
