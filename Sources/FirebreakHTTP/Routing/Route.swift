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

    /// What a route asks of its caller.
    package enum Credential: Sendable {
        /// An API key or an OAuth 2 access token.
        case any
        /// An API key; a token alone is refused.
        case apiKeyOnly
        /// Nothing at all.
        case none
        /// The control token, if the server runs with one.
        case control
    }

    /// What a wrong verb on the path answers.
    package enum Kind: Sendable {
        /// 405, as for API methods.
        case api
        /// 404, as for pages and the odd ones among the legacy paths; `HEAD` reaches a `GET` route.
        case page
        /// The product's own API, behind its own guard.
        case control
    }

    package var method: HTTPRequest.Method
    /// `nil` for the emulator's own paths.
    package var host: Host?
    /// Without the host, parameters in braces: `/v1/projects/{targetProjectId}/accounts:query`.
    package var path: String
    package var operationID: String
    package var credential: Credential
    package var kind: Kind
    /// Whether it may hold a request until something happens.
    package var mayWait = false
    /// Whether its parameters come as texts, as those of a query do.
    package var readsTexts = false
    /// Of an alias, the method it stands for, whose messages it has.
    package var aliasedID: String?
    /// Whether keys of the body are data and stay as they are.
    package var keepsKeys = false
    /// Query parameters that count beside a body.
    package var queryMembers: [String] = []
    /// Whether a request without a body is refused, because an empty one would mean something drastic.
    package var needsBody = false
    /// Whether every request may work for longer than other connections of the event loop should wait, the reading of
    /// its parameters included.
    package var isBulk = false
    /// Whether only the API key of the query counts, as for legacy paths.
    package var dropsQuery = false
    /// Answers the request. Errors are rendered by whoever calls it.
    package var respond: @Sendable (Exchange) async throws -> RouteResponse

    /// Whether it is one of the reference's own endpoints, with which tests look at and change a project.
    var isForTests: Bool { host == nil && kind == .api }

    /// The whole path as clients send it.
    package var fullPath: String { host.map { "/" + $0.rawValue + path } ?? path }

    package var described: DescribedRoute {
        DescribedRoute(
            method: method.rawValue, host: host?.rawValue, path: path, operationID: operationID,
            credential: credential)
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
        ) { exchange in
            var exchange = exchange
            let (request, call) = try await exchange.prepare(Operation.Request.self)
            guard Operation.isBulk(request) else {
                return try await Operation.answer(request, call)
            }
            return try await withTaskExecutorPreference(exchange.services.workers) {
                try await Operation.answer(request, call)
            }
        }
        if method == .patch { queryMembers = ["updateMask"] }
    }

    /// The same route, every request of which is worked on beside the event loops.
    var bulk: Route { with { $0.isBulk = true } }

    /// The same route with some of its properties changed.
    func with(_ change: (inout Route) -> Void) -> Route {
        var copy = self
        change(&copy)
        return copy
    }

    /// The same answers under a legacy path, which hands on no query but the key.
    func mounted(host: Host, path: String, operationID: String) -> Route {
        var copy = self
        copy.host = host
        copy.path = path
        copy.operationID = operationID
        copy.aliasedID = self.operationID
        copy.dropsQuery = true
        return copy
    }
}

extension APIOperation {
    /// Runs the operation. Its answer looks as it does in the profile of the project.
    static func answer(_ request: Request, _ call: Call) async throws -> RouteResponse {
        let encoder = WireEncoder(omitsDefaults: call.facts.omitsDefaults)
        return RouteResponse(json: try encoder.encode(try await run(request, call)))
    }
}
