import FirebreakDiscovery
import FirebreakWire

extension OpenAPIDocument {
    /// The verbs that a path item has fields for.
    private static let verbs = ["DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT", "TRACE"]

    /// One item per path, in the order in which the routes name them first.
    static func paths(of routes: [DescribedRoute], servers: ServerList) throws(JSONSyntaxError) -> JSON {
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
            let method = methods.method(of: route)
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
