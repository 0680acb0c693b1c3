package import FirebreakModel
package import FirebreakOperations
import FirebreakStore
import FirebreakWire

/// The tenants among which a person chooses, for the console; Google's own method lists them in full.
package enum ListTenantNames: ControlOperation {
    /// As many as a person looks through.
    private static let limit = 100

    package static func run(_ request: NoParameters, _ call: ControlCall) async throws -> TenantNames {
        let records = try await call.project.read { tx in try tx.tenantRecords(after: nil, limit: limit + 1) }
        return TenantNames(
            tenants: records.prefix(limit).map { record in
                TenantNames.Entry(id: record.id.rawValue, displayName: record.document["displayName"]?.stringValue)
            }, isCut: records.count > limit)
    }
}
