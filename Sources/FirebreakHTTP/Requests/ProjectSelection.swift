import FirebreakOperations
import FirebreakWire

/// Which project and tenant a request is for (wire.md section 6, product.md section 2).
struct ProjectSelection {
    /// The project, by path, body, API key or default, in this order. A token never selects one.
    let project: ProjectID
    /// Whether the request names the project itself.
    private let isNamed: Bool
    private let pathTenant: String?
    private let bodyTenant: String?

    init(_ exchange: Exchange, _ body: JSON, _ caller: Call.Caller) throws(WireError) {
        func text(_ value: String?) -> String? { value?.isEmpty == false ? value : nil }
        let named = text(exchange.parameters["targetProjectId"]) ?? text(body["targetProjectId"]?.stringValue)
        isNamed = named != nil
        pathTenant = text(exchange.parameters["tenantId"])
        bodyTenant = text(body["tenantId"]?.stringValue)
        if let named {
            project = ProjectID(rawValue: named)
        } else if let key = exchange.credentials.apiKey {
            project = try exchange.services.projectID(of: key)
        } else {
            project = exchange.services.defaultProject
        }
    }

    /// An API key alone may not name a project.
    func checkRights(_ route: Route, _ caller: Call.Caller, _ profile: Profile) throws(WireError) {
        guard isNamed, route.credential == .any, caller != .admin else { return }
        // production.md section 1: this one method refuses keys in words of its own.
        if profile == .production, route.path.hasSuffix(":createSessionCookie") { throw .apiKeyNotSupported }
        throw .insufficientPermissionForProject
    }

    /// The tenant, by path, body or ID token.
    ///
    /// - Parameter token: The body's ID token, decoded.
    func tenant(token: JSONWebToken?) throws(WireError) -> TenantID? {
        if let pathTenant, let bodyTenant, pathTenant != bodyTenant { throw .tenantIDMismatch }
        var tenant = pathTenant ?? bodyTenant
        if let token, let claimed = (token.payload["firebase"]?["tenant"] ?? token.payload["tenant"])?.stringValue {
            if let tenant, tenant != claimed { throw .tenantIDMismatch }
            tenant = claimed
        }
        return tenant.map(TenantID.init(rawValue:))
    }
}
