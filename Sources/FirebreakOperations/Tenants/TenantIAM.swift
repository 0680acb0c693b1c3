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
        let mask = request.updateMask?.nonEmpty?.split(separator: ",").map(String.init)
        let stored = try await call.write { tx in
            let merged = try IAMPolicy.merged(policy, into: try tx.tenantPolicy(), mask: mask)
            try tx.save(merged)
            return merged
        }
        return IAMPolicy.shown(stored)
    }
}

/// Tells which of some permissions the caller has on a tenant: all of them, because an accepted access token has full
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
        for permission in asked where permission.contains("*") || permission.isEmpty {
            throw WireError.invalidArgument("permissions must be whole names without wildcards: \(permission)")
        }
        return Response(permissions: asked.isEmpty ? nil : asked)
    }
}
