import FirebreakDiscovery
import FirebreakModel
import FirebreakWire

/// A row of the route table as the API description needs it.
struct DescribedRoute: Sendable {
    /// The HTTP verb in capitals, for example `GET`.
    var method: String
    /// The Google host that production serves the path at, for example `identitytoolkit.googleapis.com`; `nil` for
    /// the emulator's own and the control API.
    var host: String?
    /// The path without the host as first segment, parameters in braces:
    /// `/v1/projects/{targetProjectId}/accounts:query`.
    var path: String
    /// The method's name in Google's documentation, for example `identitytoolkit.projects.accounts.query`.
    var operationID: String
    /// What the caller has to present.
    var credential: Route.Credential
    /// What the model says of it; `nil` for methods that documents describe.
    var endpoint: EndpointEntry?
}

/// What the API description says about an operation beyond its route.
struct DescribedMethod {
    var id: String
    var description: String?
    /// Query parameters in the form of OpenAPI.
    var queryParameters: [JSON]
    /// A reference to the body's schema; `nil` without body.
    var request: JSON?
    /// The content types that the body may have.
    var requestTypes: [String]
    /// A reference to the answer's schema; `nil` where any object may come.
    var response: JSON?
    /// The content types that the answer may have.
    var responseTypes: [String]
    /// Describes when the response is a redirect instead.
    var redirect: String?

    /// - Parameters:
    ///   - source: An element of ``DiscoverySchemas/Content/methods``.
    ///   - schemas: The schemas of its document.
    init(_ source: JSON, schemas: JSON, conversion: SchemaConversion) {
        id = source["id"]?.stringValue ?? ""
        description = source["description"]?.stringValue
        let selections = source["query"]?.arrayValue?.compactMap(\.stringValue) ?? []
        let parameters = selections.map { schemas[$0]?["properties"] } + [source["parameters"]]
        queryParameters = parameters.flatMap { $0?.objectValue ?? [] }.map { parameter in
            Self.queryParameter(parameter, conversion: conversion)
        }
        request = source["request"]?.stringValue.map(conversion.reference(to:))
        requestTypes = source["requestTypes"]?.arrayValue?.compactMap(\.stringValue) ?? ["application/json"]
        response = source["response"]?.stringValue.map(conversion.reference(to:))
        responseTypes = source["responseTypes"]?.arrayValue?.compactMap(\.stringValue) ?? ["application/json"]
        redirect = source["redirect"]?.stringValue
    }

    /// A method of the model.
    init(_ endpoint: EndpointEntry, _ schemas: TypeSchemas) throws {
        let conversion = SchemaConversion()
        let inPath = DescribedPath(endpoint.path).parameters
        func members(_ type: EndpointEntry.Message?) throws -> [JSON.Member] {
            let schema = try type.map(schemas.whole)
            return (schema?["properties"]?.objectValue ?? []).filter { !inPath.contains($0.key) }
        }
        id = endpoint.id
        description = endpoint.summary
        queryParameters = try members(endpoint.query).map { Self.queryParameter($0, conversion: conversion) }
        if let body = endpoint.body, try body is any APIDocument.Type || !members(body).isEmpty {
            request = conversion.reference(to: body.schemaName)
        }
        requestTypes = endpoint.requestTypes
        response = endpoint.output.map { conversion.reference(to: $0.schemaName) }
        responseTypes = endpoint.responseTypes
    }

    private static func queryParameter(_ source: JSON.Member, conversion: SchemaConversion) -> JSON {
        var result: JSON = ["name": .string(source.key), "in": "query"]
        for keyword in ["description", "required", "deprecated"] { result[keyword] = source.value[keyword] }
        var schema = conversion.schema(source.value)
        for keyword in ["description", "deprecated"] { schema[keyword] = nil }
        result["schema"] = schema
        return result
    }
}

/// Every method that the documents describe, to be found by path or by name.
struct DescribedMethods {
    private var byPath: [String: DescribedMethod] = [:]
    private var byID: [String: DescribedMethod] = [:]

    init(_ documents: [DiscoverySchemas]) throws(JSONSyntaxError) {
        for document in documents {
            let conversion = SchemaConversion(prefix: document.prefix)
            let content = try document.parsed()
            let schemas = JSON.object(content.schemas)
            for source in content.methods {
                let method = DescribedMethod(source, schemas: schemas, conversion: conversion)
                let verb = source["httpMethod"]?.stringValue ?? ""
                let paths = [source["path"]].compactMap(\.self) + (source["aliases"]?.arrayValue ?? [])
                for path in paths.compactMap(\.stringValue) { byPath[Self.key(verb, path)] = method }
                byID[method.id] = method
            }
        }
    }

    /// The method behind a route. Its path decides, because a legacy alias may have the name of the method that it
    /// stands for but messages of its own.
    func method(of route: DescribedRoute) throws -> DescribedMethod? {
        try route.endpoint.map { try DescribedMethod($0, .control) }
            ?? byPath[Self.key(route.method, route.path)] ?? byID[route.operationID]
    }

    private static func key(_ verb: String, _ path: String) -> String { verb + " " + DescribedPath(path).shape }
}

/// A path with parameters in braces, ignoring their names.
struct DescribedPath {
    /// The path with `{}` for every parameter: equal for templates that match the same paths.
    private(set) var shape = ""
    /// The names of the parameters, in order.
    private(set) var parameters: [String] = []

    init(_ path: String) {
        var rest = path[...]
        while let (text, parameter) = rest.parted(at: "{"), let (name, after) = parameter.parted(at: "}") {
            shape += text + "{}"
            parameters.append(String(name))
            rest = after
        }
        shape += rest
    }
}
