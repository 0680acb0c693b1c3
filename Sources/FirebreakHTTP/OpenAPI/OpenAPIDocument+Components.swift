import FirebreakDiscovery
import FirebreakWire

extension OpenAPIDocument {
    /// The schemas of all documents, the answer to any failure, and the ways to present a credential.
    static func components() throws(JSONSyntaxError) -> JSON {
        let additions = try JSON(parsingLiteral: DiscoverySchemas.additions)
        var schemas: [JSON.Member] = []
        for document in DiscoverySchemas.all {
            let conversion = SchemaConversion(prefix: document.prefix)
            for schema in try document.parsedSchemas() {
                var source = schema.value
                for addition in additions[schema.key]?.objectValue ?? [] {
                    source["properties"]?[addition.key] = addition.value
                }
                schemas.append(JSON.Member(conversion.componentName(schema.key), conversion.schema(source)))
            }
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
