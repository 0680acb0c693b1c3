/// The methods of fixtures.
package enum SeedingAPI {
    package static let seed = UploadEndpoint<SeedProjectRequest, SeedSummary>(
        "seed", ":seed", "Applies a fixture.", takes: ["application/json", "application/yaml"],
        as: FixtureDocument.self, within: CopiesAPI.time)
    package static let refs = Endpoint<NoMembers, FixtureRefList>(
        "refs.list", .get, "/refs", "Lists the names that fixtures gave to accounts.")
    package static let ref = Endpoint<FixtureRefName, FixtureRefEntry>(
        "refs.get", .get, "/refs/{ref}", "Answers whose name a fixture gave.")
}

/// How a fixture is applied.
package struct SeedProjectRequest: APIMessage {
    package var file: String?
    package var strategy: String?
    package var dryRun: Bool?
    package var tokens: Bool?

    package init(file: String? = nil, strategy: String? = nil, tokens: Bool? = nil, dryRun: Bool? = nil) {
        self.file = file
        self.strategy = strategy
        self.tokens = tokens
        self.dryRun = dryRun
    }

    package static let notes: JSONValue = [
        "file": "How messages name the document.",
        "strategy": [
            "description": "What to do with accounts that exist; else what the fixture says.",
            "enum": ["merge", "replace", "fail"],
        ],
        "tokens": "Whether users with a ref are signed in, and their tokens answered.",
        "dryRun": "Whether to find out what would happen, and change nothing.",
    ]
}

/// Which name that a fixture gave.
package struct FixtureRefName: APIMessage {
    package var ref: String

    package init(_ ref: String) { self.ref = ref }
}

/// A fixture, or its part about a project.
package struct FixtureDocument: APIDocument {
    package let value: JSONValue

    package init(_ value: JSONValue) { self.value = value }

    package static let schema: JSONValue = [
        "description": "A fixture, or its part about a project, as `firebreak.schema.json` has it.",
        "additionalProperties": ["type": "any"], "type": "object",
    ]
}

/// What a fixture did to a project.
public struct SeedSummary: Codable, Sendable, Equatable {
    /// ID of the project.
    public var project: String
    /// How many accounts were created.
    public var created: Int
    /// How many accounts were changed.
    public var changed: Int
    /// The users with a ref, in the order of the fixture.
    public var refs: [Ref]

    /// A user's ref in the fixture, and the user it stands for.
    public struct Ref: Sendable, Equatable {
        /// The ref, as written in the fixture.
        public var name: String
        /// The user it stands for.
        public var user: User

        /// A name and its user.
        public init(_ name: String, _ user: User) {
            self.name = name
            self.user = user
        }
    }

    /// A user that was seeded.
    public struct User: Codable, Sendable, Equatable {
        /// The account's ID.
        public var uid: String
        /// ID of the user's tenant.
        public var tenant: String?
        /// The account's address.
        public var email: String?
        /// Present if tokens were requested and the user can sign in.
        public var idToken: String?
        /// The token with which new ID tokens are requested.
        public var refreshToken: String?
        /// Seconds until the ID token expires.
        public var expiresIn: String?

        /// A user without tokens.
        public init(uid: String, tenant: String? = nil, email: String? = nil) {
            self.uid = uid
            self.tenant = tenant
            self.email = email
        }
    }

    /// The user with that ref.
    public subscript(ref name: String) -> User? { refs.first { $0.name == name }?.user }

    /// A summary.
    public init(project: String, created: Int, changed: Int, refs: [Ref] = []) {
        self.project = project
        self.created = created
        self.changed = changed
        self.refs = refs
    }
}

extension SeedSummary {
    private enum CodingKeys: CodingKey { case project, created, changed, refs }

    /// Reads a summary.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        project = try container.decode(String.self, forKey: .project)
        created = try container.decode(Int.self, forKey: .created)
        changed = try container.decode(Int.self, forKey: .changed)
        refs = try container.decode(Refs.self, forKey: .refs).refs
    }

    /// Writes a summary.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(project, forKey: .project)
        try container.encode(created, forKey: .created)
        try container.encode(changed, forKey: .changed)
        try container.encode(Refs(refs: refs), forKey: .refs)
    }

    /// On the wire an object of names and users.
    private struct Refs: Codable {
        var refs: [Ref]

        init(refs: [Ref]) { self.refs = refs }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: MemberName.self)
            refs = try container.allKeys.map { Ref($0.stringValue, try container.decode(User.self, forKey: $0)) }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: MemberName.self)
            for ref in refs { try container.encode(ref.user, forKey: MemberName(ref.name)) }
        }
    }
}

/// A name that a fixture gave to an account.
public struct FixtureRefEntry: Codable, Sendable, Equatable {
    /// The name in the document.
    public var ref: String
    /// ID of the tenant; `nil` for an account of the project itself.
    public var tenant: String?
    /// ID of the account, which may have been deleted since.
    public var localID: String

    private enum CodingKeys: String, CodingKey {
        case ref, tenant
        case localID = "localId"
    }

    /// A name of an account.
    public init(ref: String, tenant: String?, localID: String) {
        self.ref = ref
        self.tenant = tenant
        self.localID = localID
    }
}

/// The names that fixtures gave to accounts of a project and its tenants.
package struct FixtureRefList: Codable, Sendable, Equatable {
    /// By name.
    package var refs: [FixtureRefEntry]

    /// A list of names.
    package init(refs: [FixtureRefEntry]) { self.refs = refs }
}

extension SeedSummary: APIMessage {
    package static let parts: [EndpointEntry.Message] = [User.self]
    package static let notes: JSONValue = [
        "created": "Accounts that were created.",
        "changed": "Accounts that were changed.",
        "refs": [
            "additionalProperties": ["$ref": "SeededUser"], "description": "The users with a ref, by ref.",
            "required": true, "type": "object",
        ],
    ]
}

extension SeedSummary.User: APIMessage {
    package static let schemaName = "SeededUser"

    package static let notes: JSONValue = [
        "idToken": "If tokens were asked for and the user can sign in.",
        "expiresIn": ["description": "Seconds.", "format": "int64"],
    ]
}

extension FixtureRefEntry: APIMessage {
    package static let notes: JSONValue = [
        "tenant": "Absent for the project itself."
    ]
}

extension FixtureRefList: APIMessage {}
