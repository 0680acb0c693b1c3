import FirebreakWire

/// Lists the projects that were written to, by ID (product.md section 4).
package enum ListProjects: ControlOperation {
    /// `{"projects":[{"projectId","projectNumber"}…]}`
    package struct Response: Encodable, Sendable {
        struct Entry: Encodable, Sendable {
            var projectId: String
            var projectNumber: String
        }

        var projects: [Entry]
    }

    /// - Throws: Only what the storage throws.
    package static func run(_ request: NoParameters, _ call: ControlCall) async throws -> Response {
        var entries: [Response.Entry] = []
        for id in try call.services.projects.projects() {
            // The number depends on the profile, which a project may have of its own.
            let settings = try await call.services.projects.project(id).settings()
            entries.append(Response.Entry(projectId: id.rawValue, projectNumber: settings.projectNumber))
        }
        return Response(projects: entries)
    }
}
