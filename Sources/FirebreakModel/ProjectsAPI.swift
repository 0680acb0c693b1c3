/// The methods of projects.
package enum ProjectsAPI {
    package static let list = Endpoint<ListProjectsRequest, ProjectList>(
        "projects.list", .get, "/projects", of: .server, "Lists the projects of this process that were written to.")
    package static let create = Endpoint<CreateProjectRequest, ProjectSummary>(
        "projects.create", .post, "/projects", of: .server,
        "Makes an empty project. Projects need not be made: this is for another profile or for an end.")
    package static let get = Endpoint<NoMembers, ProjectSummary>("get", .get, "", "Summarizes a project.")
    package static let delete = Endpoint<NoMembers, NoMembers>(
        "delete", .delete, "", "Drops the project and its snapshots. Registered API keys stay.")
    package static let reset = Endpoint<ResetProjectRequest, ResetProjectResponse>(
        "reset", .post, ":reset", "Empties the project.")
}

/// Which projects.
package struct ListProjectsRequest: APIMessage {
    /// What is looked for in their IDs and numbers (firebreak.md section 4.9).
    package var q: String?

    package init(q: String?) { self.q = q }

    package static let notes: JSONValue = [
        "q": "Words that all must be in a project's ID or number, in any letter case."
    ]
}

/// The project to make.
package struct CreateProjectRequest: APIMessage {
    /// ID of a project that does not exist yet.
    package var projectID: String?
    /// Its profile; by default, the server's.
    package var profile: String?
    /// How long until it is dropped, such as `30m`; by default, it stays.
    package var expiresIn: String?

    private enum CodingKeys: String, CodingKey {
        case projectID = "projectId"
        case profile, expiresIn
    }

    package init(_ projectID: String?, profile: String? = nil, expiresIn: String? = nil) {
        self.projectID = projectID
        self.profile = profile
        self.expiresIn = expiresIn
    }

    package static let notes: JSONValue = [
        "projectId": ["required": true],
        "profile": ["description": "By default, the server's.", "enum": ["emulator", "local", "production"]],
        "expiresIn": "When it is dropped, such as `30m` or `2h`; by default, never.",
    ]
}

/// What to keep, and whether to seed again.
package struct ResetProjectRequest: APIMessage {
    /// Parts to keep: `config` (with tenants, rules and clock), `faults`, `outbox`.
    package var keep: [String]?
    /// Whether to apply the fixtures again.
    package var reseed: Bool?

    package init(keep: [String]?, reseed: Bool?) {
        self.keep = keep
        self.reseed = reseed
    }

    package static let notes: JSONValue = [
        "keep": [
            "description": "Parts to keep.", "items": ["enum": ["config", "faults", "outbox"], "type": "string"],
        ],
        "reseed": "Whether the fixtures of the start, else the last one, are applied again.",
    ]
}

/// What seeding again did; empty without it.
package struct ResetProjectResponse: APIMessage {
    package var seeded: SeedSummary?

    package init(seeded: SeedSummary? = nil) { self.seeded = seeded }

    package init(from decoder: any Decoder) throws {
        let isEmpty = try decoder.container(keyedBy: MemberName.self).allKeys.isEmpty
        seeded = isEmpty ? nil : try SeedSummary(from: decoder)
    }

    package func encode(to encoder: any Encoder) throws {
        if let seeded { try seeded.encode(to: encoder) } else { try NoMembers().encode(to: encoder) }
    }

    package static let schema: JSONValue = [
        "description": "A summary of the fixtures that were applied again; else empty."
    ]
    package static let notes: JSONValue = [
        "project": ["type": "string"], "created": ["format": "int32", "type": "integer"],
        "changed": ["format": "int32", "type": "integer"],
        "refs": ["additionalProperties": ["$ref": "SeededUser"], "type": "object"],
    ]
}

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

extension ProjectSummary: APIMessage {
    package static let notes: JSONValue = [
        "profile": ["enum": ["emulator", "local", "production"]],
        "counts": ["properties": ["openCodes": ["description": "Codes that can be used now."]]],
        "configDigest": [
            "description": "Sixteen hexadecimal digits, equal for equal configurations.", "pattern": "^[0-9a-f]{16}$",
        ],
        "outboxCursor": "`seq` of the latest message ever.",
        "apiKeys": "The derived one first.",
        "expiresAt": ["description": "When the project is dropped, by the server's time.", "format": "date-time"],
        "functions": [
            "description": "What the Functions emulator has for the project, once it has answered.",
            "properties": [
                "url": ["description": "The emulator's address."],
                "reachable": ["description": "Whether it answered when it was last asked."],
                "triggers": ["description": "Functions, by their events and tenants, and whether they are called."],
            ],
        ],
    ]
}

extension ProjectList: APIMessage {
    package static let notes: JSONValue = [
        "projects": [
            "description": "By ID.",
            "items": [
                "properties": [
                    "state": ["enum": ["available", "unavailable"]],
                    "problem": ["description": "Why the project is unavailable."],
                    "expiresAt": [
                        "description": "When the project is dropped, by the server's time.", "format": "date-time",
                    ],
                ]
            ],
        ]
    ]
}
