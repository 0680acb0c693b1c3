import FirebreakStore
package import FirebreakWire

/// A tenant's IAM policy in requests and responses (tenants-config.md B2).
///
/// It is stored and returned, but not enforced, because every accepted access token has full rights here.
enum IAMPolicy {
    private static let members: Set<String> = ["version", "bindings", "auditConfigs", "etag"]
    private static let versions: ClosedRange<Int64> = 0...3

    /// - Parameter policy: `nil` if none was set, which is an empty policy.
    static func shown(_ policy: TenantPolicy?) -> JSON {
        var document = policy?.document ?? .emptyObject
        document["etag"] = .string(etag(of: policy))
        return document
    }

    /// Derived from the number of times the policy was set, so that a stale policy is detected. An empty policy has the
    /// one that Google's services give it.
    static func etag(of policy: TenantPolicy?) -> String {
        guard let policy else { return "ACAB" }
        return Base64.encode(withUnsafeBytes(of: policy.revision.bigEndian) { Array($0) }, .standard)
    }

    /// The policy after a request.
    ///
    /// - Parameter mask: Paths of `updateMask`; `nil` for bindings and etag, the documented default.
    /// - Throws: `INVALID_ARGUMENT`, or 409 `ABORTED` if the request's `etag` is not the stored policy's.
    static func merged(_ given: JSON, into stored: TenantPolicy?, mask: [String]?) throws(WireError) -> TenantPolicy {
        try check(given)
        if let tag = given["etag"]?.stringValue?.nonEmpty, tag != etag(of: stored) { throw .concurrentPolicyChange }
        var document = stored?.document ?? .emptyObject
        for name in mask ?? ["bindings", "etag"] {
            // A path below a member means the member.
            let member = String(name.prefix { $0 != "." })
            guard members.contains(member) else { throw .invalidArgument("update_mask has an unknown path: \(name)") }
            guard member != "etag" else { continue }
            document[member] = given[member]
        }
        // Conditions require version 3, so a policy with conditions has that version.
        let hasConditions = document["bindings"]?.arrayValue?.contains { $0["condition"] != nil } ?? false
        if hasConditions {
            document["version"] = 3
        } else if mask == nil, let version = given["version"] {
            document["version"] = version
        }
        return TenantPolicy(revision: (stored?.revision ?? 0) &+ 1, document: document)
    }

    private static func check(_ policy: JSON) throws(WireError) {
        let version = policy["version"]?.integerValue ?? 0
        guard versions.contains(version), version != 2 else {
            throw .invalidArgument(member: "policy.version", "must be 0, 1 or 3")
        }
        for (index, binding) in (policy["bindings"]?.arrayValue ?? []).enumerated() {
            let path = "policy.bindings[\(index)]"
            guard binding["role"]?.stringValue?.isEmpty == false else {
                throw .invalidArgument("\(path).role is required")
            }
            guard let members = binding["members"]?.arrayValue, !members.isEmpty,
                members.allSatisfy({ $0.stringValue?.isEmpty == false })
            else { throw .invalidArgument("\(path).members must name a member") }
            guard binding["condition"] == nil || version == 3 else {
                throw .invalidArgument("\(path).condition needs policy.version 3")
            }
        }
    }
}

/// Reads a tenant's IAM policy (tenants-config.md B2).
package enum GetIAMPolicy: APIOperation {
    package struct Request: Decodable, Sendable {
        package struct Options: Decodable, Sendable { package var requestedPolicyVersion: Int? }

        package var options: Options?
    }

    package static func run(_ request: Request, _ call: OperationContext) async throws -> JSON {
        try TenantResource.checkManagement(call)
        guard call.tenant != nil else { throw WireError.tenantOnlyOnTenants }
        guard [0, 1, 3].contains(request.options?.requestedPolicyVersion ?? 0) else {
            throw WireError.invalidArgument(member: "options.requested_policy_version", "must be 0, 1 or 3")
        }
        return IAMPolicy.shown(try await call.read { tx in try tx.tenantPolicy() })
    }
}

/// Replaces a tenant's IAM policy, or the parts of it that a mask names (tenants-config.md B2).
package enum SetIAMPolicy: APIOperation {
    package struct Request: Decodable, Sendable {
        var policy: JSON?
        var updateMask: String?
    }

    package static func run(_ request: Request, _ call: OperationContext) async throws -> JSON {
        try TenantResource.checkManagement(call)
        guard call.tenant != nil else { throw WireError.tenantOnlyOnTenants }
        guard let policy = request.policy, policy.objectValue != nil else {
            throw WireError.invalidArgument(member: "policy", "is required")
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

/// Returns which of some permissions the caller has on a tenant: all of them, because an accepted access token has full
/// rights (tenants-config.md B2).
package enum TestIAMPermissions: APIOperation {
    package struct Request: Decodable, Sendable {
        var permissions: [String]?
    }

    package struct Response: Encodable, Sendable {
        var permissions: [String]?
    }

    package static func run(_ request: Request, _ call: OperationContext) async throws -> Response {
        try TenantResource.checkManagement(call)
        guard call.tenant != nil else { throw WireError.tenantOnlyOnTenants }
        let asked = request.permissions ?? []
        for permission in asked where permission.containsBytes(of: "*") || permission.isEmpty {
            throw WireError.invalidArgument(
                member: "permissions", "must be whole names without wildcards: \(permission)")
        }
        return Response(permissions: asked.isEmpty ? nil : asked)
    }
}
