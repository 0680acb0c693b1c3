import FirebreakDiscovery
import FirebreakWire

/// The description of the whole API, served at `GET /emulator/openapi.json` (wire.md section 11).
enum OpenAPIDocument {
    /// Builds an OpenAPI 3.0.3 document: paths and operations from the route table, messages from Google's discovery
    /// documents.
    ///
    /// It parses about 100 KB of text each time, so the caller keeps the result.
    ///
    /// - Parameters:
    ///   - routes: The rows to describe, in the order in which they are to appear. Rows whose verb OpenAPI does not
    ///     know are left out, and so is a second row of the same verb and path.
    ///   - hostHeader: Value of the request's `Host` header, the default of the server variable `EMULATOR`.
    ///   - version: The product's version.
    ///   - scheme: `https` where the server speaks TLS.
    /// - Returns: The document, its members in a fixed order.
    /// - Throws: ``JSONSyntaxError`` when a built-in text is broken, which the tests rule out.
    static func make(
        routes: [DescribedRoute],
        hostHeader: String,
        version: String,
        scheme: String = "http"
    ) throws -> JSON {
        let servers = ServerList(emulator: scheme + "://" + hostHeader)
        let tags = APITag.allCases.map { tag -> JSON in
            ["name": .string(tag.rawValue), "description": .string(tag.description)]
        }
        return [
            "openapi": "3.0.3",
            "info": [
                "title": "Firebreak",
                "description": "A local stand-in for Firebase Authentication (Google Identity Toolkit).",
                "version": .string(version),
            ],
            "servers": servers.list(for: "identitytoolkit.googleapis.com"),
            "externalDocs": [
                "description": "Google's reference of the API",
                "url": "https://cloud.google.com/identity-platform/docs/reference/rest",
            ],
            "tags": .array(tags),
            "paths": try paths(of: routes, servers: servers),
            "components": try components(),
        ]
    }
}

extension OpenAPIDocument {
    /// One operation under its unique name. Without a method, nothing is known about its messages: it accepts and
    /// returns any JSON object.
    static func operation(_ route: DescribedRoute, method: DescribedMethod?, name: String) -> JSON {
        var result: JSON = [
            "operationId": .string(name),
            "tags": [.string(APITag(of: route).rawValue)],
        ]
        result["description"] = method?.description.map(JSON.string)
        if let parameters = method?.queryParameters, !parameters.isEmpty { result["parameters"] = .array(parameters) }
        result["requestBody"] = requestBody(of: route, method: method)
        result["responses"] = responses(of: route, method: method)
        result["security"] = security(route.credential)
        return result
    }

    private static let anyObject: JSON = ["type": "object"]

    private static func requestBody(of route: DescribedRoute, method: DescribedMethod?) -> JSON? {
        let takesBody = ["PATCH", "POST", "PUT"].contains(route.method)
        guard takesBody, method == nil || method?.request != nil else { return nil }
        let types = method?.requestTypes ?? ["application/json"]
        let content = types.map { JSON.Member($0, ["schema": method?.request ?? anyObject]) }
        return ["content": .object(content)]
    }

    private static func responses(of route: DescribedRoute, method: DescribedMethod?) -> JSON {
        let types = method?.responseTypes ?? ["application/json"]
        let content = types.map { type in
            let schema = type == "application/json" ? method?.response ?? anyObject : ["type": "string"]
            return JSON.Member(type, ["schema": schema])
        }
        var result = JSON.emptyObject
        if !content.isEmpty { result["200"] = ["description": "Success", "content": .object(content)] }
        if let redirect = method?.redirect { result["303"] = ["description": .string(redirect)] }
        // Some of the reference's pages keep the type of a page for errors in JSON.
        result["default"] =
            types.contains("text/html")
            ? ["$ref": "#/components/responses/PageError"] : ["$ref": "#/components/responses/Error"]
        return result
    }

    private static func security(_ credential: Route.Credential) -> JSON {
        switch credential {
        case .any, .apiKeyFirst: [["Oauth2": []], ["apiKeyQuery": []], ["apiKeyHeader": []]]
        case .apiKeyOnly: [["apiKeyQuery": []], ["apiKeyHeader": []]]
        case .none: []
        case .control: [.emptyObject, ["controlToken": []]]
        }
    }
}

extension OpenAPIDocument {
    /// The schemas of all documents, the answer to any failure, and the ways to present a credential.
    static func components() throws -> JSON {
        let additions = try DiscoverySchemas.own.parsed().additions
        var schemas: [JSON.Member] = []
        for document in DiscoverySchemas.all {
            let conversion = SchemaConversion(prefix: document.prefix)
            for schema in try document.parsed().schemas {
                var source = schema.value
                for addition in additions[schema.key]?.objectValue ?? [] {
                    source["properties"]?[addition.key] = addition.value
                }
                schemas.append(JSON.Member(conversion.componentName(schema.key), conversion.schema(source)))
            }
        }
        for schema in try TypeSchemas.control.ofMessages() {
            schemas.append(JSON.Member(schema.key, SchemaConversion().schema(schema.value)))
        }
        return [
            "schemas": .object(schemas),
            "responses": ["Error": failure, "PageError": pageFailure],
            "securitySchemes": securitySchemes,
        ]
    }

    private static var failure: JSON {
        let schema: JSON = ["$ref": "#/components/schemas/ErrorResponse"]
        return [
            "description": "Any failure. A wrong verb (405) and a body too large (413) have other bodies.",
            "content": ["application/json": ["schema": schema]],
        ]
    }

