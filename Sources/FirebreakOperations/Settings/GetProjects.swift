import FirebreakWire

/// The project's public configuration (accounts.md section 14).
package enum GetProjects: APIOperation {
    package struct Response: Encodable, Sendable {
        var projectId: String
        var authorizedDomains: [String]
    }

    package static func run(_ request: NoParameters, _ call: Call) async throws -> Response {
        let settings = call.settings.project
        // Reference: one constant list, unless the project has a list of its own.
        let isUnchanged = settings.profile.isReference && settings.config["authorizedDomains"] == nil
        return Response(
            projectId: settings.projectNumber,
            authorizedDomains: isUnchanged ? ["localhost"] : settings.authorizedDomains)
    }
}
