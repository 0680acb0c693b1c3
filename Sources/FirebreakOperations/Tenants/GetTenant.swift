import FirebreakStore
package import FirebreakWire

package enum GetTenant: APIOperation {
    package static func run(_ request: NoParameters, _ call: Call) async throws -> JSON {
        try TenantResource.checkManagement(call)
        guard let tenant = call.settings.tenant else { throw WireError.tenantOnlyOnTenants }
        let hashConfig = call.facts.modelsConfiguration ? call.settings.hashConfig.document : nil
        return TenantResource.shown(
            TenantRecord(id: tenant.id, document: tenant.document), call, hashConfig: hashConfig)
    }
}
