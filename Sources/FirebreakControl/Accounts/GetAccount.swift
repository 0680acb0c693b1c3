import FirebreakOperations
import FirebreakStore
package import FirebreakWire

/// One account with what the console shows of it; not an endpoint, because Google's own API has one.
package enum GetAccount: ControlOperation {
    package struct Request: Decodable, Sendable {
        package var localId: String
        package var tenant: String?
    }

    package struct Response: Encodable, Sendable {
        /// As admins see it; `nil` if there is no such account, or no such tenant.
        package var account: JSON?
        /// How its password is hashed, by the name that imports give; `nil` for one that is kept in the clear.
        package var hashAlgorithm: String?
    }

    /// - Throws: Only storage errors. Nothing is made, not even a tenant in profile `emulator`.
    package static func run(_ request: Request, _ call: ControlCall) async throws -> Response {
        let tenant = request.tenant.map(TenantID.init(rawValue:))
        if let tenant {
            guard let record = try await call.project.tenantRecord(tenant), !record.isDeleted else { return Response() }
        }
        let admin = Call(
            services: call.services, project: call.project,
            settings: try await call.services.settings(of: call.project, tenant: tenant), caller: .admin,
            client: Call.Client(), origin: call.origin)
        return try await admin.read { tx in
            guard let account = try tx.account(id: AccountID(rawValue: request.localId)) else { return Response() }
            let settings = try account.hashSettings.flatMap { try tx.hashSettings($0) }
            return Response(
                account: try JSON(parsing: AccountResource(admin).encoded(account).bytes, keys: .stored),
                hashAlgorithm: settings?["hashAlgorithm"]?.stringValue)
        }
    }
}
