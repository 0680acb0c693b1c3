package import FirebreakWire

/// What one discovery document says: its methods and its schemas, as compact JSON texts.
///
/// They are literals of the program, so that it needs no resource files, and are parsed only when somebody asks for
/// the API description.
package struct DiscoverySchemas: Sendable {
    /// Stands before the document's schema names, where they would mean too much among those of other documents.
    package let prefix: String
    /// A JSON array of methods: `id`, `httpMethod`, `path`, `parameters` (those of the query), `request`, `response`.
    package let methods: StaticString
    /// A JSON object of schemas in the discovery format.
    package let schemas: StaticString

    /// The methods as parsed.
    ///
    /// - Throws: ``JSONSyntaxError`` when the text is broken, which the tests rule out.
    package func parsedMethods() throws(JSONSyntaxError) -> [JSON] {
        try JSON(parsingLiteral: methods).arrayValue ?? []
    }

    /// The schemas as parsed, in the document's order, under their names there.
    ///
    /// - Throws: ``JSONSyntaxError`` when the text is broken, which the tests rule out.
    package func parsedSchemas() throws(JSONSyntaxError) -> [JSON.Member] {
        try JSON(parsingLiteral: schemas).objectValue ?? []
    }
}

extension DiscoverySchemas {
    /// Every document, in the order in which their schemas appear in the API description.
    package static var all: [DiscoverySchemas] { [.v1, .v2, .v3, .own] }
}

extension JSON {
    /// Parses a literal of the program where it lies.
    init(parsingLiteral text: StaticString) throws(JSONSyntaxError) {
        try self.init(parsing: UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }
}
