/// A project that was made as a copy of another, and how it is reached.
public struct ForkedProject: Codable, Sendable, Equatable {
    /// The copy's ID.
    public var projectID: String
    /// The number that answers call it by.
    public var projectNumber: String
    /// The derived one first; registered ones stay with the original.
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
