/// A row of the route table as the API description needs it.
package struct DescribedRoute: Sendable {
    /// The HTTP verb in capitals, for example `GET`.
    package var method: String
    /// The Google host that production serves the path at, for example `identitytoolkit.googleapis.com`; `nil` for
    /// the emulator's own and the control API.
    package var host: String?
    /// The path without the host as first segment, parameters in braces:
    /// `/v1/projects/{targetProjectId}/accounts:query`.
    package var path: String
    /// The method's name in Google's documentation, for example `identitytoolkit.projects.accounts.query`.
    package var operationID: String
    /// What the caller has to present.
    package var credential: Route.Credential

    package init(
        method: String,
        host: String?,
        path: String,
        operationID: String,
        credential: Route.Credential
    ) {
        self.method = method
        self.host = host
        self.path = path
        self.operationID = operationID
        self.credential = credential
    }
}
