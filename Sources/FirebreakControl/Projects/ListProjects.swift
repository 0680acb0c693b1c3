package import FirebreakModel
package import FirebreakOperations
import FirebreakWire

/// Lists the projects that were written to, by ID (firebreak.md section 4).
package enum ListProjects: ControlOperation {
    /// - Throws: Storage errors; `CancellationError` if nobody waits for the list any more.
    package static func run(_ request: NoParameters, _ call: ControlCall) async throws -> ProjectList {
        var entries: [ProjectList.Entry] = []
        for id in try call.services.projects.projects() {
            try Task.checkCancellation()
            entries.append(try await entry(of: id, call))
        }
        return ProjectList(projects: entries)
    }

    private static func entry(of id: ProjectID, _ call: ControlCall) async throws -> ProjectList.Entry {
        let projects = call.services.projects
        // The number depends on the profile, which a project may set itself.
        var entry = ProjectList.Entry(
            projectID: id.rawValue, projectNumber: ProjectNumber.of(id, projects.defaults.profile))
        entry.expiresAt = ProjectEnd.text(of: id, call)
        do {
            entry.projectNumber = try await projects.number(of: id)
        } catch {
            entry.state = .unavailable
            entry.problem = StorageFailure.sentence(for: error)
        }
        return entry
    }
}
