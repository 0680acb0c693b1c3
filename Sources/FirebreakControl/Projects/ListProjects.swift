package import FirebreakModel
package import FirebreakOperations
import FirebreakWire

/// Lists the projects that were written to, by ID (firebreak.md section 4).
package enum ListProjects: ControlOperation {
    /// - Throws: Only storage errors.
    package static func run(_ request: NoParameters, _ call: ControlCall) async throws -> ProjectList {
        var entries: [ProjectList.Entry] = []
        for id in try call.services.projects.projects() {
            entries.append(try await entry(of: call.services.projects.project(id), call))
        }
        return ProjectList(projects: entries)
    }

    private static func entry(of project: Project, _ call: ControlCall) async throws -> ProjectList.Entry {
        // The number depends on the profile, which a project may set itself.
        let defaults = call.services.projects.defaults.profile
        var entry = ProjectList.Entry(
            projectID: project.id.rawValue, projectNumber: ProjectNumber.of(project.id, defaults))
        entry.expiresAt = ProjectEnd.text(of: project.id, call)
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
