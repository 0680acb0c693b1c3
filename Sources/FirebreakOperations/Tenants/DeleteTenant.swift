import FirebreakStore
import FirebreakWire

/// Deletes a tenant with everything in it.
package enum DeleteTenant: APIOperation {
    package static func isBulk(_ request: NoParameters) -> Bool { true }

    package static func run(_ request: NoParameters, _ call: Call) async throws -> Empty {
        try TenantResource.checkManagement(call)
        guard let tenant = call.tenant else { throw WireError.tenantOnlyOnTenants }
        try await call.project.write(at: call.now) { tx in try tx.deleteTenant(tenant) }
        return Empty()
    }
}
