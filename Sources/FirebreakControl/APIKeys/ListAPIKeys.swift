package import FirebreakOperations

/// Lists the API keys that select the project (product.md section 2).
package enum ListAPIKeys: ControlOperation {
    /// `{"apiKeys":[{"key","derived"}…]}`, the derived one first.
    package struct Response: Encodable, Sendable {
        var apiKeys: [APIKeyResource]
    }

    /// - Throws: Nothing.
    package static func run(_ request: NoParameters, _ call: ControlCall) async throws -> Response {
        Response(apiKeys: APIKeyResource.all(of: call))
    }
}
