package import FirebreakWire

/// The content of one discovery document: its methods and its schemas, as compact JSON strings.
///
/// They are literals of the program, so that it needs no resource files, and are parsed only on demand.
package struct DiscoverySchemas: Sendable {
    /// Prefix of the document's schema names if they would be too general beside those of other documents.
    package let prefix: String
    /// A JSON array of methods: `id`, `httpMethod`, `path`, `parameters` (those of the query), `request`, `response`.
    package let methods: StaticString
    /// A JSON object of schemas in the discovery format.
    package let schemas: StaticString

    package init(prefix: String, methods: StaticString, schemas: StaticString) {
        self.prefix = prefix
        self.methods = methods
        self.schemas = schemas
    }

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

extension JSON {
    /// Parses a literal of the program in place.
    package init(parsingLiteral text: StaticString) throws(JSONSyntaxError) {
        try self.init(parsing: UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }
}
