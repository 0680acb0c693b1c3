package import FirebreakWire

/// The content of one discovery document: its methods and its schemas, parsed only on demand.
package struct DiscoverySchemas: Sendable {
    /// identitytoolkit v1.
    package static let v1 = DiscoverySchemas(resource: "api/identitytoolkit.v1.json")
    /// identitytoolkit v2.
    package static let v2 = DiscoverySchemas(resource: "api/identitytoolkit.v2.json")
    /// identitytoolkit v3. The names of its schemas carry no version; without the prefix they would be too general for a
    /// shared name space.
    package static let v3 = DiscoverySchemas(resource: "api/identitytoolkit.v3.json", prefix: "LegacyV3")

    /// A document as parsed.
    package struct Content: Sendable {
        /// Its methods: `id`, `httpMethod`, `path`, `parameters` (those of the query), `request`, `response`.
        package let methods: [JSON]
        /// Its schemas in the discovery format, in the document's order, under their names there.
        package let schemas: [JSON.Member]
        /// Properties to add to schemas of other documents: schema, then property, then value.
        package let additions: JSON
    }

    /// Prefix of the document's schema names if they would be too general beside those of other documents.
    package let prefix: String
    private let resource: String

    /// - Parameter resource: The name of a JSON file of `CResources`.
    package init(resource: String, prefix: String = "") {
        self.resource = resource
        self.prefix = prefix
    }

    /// Parses the document.
    ///
    /// - Throws: ``JSONSyntaxError`` when the text is broken, which the tests rule out.
    package func parsed() throws(JSONSyntaxError) -> Content {
        // A test compares the files of the program with the folder.
        let document = try Resource.all[resource].map { file throws(JSONSyntaxError) in
            try JSON(parsing: UnsafeRawBufferPointer(file.bytes))
        }
        return Content(
            methods: document?["methods"]?.arrayValue ?? [],
            schemas: document?["schemas"]?.objectValue ?? [],
            additions: document?["additions"] ?? .emptyObject)
    }
}
