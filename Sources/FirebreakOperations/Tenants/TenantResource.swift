import FirebreakStore
package import FirebreakWire

/// Tenant documents as requests give them and answers show them (tenants-config.md A3, production.md section 18).
package enum TenantResource {
    /// `name` and the rest; `tenantId` is the reference's own addition, which its tests read.
    static func shown(_ record: TenantRecord, _ call: Call) -> JSON {
        let isProduction = call.profile == .production
        let project = isProduction ? call.scope.project.projectNumber : call.projectID.rawValue
        var resource: JSON = ["name": .string("projects/\(project)/tenants/\(record.id)")]
        if !isProduction { resource["tenantId"] = .string(record.id.rawValue) }
        let document = isProduction ? record.document.withoutDefaults : record.document
        for member in document.objectValue ?? [] {
            // Shown by GetTenant alone (production.md section 18).
            guard call.profile.isReference || member.key != "hashConfig" else { continue }
            resource[member.key] = member.value
        }
        if isProduction, resource["inheritance"] == nil { resource["inheritance"] = .emptyObject }
        return resource
    }

    /// Production wants a display name: a letter, then letters, digits or hyphens, 4 to 20 characters in all.
    package static func checkDisplayName(_ name: String?) throws(WireError) {
        guard let name, (4...20).contains(name.utf8.count), name.utf8.first?.isASCIILetter == true,
            name.utf8.allSatisfy({ $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "-") })
        else { throw .missingDisplayName }
    }

    static func checkManagement(_ call: Call) throws(WireError) {
        guard call.scope.project.allowsTenants else { throw .invalidProjectID }
    }
}

/// Creates a tenant.
package enum CreateTenant: APIOperation {
    package static func run(_ request: JSON, _ call: Call) async throws -> JSON {
        try TenantResource.checkManagement(call)
        guard call.tenant == nil else { throw WireError.tenantInTenant }
        let displayName = request["displayName"]?.stringValue
        var id = call.random.alphanumeric(28)
        if !call.profile.isReference {
            try TenantResource.checkDisplayName(displayName)
            id = "\(displayName?.lowercased() ?? "")-\(call.random.lowercaseAlphanumeric(5))"
        }
        let document = try TenantChange(request, .members, call).document(after: nil)
        let record = TenantRecord(id: TenantID(rawValue: id), document: document)
        try await call.project.write(at: call.now) { tx in try tx.save(record) }
        return TenantResource.shown(record, call)
    }
}

/// Reads a tenant.
package enum GetTenant: APIOperation {
    package static func run(_ request: NoParameters, _ call: Call) async throws -> JSON {
        try TenantResource.checkManagement(call)
        guard let tenant = call.scope.tenant else { throw WireError.tenantOnlyOnTenants }
        var resource = TenantResource.shown(TenantRecord(id: tenant.id, document: tenant.document), call)
        if !call.profile.isReference { resource["hashConfig"] = call.scope.hashConfig.document }
        return resource
    }
}

/// Lists tenants by ascending ID.
package enum ListTenants: APIOperation {
    package struct Request: Decodable, Sendable {
        package var pageSize: Int?
        package var pageToken: String?
    }

    package struct Response: Encodable, Sendable {
        var tenants: [JSON]?
        var nextPageToken: String?
    }

    package static func isBulk(_ request: Request) -> Bool { true }

    package static func run(_ request: Request, _ call: Call) async throws -> Response {
        try TenantResource.checkManagement(call)
        let limit = limit(request.pageSize, call.profile)
        // Production answers nothing to a token that is none of its own (production.md section 18).
        if !call.profile.isReference, let token = request.pageToken {
            let isOwn = try await call.project.read { tx in try tx.tenantRecord(TenantID(rawValue: token)) != nil }
            if !isOwn { return Response(tenants: call.profile == .production ? nil : []) }
        }
        let records = try await call.project.read { tx in
            try tx.tenantRecords(after: request.pageToken, limit: limit ?? -1)
        }
        let isFull = limit.map { records.count >= $0 } ?? false
        // Production answers `{}` where there is nothing (production.md section 14).
        let omitsEmpty = call.profile == .production && records.isEmpty
        return Response(
            tenants: omitsEmpty ? nil : records.map { TenantResource.shown($0, call) },
            nextPageToken: isFull ? records.last?.id.rawValue : nil)
    }

    /// `nil` for all. The reference caps at 1000; production answers everything to sizes it does not like
    /// (production.md section 18).
    private static func limit(_ pageSize: Int?, _ profile: Profile) -> Int? {
        guard let pageSize else { return 20 }
        if profile.isReference { return pageSize < 0 ? nil : pageSize == 0 ? 20 : min(pageSize, 1000) }
        return (1...1000).contains(pageSize) ? pageSize : nil
    }
}

/// Changes a tenant.
package enum UpdateTenant: APIOperation {
    package static func run(_ request: UpdateConfig.Request, _ call: Call) async throws -> JSON {
        try TenantResource.checkManagement(call)
        guard let tenant = call.tenant else { throw WireError.tenantOnlyOnTenants }
        let change = try TenantChange(
            request.body, FieldMask(request.updateMask).map(ChangedPart.masked) ?? .members, call)
        let changed = try await call.project.write(at: call.now) { tx in
            guard var record = try tx.tenantRecord(tenant), !record.isDeleted else { throw WireError.invalidTenantID }
            record.document = try change.document(after: record.document)
            try tx.save(record)
            return record
        }
        return TenantResource.shown(changed, call)
    }
}

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
