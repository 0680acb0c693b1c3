import FirebreakStore
package import FirebreakWire

package enum UpdateTenant: APIOperation {
    package static func run(_ request: UpdateConfig.Request, _ call: Call) async throws -> JSON {
        try TenantResource.checkManagement(call)
        guard let tenant = call.tenant else { throw WireError.tenantOnlyOnTenants }
        let change = try TenantChange(
            request.body, FieldMask(request.updateMask).map(ChangedPart.masked) ?? .members, call)
        let changed = try await call.project.write(at: call.now) { tx in
            guard var record = try tx.tenantRecord(tenant), !record.isDeleted else { throw WireError.tenantNotFound }
            record.document = try change.document(after: record.document)
            try tx.save(record)
            return record
        }
        return TenantResource.shown(changed, call, after: change)
    }
}
