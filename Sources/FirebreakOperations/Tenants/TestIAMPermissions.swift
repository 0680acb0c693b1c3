import FirebreakStore
import FirebreakWire

/// Returns which of some permissions the caller has on a tenant: all of them, because an accepted access token has full
/// rights (tenants-config.md B2).
package enum TestIAMPermissions: APIOperation {
    package struct Request: Decodable, Sendable {
        package var permissions: [String]?
    }

    package struct Response: Encodable, Sendable {
        var permissions: [String]?
    }

    package static func run(_ request: Request, _ call: Call) async throws -> Response {
        try TenantResource.checkManagement(call)
        guard call.tenant != nil else { throw WireError.tenantOnlyOnTenants }
        let asked = request.permissions ?? []
        for permission in asked where permission.includes("*") || permission.isEmpty {
            throw WireError.invalidArgument("permissions must be whole names without wildcards: \(permission)")
        }
        return Response(permissions: asked.isEmpty ? nil : asked)
    }
}
