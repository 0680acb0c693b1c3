/// A project that is a copy of another, and how to reach it.
package struct ForkedProject: Codable, Sendable, Equatable {
    /// The copy's ID.
    package var projectID: String
    /// The project's number in responses.
    package var projectNumber: String
    /// The derived key first; registered keys stay with the original.
    package var apiKeys: [APIKeyEntry]

    private enum CodingKeys: String, CodingKey {
        case projectID = "projectId"
        case projectNumber, apiKeys
    }

    /// A copy.
    package init(projectID: String, projectNumber: String, apiKeys: [APIKeyEntry]) {
        self.projectID = projectID
        self.projectNumber = projectNumber
        self.apiKeys = apiKeys
    }
}