    private static var pageFailure: JSON {
        let schema: JSON = ["$ref": "#/components/schemas/ErrorResponse"]
        return [
            "description": "Any failure, to who prefers pages as one.",
            "content": ["application/json": ["schema": schema], "text/html": ["schema": ["type": "string"]]],
        ]
    }

    private static var securitySchemes: JSON {
        [
            "Oauth2": [
                "type": "http", "scheme": "bearer",
                "description": "An OAuth 2 access token. The emulator takes `owner` for an administrator.",
            ],
            "apiKeyQuery": [
                "type": "apiKey", "in": "query", "name": "key",
                "description": "An API key, which selects the project.",
            ],
            "apiKeyHeader": [
                "type": "apiKey", "in": "header", "name": "x-goog-api-key",
                "description": "An API key, which selects the project.",
            ],
            "controlToken": [
                "type": "http", "scheme": "bearer",
                "description": "The control token, where the server was started with one.",
            ],
        ]
    }
}

extension OpenAPIDocument {
    /// The verbs that a path item has fields for.
    private static let verbs = ["DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT", "TRACE"]

    /// One item per path, in the order in which the routes name them first.
    static func paths(of routes: [DescribedRoute], servers: ServerList) throws -> JSON {
        let methods = try DescribedMethods(DiscoverySchemas.all)
        var names = OperationNames()
        var items: [PathItem] = []
        // Templates that differ only in the names of parameters are one path to OpenAPI.
        var positions: [String: Int] = [:]
        for route in routes where verbs.contains(route.method) {
            let shape = DescribedPath(route.path).shape
            let position = positions[shape] ?? items.count
            if position == items.count {
                positions[shape] = position
                items.append(PathItem(route, servers: servers))
            }
            guard !items[position].describes(route.method) else { continue }
            let method = try methods.method(of: route)
            let operation = operation(route, method: method, name: names.unique(for: route, method: method))
            items[position].add(operation, of: route, servers: servers)
        }
        return .object(items.map { JSON.Member($0.path, .object($0.members)) })
    }
}

/// One path with its operations.
private struct PathItem {
    let path: String
    private let host: String?
    private(set) var members: [JSON.Member]

    init(_ route: DescribedRoute, servers: ServerList) {
        path = route.path
        host = route.host
        members = [JSON.Member("servers", servers.list(for: route.host))]
        let parameters = DescribedPath(route.path).parameters.map(Self.parameter)
        if !parameters.isEmpty { members.append(JSON.Member("parameters", .array(parameters))) }
    }

    func describes(_ verb: String) -> Bool {
        members.contains { $0.key == verb.lowercased() }
    }

    mutating func add(_ operation: JSON, of route: DescribedRoute, servers: ServerList) {
        var operation = operation
        // Two hosts may serve the same path below them; the item's servers are then wrong for one of them.
        if route.host != host { operation["servers"] = servers.list(for: route.host) }
        members.append(JSON.Member(route.method.lowercased(), operation))
    }

    private static func parameter(_ name: String) -> JSON {
        ["name": .string(name), "in": "path", "required": true, "schema": ["type": "string"]]
    }
}

/// Assigns `operationId`s, which must be unique in OpenAPI, although several routes share a name.
private struct OperationNames {
    private var used: Set<String> = []

    mutating func unique(for route: DescribedRoute, method: DescribedMethod?) -> String {
        var name = route.operationID
        if used.contains(name), let described = method?.id { name = described }
        var count = 1
        let base = name
        while !used.insert(name).inserted {
            count += 1
            name = base + "." + String(count)
        }
        return name
    }
}

/// Where the paths are served: by this emulator, and by Google where it serves them too.
struct ServerList {
    /// Scheme and authority of this server.
    let emulator: String

    /// The `servers` of a path: with Google's `host`, or of the emulator's own.
    func list(for host: String?) -> JSON {
        let here: JSON = [
            "url": .string("{EMULATOR}" + (host.map { "/" + $0 } ?? "")),
            "description": "This emulator",
            "variables": ["EMULATOR": ["default": .string(emulator), "description": "The address of this emulator"]],
        ]
        guard let host else { return [here] }
        return [here, ["url": .string("https://" + host), "description": "Google"]]
    }
}

/// The groups of operations in the API description.
enum APITag: String, CaseIterable {
    case accounts
    case projects
    case v1
    case v2
    case secureToken
    case relyingparty
    case emulator
    case control

    var description: String {
        switch self {
        case .accounts: "Signing up, signing in, and what a user does with the own account"
        case .projects: "Administration of accounts, tenants and configuration"
        case .v1: "Settings and keys, version 1"
        case .v2: "Settings and keys, version 2"
        case .secureToken: "Refreshing and verifying tokens"
        case .relyingparty: "Legacy names of version 3"
        case .emulator: "The emulator's own endpoints"
        case .control: "Control of this server: projects, outbox, clock, faults"
        }
    }

    init(of route: DescribedRoute) {
        let segments = route.path.separated(by: "/")
        switch route.host {
        case _ where route.credential == .control: self = .control
        case nil: self = segments.first == "firebreak" ? .control : .emulator
        case "identitytoolkit.googleapis.com":
            // The bare collection `/v1/projects` is the public configuration, not administration.
            switch segments.dropFirst().first?.prefix(while: { $0 != ":" }) {
            case "accounts": self = .accounts
            case "projects" where segments.count > 2: self = .projects
            default: self = segments.first == "v2" ? .v2 : .v1
            }
        default: self = segments.contains("relyingparty") ? .relyingparty : .secureToken
        }
    }
}
