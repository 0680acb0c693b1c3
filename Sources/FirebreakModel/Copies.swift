/// A saved copy of a whole project, which can be restored.
public struct SnapshotEntry: Codable, Sendable, Equatable {
    /// 1 through 128 bytes.
    public var name: String
    /// Size of the database in bytes.
    public var bytes: Int

    /// A snapshot.
    public init(name: String, bytes: Int) {
        self.name = name
        self.bytes = bytes
    }
}

/// The snapshots of a project.
package struct SnapshotList: Codable, Sendable, Equatable {
    /// By name.
    package var snapshots: [SnapshotEntry]

    /// A list of snapshots.
    package init(snapshots: [SnapshotEntry]) { self.snapshots = snapshots }
}

/// A project that is a copy of another, and how to reach it.
package struct ForkedProject: Codable, Sendable, Equatable {
    /// The copy's ID.
    package var projectID: String
    /// The project's number in responses.
    var projectNumber: String
    /// The derived key first; registered keys stay with the original.
    var apiKeys: [APIKeyEntry]
    /// When it is dropped, in RFC 3339 by the server's time; `nil` for one that has no end.
    var expiresAt: String?

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

/// The result of an import into a project.
public struct ImportSummary: Codable, Sendable, Equatable {
    /// Accounts that were stored, those of tenants included.
    public var accounts: Int

    /// Creates the result of an import.
    public init(accounts: Int) { self.accounts = accounts }
}
