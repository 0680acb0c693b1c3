/// A project that is a copy of another, and how to reach it.
public struct ForkedProject: Codable, Sendable, Equatable {
    /// The copy's ID.
    public var projectID: String
    /// The project's number in responses.
    public var projectNumber: String
    /// The derived key first; registered keys stay with the original.
    public var apiKeys: [APIKeyEntry]

    private enum CodingKeys: String, CodingKey {
        case projectID = "projectId"
        case projectNumber, apiKeys
    }

    /// A copy.
    public init(projectID: String, projectNumber: String, apiKeys: [APIKeyEntry]) {
        self.projectID = projectID
        self.projectNumber = projectNumber
        self.apiKeys = apiKeys
    }
}
