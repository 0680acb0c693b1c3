import FirebreakStore
package import FirebreakWire

package enum GetTenant: APIOperation {
    package static func run(_ request: NoParameters, _ call: OperationContext) async throws -> JSON {
        try TenantResource.checkManagement(call)
        guard let tenant = call.settings.tenant else { throw WireError.tenantOnlyOnTenants }
        let hashConfig = call.behavior.modelsConfiguration ? call.settings.hashConfig.document : nil
        return TenantResource.shown(
            TenantRecord(id: tenant.id, document: tenant.document), call, hashConfig: hashConfig)
    }
}

package enum CreateTenant: APIOperation {
    package static func run(_ request: JSON, _ call: OperationContext) async throws -> JSON {
        try TenantResource.checkManagement(call)
        guard call.tenant == nil else { throw WireError.tenantInTenant }
        let displayName = request["displayName"]?.stringValue
        var id = call.random.alphanumeric(28)
        if call.behavior.namesTenants {
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

package enum UpdateTenant: APIOperation {
    package static func run(_ request: UpdateConfig.Request, _ call: OperationContext) async throws -> JSON {
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

/// Deletes a tenant with everything in it.
package enum DeleteTenant: APIOperation {
    package static func isBulk(_ request: NoParameters) -> Bool { true }

    package static func run(_ request: NoParameters, _ call: OperationContext) async throws -> Empty {
        try TenantResource.checkManagement(call)
        guard let tenant = call.tenant else { throw WireError.tenantOnlyOnTenants }
        try await call.project.write(at: call.now) { tx in try tx.deleteTenant(tenant) }
        return Empty()
    }
}

/// Lists tenants by ascending ID.
package enum ListTenants: APIOperation {
    package struct Request: Decodable, Sendable {
        var pageSize: Int?
        var pageToken: String?
    }

    package struct Response: OmitsDefaults, Sendable {
        package var tenants: [JSON]
        var nextPageToken: String?
    }

    package static func isBulk(_ request: Request) -> Bool { true }

    package static func run(_ request: Request, _ call: OperationContext) async throws -> Response {
        try TenantResource.checkManagement(call)
        let limit = limit(request.pageSize, call.profile)
        // Production returns an empty list for a token that is not one of its own (production.md section 14.1).
        if !call.profile.isReference, let token = request.pageToken {
            let isOwn = try await call.project.read { tx in try tx.tenantRecord(TenantID(rawValue: token)) != nil }
            if !isOwn { return Response(tenants: []) }
        }
        let records = try await call.project.read { tx in
            try tx.tenantRecords(after: request.pageToken, limit: limit ?? -1)
        }
        let isFull = limit.map { records.count >= $0 } ?? false
        return Response(
            tenants: records.map { TenantResource.shown($0, call) },
            nextPageToken: isFull ? records.last?.id.rawValue : nil)
    }

    /// `nil` for all. The reference caps at 1000; production returns everything for sizes it does not accept
    /// (production.md section 14.1).
    private static func limit(_ pageSize: Int?, _ profile: Profile) -> Int? {
        guard let pageSize else { return 20 }
        if profile.isReference { return pageSize < 0 ? nil : pageSize == 0 ? 20 : min(pageSize, 1000) }
        return (1...1000).contains(pageSize) ? pageSize : nil
    }
}
