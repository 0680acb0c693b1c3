import FirebreakStore
package import FirebreakWire

/// Lists tenants by ascending ID.
package enum ListTenants: APIOperation {
    package struct Request: Decodable, Sendable {
        package var pageSize: Int?
        package var pageToken: String?
    }

    package struct Response: OmitsDefaults, Sendable {
        package var tenants: [JSON]
        var nextPageToken: String?
    }

    package static func isBulk(_ request: Request) -> Bool { true }

    package static func run(_ request: Request, _ call: Call) async throws -> Response {
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
