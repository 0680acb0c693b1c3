package import FirebreakWire

/// The description of the whole API, served at `GET /emulator/openapi.json` (wire.md section 11).
package enum OpenAPIDocument {
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
    package static func make(
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
