package import FirebreakWire

/// The content of one discovery document: its methods and its schemas, parsed only on demand.
package struct DiscoverySchemas: Sendable {
    /// Where they stand: in literals of the program, or in a file of `CResources`.
    private enum Source: Sendable {
        case literals(methods: StaticString, schemas: StaticString)
        case resource(String)
    }

    /// Prefix of the document's schema names if they would be too general beside those of other documents.
    package let prefix: String
    private let source: Source

    /// - Parameters:
    ///   - methods: A JSON array of methods: `id`, `httpMethod`, `path`, `parameters` (those of the query), `request`,
    ///     `response`.
    ///   - schemas: A JSON object of schemas in the discovery format.
    package init(prefix: String, methods: StaticString, schemas: StaticString) {
        self.prefix = prefix
        source = .literals(methods: methods, schemas: schemas)
    }

    /// - Parameter resource: A JSON object with such `methods` and `schemas`, and with `additions` where there are some.
    package init(resource: String) {
        prefix = ""
        source = .resource(resource)
    }

    /// The methods as parsed.
    ///
    /// - Throws: ``JSONSyntaxError`` when the text is broken, which the tests rule out.
    package func parsedMethods() throws(JSONSyntaxError) -> [JSON] {
        switch source {
        case .literals(let methods, _): try JSON(parsingLiteral: methods).arrayValue ?? []
        case .resource(let name): try JSON(parsingResource: name)["methods"]?.arrayValue ?? []
        }
    }

    /// The schemas as parsed, in the document's order, under their names there.
    ///
    /// - Throws: ``JSONSyntaxError`` when the text is broken, which the tests rule out.
    package func parsedSchemas() throws(JSONSyntaxError) -> [JSON.Member] {
        switch source {
        case .literals(_, let schemas): try JSON(parsingLiteral: schemas).objectValue ?? []
        case .resource(let name): try JSON(parsingResource: name)["schemas"]?.objectValue ?? []
        }
    }

    /// Properties to add to schemas of other documents: schema, then property, then value.
    ///
    /// - Throws: ``JSONSyntaxError`` when the text is broken, which the tests rule out.
    package func parsedAdditions() throws(JSONSyntaxError) -> JSON {
        guard case .resource(let name) = source else { return .emptyObject }
        return try JSON(parsingResource: name)["additions"] ?? .emptyObject
    }
}

extension JSON {
    /// Parses a literal of the program in place.
    package init(parsingLiteral text: StaticString) throws(JSONSyntaxError) {
        try self.init(parsing: UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Parses a file of the program in place; an empty object if there is none.
    fileprivate init(parsingResource name: String) throws(JSONSyntaxError) {
        guard let resource = Resource.all[name] else {
            self = .emptyObject
            return
        }
        try self.init(parsing: UnsafeRawBufferPointer(resource.bytes))
    }
}
