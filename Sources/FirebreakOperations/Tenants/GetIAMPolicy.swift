import FirebreakStore
package import FirebreakWire

/// Reads a tenant's IAM policy (tenants-config.md B2).
package enum GetIAMPolicy: APIOperation {
    package struct Request: Decodable, Sendable {
        package struct Options: Decodable, Sendable { package var requestedPolicyVersion: Int? }

        package var options: Options?
    }

    package static func run(_ request: Request, _ call: Call) async throws -> JSON {
        try TenantResource.checkManagement(call)
        guard call.tenant != nil else { throw WireError.tenantOnlyOnTenants }
        guard [0, 1, 3].contains(request.options?.requestedPolicyVersion ?? 0) else {
            throw WireError.invalidArgument("options.requested_policy_version must be 0, 1 or 3")
        }
        return IAMPolicy.shown(try await call.read { tx in try tx.tenantPolicy() })
    }
}
