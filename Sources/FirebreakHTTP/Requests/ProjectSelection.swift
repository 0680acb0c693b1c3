import FirebreakOperations
import FirebreakWire

/// Which project and tenant a request is for (wire.md section 6, firebreak.md section 2).
struct ProjectSelection {
    /// The project, by path, body, API key or default, in this order. A token selects one only where it is refreshed
    /// without an API key.
    let project: ProjectID
    /// Whether the request names the project itself.
    private let isNamed: Bool
    /// Whether its path does.
    let isNamedInPath: Bool
    private let pathTenant: String?
    private let bodyTenant: JSON?
    /// Whether the request refreshes tokens: their tenant counts.
    private let isRefresh: Bool
    /// Whether the reference knows no tenant where this request goes.
    private let isOfProjectInReference: Bool

    init(_ context: RequestContext, _ body: JSON, _ caller: OperationContext.Caller) throws {
        isRefresh = context.route.host == .secureToken
        isOfProjectInReference = context.route.isOfProjectInReference
        let named = try Self.name(context.parameters, body, "targetProjectId", context.services.profile)
        isNamed = named != nil
        isNamedInPath = context.parameters["targetProjectId"]?.isEmpty == false
        pathTenant = context.parameters["tenantId"]?.nonEmpty
        bodyTenant = body["tenantId"]
        if let named {
            project = try context.services.projectID(named: named)
        } else if let key = context.credentials.apiKey {
            do throws(WireError) { project = try context.services.projectID(of: key) } catch {
                guard isRefresh else { throw error }
                let refusal = WireError.apiKeyInvalid(service: Route.Host.secureToken.rawValue)
                throw error.reason.map(refusal.because) ?? refusal
            }
        } else {
            // With an OAuth token in place of the key, the refresh token says whose it is (production.md section 6.2).
            let named =
                isRefresh ? body["refreshToken"]?.stringValue.flatMap(ProjectID.init(namedByRefreshToken:)) : nil
            project = named ?? context.services.defaultProject
        }
    }

    /// An API key alone may not name a project.
    func checkRights(_ route: Route, _ caller: OperationContext.Caller) throws(WireError) {
        guard isNamed, route.credential == .any, caller != .admin else { return }
        // production.md section 1: this one method has its own wording for refusing keys.
        let error: WireError =
            route.path.endsWithBytes(of: ":createSessionCookie")
            ? .apiKeyNotSupported : .insufficientPermissionForProject
        throw error.because(.credential(.admin))
    }

    /// A name in path or body; the path's wins.
    private static func name(
        _ path: [String: String], _ body: JSON, _ field: String, _ profile: Profile
    ) throws -> String? {
        if let name = path[field], !name.isEmpty { return name }
        return try text(body[field], field, profile)
    }

    /// A string field that no message declares: numbers count as strings, an empty string as absent.
    private static func text(_ value: JSON?, _ field: String, _ profile: Profile) throws -> String? {
        switch value {
        case nil: return nil
        case .string(let text): return text.isEmpty ? nil : text
        case .number(let text): return text
        case .null where profile.behavior.nullIsAbsent: return nil
        case let value?:
            throw SchemaViolation(
                path: [.key(field)], problem: .type("string"), value: value, protobufType: "TYPE_STRING")
        }
    }

    /// The tenant, by path, body or ID token.
    ///
    /// - Parameter token: The body's ID token, decoded.
    func tenant(token: JSONWebToken?, _ profile: Profile) throws -> TenantID? {
        // A refresh is for its token's tenant; another one is refused, and must not be made before.
        if isRefresh || isOfProjectInReference && profile.isReference { return nil }
        let bodyTenant = try self.bodyTenant(profile)
        // Except in the reference, the path counts (production.md section 8.1).
        if profile.isReference, let pathTenant, let bodyTenant, pathTenant != bodyTenant {
            throw WireError.tenantIDMismatch
        }
        var tenant = pathTenant ?? bodyTenant
        if let claimed = token?.tenant(profile) {
            if let tenant, tenant != claimed { throw WireError.tenantIDMismatchInIDToken }
            tenant = claimed
        }
        return tenant.map(TenantID.init(rawValue:))
    }

    private func bodyTenant(_ profile: Profile) throws -> String? {
        switch bodyTenant {
        case .string, .null, nil: break
        // Production requires a string (production.md section 8.1); a query has nothing else.
        default: guard !profile.behavior.tenantMustBeText else { throw WireError.invalidTenantID }
        }
        return try Self.text(bodyTenant, "tenantId", profile)
    }
}
