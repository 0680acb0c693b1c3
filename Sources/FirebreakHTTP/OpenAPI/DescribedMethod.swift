import FirebreakDiscovery
import FirebreakWire

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
    ///   - source: An element of ``DiscoverySchemas/methods``.
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
            let schemas = JSON.object(try document.parsedSchemas())
            for source in try document.parsedMethods() {
                let method = DescribedMethod(source, schemas: schemas, conversion: conversion)
                let verb = source["httpMethod"]?.stringValue ?? ""
                for path in [source["path"]] + (source["aliases"]?.arrayValue ?? []) {
                    byPath[Self.key(verb, path?.stringValue ?? "")] = method
                }
                byID[method.id] = method
            }
        }
    }

    /// The method behind a route. Its path decides, because a legacy alias may have the name of the method that it
    /// stands for but messages of its own.
    func method(of route: DescribedRoute) -> DescribedMethod? {
        byPath[Self.key(route.method, route.path)] ?? byID[route.operationID]
    }

    private static func key(_ verb: String, _ path: String) -> String { verb + " " + DescribedPath(path).shape }
}
