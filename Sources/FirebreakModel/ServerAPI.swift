/// The methods about the server itself.
package enum ServerAPI {
    package static let info = Endpoint<NoMembers, ServerInfo>(
        "info", .get, "/info", of: .server, "Describes the server.")
}

/// A description of the server.
public struct ServerInfo: Codable, Sendable, Equatable {
    /// The product's version.
    public var version: String
    /// The profile that new projects start with, such as `local`.
    public var profile: String
    /// Name or address to connect to.
    public var host: String
    /// The TCP port it listens on.
    public var port: Int
    /// Base URL without a slash at the end.
    public var url: String
    /// Where it takes the mails that apps send themselves, `host:port`; `nil` where it does not.
    public var mailServer: String?
    /// ID of the project of requests that name none.
    public var defaultProject: String
    /// IDs of the existing projects, sorted.
    public var projects: [String]
    /// Names of optional features of this server.
    public var features: [String]
    /// Names of the operations and messages, as faults and the journal have them, sorted.
    public var operations: [String]

    /// A description of a server.
    public init(
        version: String, profile: String, host: String, port: Int, url: String, defaultProject: String,
        projects: [String], features: [String], operations: [String] = []
    ) {
        self.version = version
        self.profile = profile
        self.host = host
        self.port = port
        self.url = url
        self.defaultProject = defaultProject
        self.projects = projects
        self.features = features
        self.operations = operations
    }
}

extension ServerInfo: APIMessage {
    package static let notes: JSONValue = [
        "profile": [
            "description": "The profile that new projects start with.", "enum": ["emulator", "local", "production"],
        ],
        "host": "Name or address to connect to.",
        "url": "Base URL, without a slash at the end.",
        "mailServer": "Where it takes the mails that apps send themselves, `host:port`.",
        "defaultProject": "ID of the project of requests that name none.",
        "projects": "IDs of the existing projects, sorted.",
        "features": "Names of optional features of this server.",
        "operations": "Names of operations and messages, as faults and the journal have them.",
    ]
}
