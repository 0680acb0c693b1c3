/// A project's settings at a glance, and how much is in it.
public struct ProjectSummary: Codable, Sendable, Equatable {
    /// The project's ID.
    public var projectID: String
    /// The project's number in responses.
    public var projectNumber: String
    /// The profile it follows, such as `local`.
    public var profile: String
    /// How much is in it.
    public var counts: Counts
    /// The state of its clock.
    public var clock: ClockState
    /// Sixteen hexadecimal digits that are equal for equal configurations.
    public var configDigest: String
    /// `seq` of the latest message ever: pass it as `after` to list only later ones.
    public var outboxCursor: Int64
    /// The derived one first, the registered ones sorted.
    public var apiKeys: [APIKeyEntry]
    /// When the project is dropped, in RFC 3339 by the server's time; `nil` for one that has no end.
    public var expiresAt: String?
    /// What the Functions emulator has for it; `nil` if the server uses none, or it never answered.
    public var functions: Functions?

    /// What a Functions emulator has for a project's accounts.
    public struct Functions: Codable, Sendable, Equatable {
        /// The emulator's address, such as `http://127.0.0.1:5001`.
        public var url: String
        /// Whether it answered when it was last asked; while it does not, calls that its functions are asked about fail.
        public var reachable: Bool
        /// In the emulator's order.
        public var triggers: [Trigger]

        /// A function and what it is called for.
        public struct Trigger: Codable, Sendable, Equatable {
            /// `beforeCreate` and others for a blocking function, `user.create` or `user.delete` for an account event.
            public var event: String
            /// The region of the function, such as `us-central1`.
            public var region: String
            /// The name of the function.
            public var name: String
            /// The tenant whose accounts it is called for, empty for the project's own; `nil` for those of all.
            public var tenant: String?
            /// Whether it is called. Not if the project's own configuration or rules name another one for the event.
            public var active: Bool

            /// A function; by default, one for the accounts of all tenants.
            public init(event: String, region: String, name: String, tenant: String? = nil, active: Bool) {
                self.event = event
                self.region = region
                self.name = name
                self.tenant = tenant
                self.active = active
            }
        }

        /// Functions.
        public init(url: String, reachable: Bool, triggers: [Trigger]) {
            self.url = url
            self.reachable = reachable
            self.triggers = triggers
        }
    }

    /// How much is in a project.
    public struct Counts: Codable, Sendable, Equatable {
        /// Accounts of the project itself.
        public var accounts: Int
        /// Accounts of the project and all its tenants.
        public var accountsWithTenants: Int
        /// Tenants of the project.
        public var tenants: Int
        /// Messages in the outbox.
        public var messages: Int
        /// Codes that can be used now.
        public var openCodes: Int

        /// Counts.
        public init(accounts: Int, accountsWithTenants: Int, tenants: Int, messages: Int, openCodes: Int) {
            self.accounts = accounts
            self.accountsWithTenants = accountsWithTenants
            self.tenants = tenants
            self.messages = messages
            self.openCodes = openCodes
        }
    }

    private enum CodingKeys: String, CodingKey {
        case projectID = "projectId"
        case projectNumber, profile, counts, clock, configDigest, outboxCursor, apiKeys, expiresAt, functions
    }

    /// A summary.
    public init(
        projectID: String, projectNumber: String, profile: String, counts: Counts, clock: ClockState,
        configDigest: String, outboxCursor: Int64, apiKeys: [APIKeyEntry], expiresAt: String? = nil,
        functions: Functions? = nil
    ) {
        self.projectID = projectID
        self.projectNumber = projectNumber
        self.profile = profile
        self.counts = counts
        self.clock = clock
        self.configDigest = configDigest
        self.outboxCursor = outboxCursor
        self.apiKeys = apiKeys
        self.expiresAt = expiresAt
        self.functions = functions
    }
}

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
