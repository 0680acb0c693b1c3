/// A project that is a copy of another, and how to reach it.
package struct ForkedProject: Codable, Sendable, Equatable {
    /// The copy's ID.
    package var projectID: String
    /// The project's number in responses.
    package var projectNumber: String
    /// The derived key first; registered keys stay with the original.
    package var apiKeys: [APIKeyEntry]
    /// When it is dropped, in RFC 3339 by the server's time; `nil` for one that has no end.
    package var expiresAt: String?

    private enum CodingKeys: String, CodingKey {
        case projectID = "projectId"
        case projectNumber, apiKeys, expiresAt
    }

    /// A copy.
    package init(projectID: String, projectNumber: String, apiKeys: [APIKeyEntry], expiresAt: String?) {
        self.projectID = projectID
        self.projectNumber = projectNumber
        self.apiKeys = apiKeys
        self.expiresAt = expiresAt
    }
}
