import FirebreakStore
package import FirebreakWire

/// Replaces a tenant's IAM policy, or the parts of it that a mask names (tenants-config.md B2).
package enum SetIAMPolicy: APIOperation {
    package struct Request: Decodable, Sendable {
        package var policy: JSON?
        package var updateMask: String?
    }

    package static func run(_ request: Request, _ call: Call) async throws -> JSON {
        try TenantResource.checkManagement(call)
        guard call.tenant != nil else { throw WireError.tenantOnlyOnTenants }
        guard let policy = request.policy, policy.objectValue != nil else {
            throw WireError.invalidArgument("policy is required")
        }
        try Limit.policy.check(policy)
        let mask = request.updateMask?.nonEmpty?.separated(by: ",").map(String.init)
        let stored = try await call.write { tx in
            let merged = try IAMPolicy.merged(policy, into: try tx.tenantPolicy(), mask: mask)
            try tx.save(merged)
            return merged
        }
        return IAMPolicy.shown(stored)
    }
}
