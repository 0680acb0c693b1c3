import FirebreakStore
package import FirebreakWire

package enum CreateTenant: APIOperation {
    package static func run(_ request: JSON, _ call: Call) async throws -> JSON {
        try TenantResource.checkManagement(call)
        guard call.tenant == nil else { throw WireError.tenantInTenant }
        let displayName = request["displayName"]?.stringValue
        var id = call.random.alphanumeric(28)
        if call.facts.namesTenants {
            try TenantDisplayName.check(displayName)
            id = "\(displayName ?? "")-\(call.random.lowercaseAlphanumeric(5))"
        }
        let change = try TenantChange(request, .members, call)
        let record = TenantRecord(id: TenantID(rawValue: id), document: try change.document(after: nil))
        try await call.project.write(at: call.now) { tx in
            try Limit.tenants.check(try tx.tenantCount() + 1)
            try tx.save(record)
        }
        return TenantResource.shown(record, call, after: change)
    }
}
