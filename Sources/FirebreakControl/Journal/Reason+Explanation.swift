import FirebreakOperations
package import FirebreakWire

extension Reason {
    /// What a call was about, for the words that explain it.
    package struct Place: Sendable {
        package var project: ProjectID?
        package var tenant: TenantID?

        package init(project: ProjectID?, tenant: TenantID?) {
            self.project = project
            self.tenant = tenant
        }
    }

    /// One sentence: which setting decided, its value, and the request that changes it.
    package func explanation(at place: Place) -> String {
        switch self {
        case .unauthorizedDomain(let host):
            "The host \(host.onOneLine) is not among the authorized domains\(place.inWords), and links lead only to "
                + "those; PATCH /identitytoolkit.googleapis.com/v2/projects/\(place.projectInPath)/config"
                + "?updateMask=authorizedDomains adds it."
        }
    }
}

extension Reason.Place {
    /// Such as ` of project p`.
    var inWords: String { project.map { " of project \($0)" } ?? "" }

    var projectInPath: String { project.map { PercentEncoding.encode($0.rawValue) } ?? "PROJECT" }
}
