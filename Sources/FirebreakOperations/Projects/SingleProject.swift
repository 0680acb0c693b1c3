import FirebreakStore
package import FirebreakWire
import Logging

extension Services {
    /// What a request for another project than the default one meets (wire.md section 6, firebreak.md section 2).
    package enum SingleProject: String, Sendable, CaseIterable {
        /// Nothing: every project exists on mention.
        case off
        /// A warning in the log.
        case warn
        /// The warning, and 400.
        case error
    }

    /// The project that a request is for.
    ///
    /// - Throws: `INVALID_PROJECT_ID`, or in single-project mode the refusal of another project.
    package func requestedProject(_ id: ProjectID) throws(WireError) -> Project {
        let project = try projects.project(id)
        try checkSingleProject(id)
        return project
    }

    /// Single-project mode for a project that a request is for or that one of its tokens is of.
    package func checkSingleProject(_ id: ProjectID) throws(WireError) {
        guard singleProject != .off, id != defaultProject else { return }
        let refusal = WireError.otherProject(id.rawValue, than: defaultProject.rawValue)
        logger.warning(
            "\(refusal) Here: --single-project off.", metadata: ["project.id": .string(id.rawValue)])
        guard singleProject == .warn else {
            throw refusal.because(.option(name: "single-project", value: "error", other: "off"))
        }
    }

    /// Single-project mode for the tokens of a request.
    ///
    /// - Parameter project: The request's project, which was checked already.
    package func checkSingleProject(
        of idToken: PresentedToken?, refreshToken: String?, besides project: ProjectID
    ) throws(WireError) {
        guard singleProject != .off else { return }
        let named = [
            idToken?.token?.payload["aud"]?.stringValue.map(ProjectID.init(rawValue:)),
            refreshToken.flatMap(ProjectID.init(namedByRefreshToken:)),
        ]
        for id in named.compactMap(\.self) where id.isValid && id != project {
            try checkSingleProject(id)
        }
    }
}
