import FirebreakModel
import FirebreakOperations
import FirebreakWire
package import HTTPTypes

/// One row of the route table: a verb and path, what the caller must present, and what happens then.
package struct Route: Sendable {
    /// Google's host names, which clients put before the path.
    package enum Host: String, Sendable {
        case identityToolkit = "identitytoolkit.googleapis.com"
        case secureToken = "securetoken.googleapis.com"
        case legacy = "www.googleapis.com"
    }

    /// The credentials that a route requires.
    package enum Credential: Sendable {
        /// An API key or an OAuth 2 access token.
        case any
        /// An API key; a token alone is refused.
        case apiKeyOnly
        /// An API key, whatever token comes with it, or an OAuth 2 access token alone.
        case apiKeyFirst
        /// Nothing at all.
        case none
        /// The control token, if the server runs with one.
        case control
    }

    /// The response to a wrong verb on the path.
    package enum Kind: Sendable {
        /// 405, as for API methods.
        case api
        /// 404, as for pages and the odd ones among the legacy paths; `HEAD` reaches a `GET` route.
        case page
        /// The product's own API, which has its own checks.
        case control
        /// The console: checked like the control API, answered with pages.
        case console
    }

    package var method: HTTPRequest.Method
    /// `nil` for the emulator's own paths.
    package var host: Host?
    /// Without the host, parameters in braces: `/v1/projects/{targetProjectId}/accounts:query`.
    package var path: String
    var operationID: String
    /// The operation's name in faults and in the journal, set by the table of routes.
    var operation = ""
    package var credential: Credential
    package var kind: Kind
    /// Whether it may keep a request waiting until something happens.
    package var mayWait = false
    /// Whether its parameters are strings, as those of a query are.
    var readsTexts = false
    /// For an alias, the method it stands for, whose messages it has.
    var aliasedID: String?
    /// For an alias, the whole path of that method.
    var aliasedPath: String?
    /// Whether keys of the body are data and stay as they are.
    var keepsKeys = false
    /// Query parameters that are used in addition to a body.
    var queryMembers: [String] = []
    /// Whether the tenant of the path, or what is configured for it, is what the method is about, not where users sign
    /// in.
    var managesTenant = false
    /// Whether the reference ignores a tenant that a request names.
    var isOfProjectInReference = false
    /// Whether a request without a body is refused, because an empty one would mean something drastic. Not by the
    /// reference, where it says of what type it is.
    var needsBody = false
    /// Whether every request may take longer than the other connections of the event loop should wait, including the
    /// parsing of its parameters.
    var isBulk = false
    /// Whether all query parameters but the API key are ignored, as for legacy paths.
    var dropsQuery = false
    /// Whether it takes the form of a page: it is there only for who prefers pages, and not described with the API.
    var isForm = false
    /// Whether the reference has the path without this verb, so that its profile answers that the verb is wrong.
    var isAddedVerb = false
    /// Whether it is a document with keys: verifiers write its address in forms of their own.
    var isOfVerifiers = false
    /// Whether the journal keeps its calls: those of Google's API and of the pages, not of the product's own API.
    var isRecorded = true
    /// Whether a call that names a project needs its database; what it does otherwise, it does for a damaged project too.
    var needsDatabase = true
    /// What the model says of it; `nil` for methods that documents describe.
    var endpoint: EndpointEntry?
    /// Answers the request. The caller renders errors.
    var respond: @Sendable (RequestContext) async throws -> RouteResponse

    /// Whether the host, the origin and the control token are checked.
    var isGuarded: Bool { kind == .control || kind == .console }

    /// Whether the reference has no such path, so that its way of comparing does not count.
    var isUnknownToReference: Bool { isGuarded || isOfVerifiers }

    /// Whether it is a method of v2, under either of its paths.
    var isV2: Bool { path.startsWithBytes(of: "/v2/") || path.startsWithBytes(of: Self.adminPrefix + "/v2/") }

    /// Whether it is a method of v1, under its own path or that of v3.
    var isV1: Bool { !isV2 && (host == .identityToolkit || host == .legacy) }

    /// What precedes the paths of v2 in Google's own pages.
    private static let adminPrefix = "/admin"

    /// The same method of v2 under the path in Google's own pages (production.md section 1).
    var underAdminPath: Route { with { $0.path = Self.adminPrefix + path } }

    /// The same method with a slash before its name, as the Admin SDK for .NET joins paths (production.md section 6.3); the
    /// reference has no such path.
    var behindSlash: Route {
        with { route in
            guard let (before, name) = path.parted(at: ":") else { return }
            route.path = "\(before)/:\(name)"
        }.unknownToReference
    }

    /// Whether the API description leaves it out, which has the same method under its own path.
    var isOtherSpelling: Bool { path.startsWithBytes(of: Self.adminPrefix + "/") || path.firstRange(of: "/:") != nil }

    /// Whether it is one of the reference's own endpoints, with which tests inspect and change a project.
    var isForTests: Bool { host == nil && kind == .api }

    /// The whole path as clients send it.
    var fullPath: String { host.map { "/" + $0.rawValue + path } ?? path }

    var described: DescribedRoute {
        DescribedRoute(
            method: method.rawValue, host: host?.rawValue, path: path, operationID: operationID,
            credential: credential, endpoint: endpoint)
    }
}

