package import FirebreakModel
import FirebreakOperations
import FirebreakStore
import FirebreakWire

/// Makes a new project that is a full copy of this one: accounts, sessions, tenants, codes, configuration, rules, clock
/// and outbox (firebreak.md section 4, `:fork`). Only what names the project is changed to the copy's: the API key in
/// its links and the domains that Google gives each project. Registered API keys stay with the original.
package enum ForkProject: ControlOperation {
    /// - Throws: `INVALID_ARGUMENT` without another project's ID, `INVALID_PROJECT_ID` for an invalid one,
    ///   `ALREADY_EXISTS` for a project that is not empty, `RESOURCE_EXHAUSTED` for one too many.
    package static func run(_ request: ForkProjectRequest, _ call: ControlCall) async throws -> ForkedProject {
        guard let id = try ControlParameter.text("to", request.to).map(ProjectID.init(rawValue:)), id != call.project.id
        else { throw WireError.invalidArgument(member: "to", "must be the ID of another project") }
        let end = try ProjectEnd(in: request.expiresIn, call)
        let copy = try call.services.requestedProject(id)
        guard try await call.project.fork(to: copy, adapt: { tx in try adapt(tx, to: copy, call) }) else {
            throw WireError.alreadyExists("Project \(id) exists already; delete it first.")
        }
        try await end.set(for: id, call)
        call.control.fixtures.keep(for: id, from: call.project.id)
        let answering = try await ControlCall(control: call.control, project: copy, origin: call.origin)
        return ForkedProject(
            projectID: id.rawValue, projectNumber: answering.settings.projectNumber,
            apiKeys: APIKeyEntry.all(of: answering), expiresAt: ProjectEnd.text(of: id, call))
    }

    private static func adapt(_ tx: Transaction, to copy: Project, _ call: ControlCall) throws {
        let original = call.project.id
        let profile = call.settings.profile
        try tx.set(.profile, to: .string(profile.rawValue))
        if var config = try tx.setting(.config), let domains = config["authorizedDomains"]?.arrayValue {
            // The two lists differ only in the project's ID.
            let names = zip(
                ConfigDefaults.authorizedDomains(original, profile), ConfigDefaults.authorizedDomains(copy.id, profile))
            config["authorizedDomains"] = .array(
                domains.map { domain in
                    names.first { .string($0.0) == domain }.map { .string($0.1) } ?? domain
                })
            try tx.set(.config, to: config)
        }
        try tx.changeLinks { action, mailed in
            ActionLink.readdressed(action: action, mailed: mailed, to: copy.ownAPIKey) { key in
                (try? call.services.projectID(of: key)) == original  // a key of no project is not the original's
            }
        }
    }
}
