package import FirebreakModel
import FirebreakOperations
import FirebreakStore
import FirebreakWire

/// Makes an empty project (firebreak.md section 4.6). Projects need not be made; one that is can have another profile
/// than the server, and an end.
package enum CreateProject: ControlOperation {
    /// The project to make.
    package struct Request: Decodable, Sendable {
        private enum CodingKeys: String, CodingKey {
            case projectID = "projectId"
            case profile, expiresIn
        }

        /// ID of a project that does not exist yet.
        package var projectID: String?
        /// Its profile; by default, the server's.
        package var profile: String?
        /// When it is dropped, as ``ClockDuration`` reads it; by default, never.
        package var expiresIn: String?
    }

    /// - Throws: `INVALID_ARGUMENT` without an ID, for another profile and for an end that cannot be,
    ///   `INVALID_PROJECT_ID`, `ALREADY_EXISTS` for a project that is not empty, `RESOURCE_EXHAUSTED` for one too many.
    package static func run(_ request: Request, _ call: ControlCall) async throws -> ProjectSummary {
        guard let id = try ControlParameter.text("projectId", request.projectID).map(ProjectID.init(rawValue:)) else {
            throw WireError.invalidArgument("projectId must be the ID of a project")
        }
        let profile: Profile? = try ControlParameter.choice("profile", request.profile)
        let expiry = try ProjectEnd(in: request.expiresIn, call)
        let project = try call.services.requestedProject(id)
        let created = try await project.create { tx in
            try tx.set(.profile, to: .string((profile ?? call.services.profile).rawValue))
        }
        guard created else { throw WireError.alreadyExists("Project \(id) exists already; delete it first.") }
        try await expiry.set(for: id, call)
        return try await GetProject.run(
            NoParameters(), ControlCall(control: call.control, project: project, origin: call.origin))
    }
}
