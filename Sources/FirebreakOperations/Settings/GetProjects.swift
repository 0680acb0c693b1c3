import FirebreakWire

/// The project's public configuration (accounts.md section 14).
package enum GetProjects: APIOperation {
    package struct Response: Encodable, Sendable {
        var projectId: String
        var authorizedDomains: [String]
    }

    package static func run(_ request: NoParameters, _ call: OperationContext) async throws -> Response {
        let settings = call.settings.project
        // Reference: one constant list, unless domains were named.
        return Response(
            projectId: settings.projectNumber,
            authorizedDomains: settings.enforcesAuthorizedDomains ? settings.authorizedDomains : ["localhost"])
    }
}
