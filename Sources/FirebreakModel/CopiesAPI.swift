/// The methods that copy whole projects.
package enum CopiesAPI {
    /// How long clients wait for what copies, fills or empties a whole project.
    package static let time = Duration.seconds(120)

    package static let fork = Endpoint<ForkProjectRequest, ForkedProject>(
        "fork", .post, ":fork", "Makes a project that is a full copy of this one.", within: time)
    package static let snapshot = Endpoint<SnapshotSelection, SnapshotEntry>(
        "snapshot", .post, ":snapshot", "Saves a copy of the project, in the place of an earlier one of that name.",
        within: time)
    package static let restore = Endpoint<SnapshotSelection, NoMembers>(
        "restore", .post, ":restore", "Puts the project back to a snapshot, clock and rules included.", within: time)
    package static let snapshots = Endpoint<NoMembers, SnapshotList>(
        "snapshots.list", .get, "/snapshots", "Lists the project's snapshots.")
    package static let deleteSnapshot = Endpoint<SnapshotSelection, NoMembers>(
        "snapshots.delete", .delete, "/snapshots/{name}", "Deletes a snapshot.")
    package static let export = DocumentEndpoint<ExportProjectRequest>(
        "export", ":export", "Answers the project in files.", answers: ["application/json", "text/csv"],
        as: ProjectExport.self, within: .seconds(300))
    package static let `import` = Endpoint<ImportProjectRequest, ImportSummary>(
        "import", .post, ":import", "Stores what is in files.", within: time)
}

/// The project to create as a copy.
package struct ForkProjectRequest: APIMessage {
    /// ID of a project that does not exist yet.
    package var to: String?
    /// How long until the copy is dropped, such as `30m`; by default, it stays.
    package var expiresIn: String?

    package init(to: String?, expiresIn: String? = nil) {
        self.to = to
        self.expiresIn = expiresIn
    }

    package static let notes: JSONValue = [
        "to": ["description": "ID of the copy.", "required": true],
        "expiresIn": "When the copy is dropped, such as `30m` or `2h`; by default, never.",
    ]
}

/// Which snapshot.
package struct SnapshotSelection: APIMessage {
    /// 1 through 128 bytes; by default `default`.
    package var name: String?

    package init(_ name: String? = nil) { self.name = name }

    package static let notes: JSONValue = ["name": ["default": "default", "description": "1 through 128 bytes."]]
}

/// The form of an export, and whose accounts.
package struct ExportProjectRequest: APIMessage {
    package var format: String?
    package var tenant: String?

    package init(format: String?, tenant: String?) {
        self.format = format
        self.tenant = tenant
    }

    package static let notes: JSONValue = [
        "format": [
            "default": "emulator", "description": "All are JSON but `auth-export-csv`.",
            "enum": ["emulator", "fixture", "auth-export", "auth-export-csv"],
        ],
        "tenant": "Whose accounts an `auth-export` has, instead of the project's own.",
    ]
}

/// The contents of files by their names.
package struct ImportProjectRequest: APIMessage {
    package var files: JSONValue?

    package init(_ files: JSONValue) { self.files = files }

    package static let notes: JSONValue = [
        "files": [
            "additionalProperties": ["type": "any"],
            "description": "Contents by name: of a `.csv` file its text, of a JSON file its value.", "required": true,
            "type": "object",
        ]
    ]
}

/// An export in JSON.
package struct ProjectExport: APIDocument {
    package let value: JSONValue

    package init(_ value: JSONValue) { self.value = value }

    package static let parts: [EndpointEntry.Message] = [FixtureDocument.self]
    package static let schema: JSONValue = [
        "description": "Of `emulator` the files by name, of `fixture` a fixture, of `auth-export` the accounts.",
        "type": "object",
    ]
    package static let notes: JSONValue = [
        "files": ["additionalProperties": ["type": "any"], "type": "object"],
        "version": ["format": "int32", "type": "integer"],
        "projects": ["additionalProperties": ["$ref": "FixtureDocument"], "type": "object"],
        "users": ["items": ["additionalProperties": ["type": "any"], "type": "object"], "type": "array"],
    ]
}

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

extension SnapshotEntry: APIMessage {
    package static let notes: JSONValue = [
        "bytes": ["description": "Size of the database.", "format": "int64"]
    ]
}

extension SnapshotList: APIMessage {}

extension ForkedProject: APIMessage {
    package static let notes: JSONValue = [
        "expiresAt": ["description": "When it is dropped, by the server's time.", "format": "date-time"]
    ]
}

extension ImportSummary: APIMessage {
    package static let notes: JSONValue = [
        "accounts": "Accounts that were stored, those of tenants included."
    ]
}
