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
    package var credential: Credential

    /// What a route asks of its caller.
    package enum Credential: Sendable {
        /// An API key or an OAuth 2 access token.
        case any
        /// An API key; a token alone is refused.
        case apiKeyOnly
        /// Nothing at all.
        case none
        /// The control token, if the server runs with one.
        case control
    }

    /// A row with all its columns.
    package init(
        method: String,
        host: String?,
        path: String,
        operationID: String,
        credential: Credential
    ) {
        self.method = method
        self.host = host
        self.path = path
        self.operationID = operationID
        self.credential = credential
    }
}
