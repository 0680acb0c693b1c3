/// The existing projects.
public struct ProjectList: Codable, Sendable, Equatable {
    /// By ID.
    public var projects: [Entry]

    /// One project.
    public struct Entry: Codable, Sendable, Equatable {
        /// The project's ID.
        public var projectID: String
        /// The project's number in responses.
        public var projectNumber: String
        /// Whether it can be used.
        public var state: State
        /// Why the project is unavailable, in a sentence.
        public var problem: String?
        /// When the project is dropped, in RFC 3339 by the server's time; `nil` for one that has no end.
        public var expiresAt: String?

        private enum CodingKeys: String, CodingKey {
            case projectID = "projectId"
            case projectNumber, state, problem, expiresAt
        }

        /// Creates an entry; by default, of a project that can be used.
        public init(
            projectID: String, projectNumber: String, state: State = .available, problem: String? = nil,
            expiresAt: String? = nil
        ) {
            self.projectID = projectID
            self.projectNumber = projectNumber
            self.state = state
            self.problem = problem
            self.expiresAt = expiresAt
        }
    }

    /// Whether a project's database can be used.
    public struct State: RawRepresentable, Codable, Sendable, Hashable {
        /// The name on the wire.
        public let rawValue: String

        /// A name, known to this version or not.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// It can be used.
        public static let available = Self(rawValue: "available")
        /// Its database cannot be used.
        public static let unavailable = Self(rawValue: "unavailable")
    }

    /// A list of projects.
    public init(projects: [Entry]) { self.projects = projects }
}