extension Route {
    /// Mounts an operation: credentials, body, project and tenant, then the operation.
    init<Operation: APIOperation>(
        _ method: HTTPRequest.Method, _ path: String, _ operationID: String, host: Host? = .identityToolkit,
        credential: Credential = .any, _ operation: Operation.Type
    ) {
        self.init(
            method: method, host: host, path: path, operationID: operationID, credential: credential, kind: .api
        ) { context in
            let (request, call) = try await context.prepare(Operation.Request.self)
            let selection = try FieldSelection(of: context, call.behavior)
            @Sendable func answer() async throws -> RouteResponse {
                let answer = try await Operation.answer(request, call)
                return try selection?.applied(to: answer) ?? answer
            }
            guard Operation.isBulk(request) else { return try await answer() }
            let share = WorkerExecutor.Share(project: call.projectID.rawValue, kind: operationID)
            return try await context.work(for: share, answer)
        }
        if method == .patch { queryMembers = ["updateMask"] }
    }

    /// The same route, handled off the event loops.
    package var bulk: Route { with { $0.isBulk = true } }

    /// The same route, which does without the database of the project that it names.
    package var withoutDatabase: Route { with { $0.needsDatabase = false } }

    /// The same route, whose calls the journal does not keep.
    package var unrecorded: Route { with { $0.isRecorded = false } }

    /// The same route with answers that may be cached for a while (production.md section 1.2): documents with keys.
    func cacheable(seconds: Int64) -> Route { adding { ResponseHeaders.addCaching(to: &$0, seconds: seconds) } }

    /// The same route with answers that must not be cached.
    var uncacheable: Route { adding { ResponseHeaders.forbidCaching(&$0) } }

    private func adding(_ headers: @escaping @Sendable (inout HTTPFields) -> Void) -> Route {
        with { route in
            let respond = route.respond
            route.respond = { context in
                var answer = try await respond(context)
                headers(&answer.headers)
                return answer
            }
        }
    }

    /// The same route with some of its properties changed.
    package func with(_ change: (inout Route) -> Void) -> Route {
        var copy = self
        change(&copy)
        return copy
    }

    /// The same route under a legacy path, which passes on only the key of the query.
    func mounted(host: Host, path: String, operationID: String) -> Route {
        var copy = self
        copy.host = host
        copy.path = path
        copy.operationID = operationID
        copy.aliasedID = self.operationID
        copy.aliasedPath = fullPath
        copy.dropsQuery = true
        return copy
    }
}

extension APIOperation {
    /// Runs the operation. The form of its response depends on the project's profile.
    static func answer(_ request: Request, _ call: OperationContext) async throws -> RouteResponse {
        RouteResponse(json: try encode(try await run(request, call), call.behavior))
    }
}
