package import FirebreakOperations
import FirebreakWire

/// Lists the projects that were written to, by ID (product.md section 4).
package enum ListProjects: ControlOperation {
    /// `{"projects":[{"projectId","projectNumber","state","problem"}…]}`
    package struct Response: Encodable, Sendable {
        /// Whether a project's database can be used.
        enum State: String, Encodable, Sendable { case available, unavailable }

        struct Entry: Encodable, Sendable {
            var projectId: String
            var projectNumber: String
            var state = State.available
            /// Why the project is unavailable, in a sentence.
            var problem: String?
        }

        var projects: [Entry]
    }

    /// - Throws: Only what the storage throws when it cannot be listed.
    package static func run(_ request: NoParameters, _ call: ControlCall) async throws -> Response {
        var entries: [Response.Entry] = []
        for id in try call.services.projects.projects() {
            entries.append(try await entry(of: call.services.projects.project(id), call))
        }
        return Response(projects: entries)
    }

    private static func entry(of project: Project, _ call: ControlCall) async throws -> Response.Entry {
        // The number depends on the profile, which a project may have of its own.
        let defaults = call.services.projects.defaults.profile
        var entry = Response.Entry(
            projectId: project.id.rawValue, projectNumber: ConfigDefaults.projectNumber(project.id, defaults))
        do {
            if let failure = await project.checkAgain() { throw failure }
            entry.projectNumber = try await project.settings().projectNumber
        } catch let failure as StorageFailure {
            entry.state = .unavailable
            entry.problem = failure.sentence
        }
        return entry
    }
}
