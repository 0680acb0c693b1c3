/// One call of the server, as the journal shows it.
///
/// Passwords, tokens, codes, secrets and API keys in it are replaced by what they are, such as `<password>`.
public struct JournalRecord: Codable, Sendable, Equatable, Identifiable {
    /// Position among all calls of the server, from 1: the cursor of the list of all calls.
    public var id: Int64
    /// Position among the calls of its project, or among those without one: the cursor of a project's list.
    public var seq: Int64
    private var projectOrNull: Nullable<String>
    /// The project it was about; `nil` if it found none.
    public var project: String? {
        get { projectOrNull.value }
        set { projectOrNull.value = newValue }
    }
    /// When it began: RFC 3339 with milliseconds, by the project's clock.
    public var at: String
    /// The operation, such as `accounts.signUp`; `nil` if there is no such path.
    public var operation: String?
    /// The HTTP method.
    public var method: String
    /// The path with its query.
    public var path: String
    /// The HTTP status of the answer; absent where a fault ended the connection without one.
    public var status: Int?
    /// The code of the error, such as `EMAIL_EXISTS`.
    public var error: String?
    /// Why it was answered so, where a setting, a key or the clock decided.
    public var explanation: String?
    /// How long it took to make the answer.
    public var durationMicroseconds: Int64
    /// Who called; `nil` if the credentials were refused or not looked at.
    public var caller: Caller?
    /// ID of the tenant it was about.
    public var tenant: String?
    /// ID of the account it was about.
    public var localID: String?
    /// Address of that account.
    public var email: String?
    /// Phone number of that account.
    public var phoneNumber: String?
    /// What it reported about its client.
    public var client: Client
    /// The `seq` of each message that it put into the project's outbox.
    public var messages: [Int64]
    /// ID of the fault that made the answer, or delayed it.
    public var fault: String?
    /// The body of the request, the fields of a form as an object.
    public var request: JSONValue?
    /// The whole length of the request's body in bytes, if only its beginning was kept.
    public var requestLength: Int?
    /// The body of the answer.
    public var response: JSONValue?
    /// The whole length of the answer's body in bytes, if only its beginning was kept.
    public var responseLength: Int?

    /// What a call reported about its client.
    public struct Client: Codable, Sendable, Equatable {
        /// The SDK and its version (`X-Client-Version`).
        public var version: String?
        /// The program (`User-Agent`).
        public var userAgent: String?
        /// The web page that called.
        public var origin: String?
        /// Address of the client.
        public var ip: String?

        /// Creates a client; unknown parts are absent.
        public init(
            version: String? = nil, userAgent: String? = nil, origin: String? = nil, ip: String? = nil
        ) {
            self.version = version
            self.userAgent = userAgent
            self.origin = origin
            self.ip = ip
        }
    }

    /// Who calls. A struct rather than an enumeration, so that a client can decode the values of a later server.
    public struct Caller: RawRepresentable, Codable, Sendable, Hashable {
        /// The name on the wire.
        public let rawValue: String

        /// A name, known to this version or not.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// An app, with an API key.
        public static let app = Self(rawValue: "app")
        /// An admin, with an access token.
        public static let admin = Self(rawValue: "admin")
        /// Anybody: the endpoint needs no credentials.
        public static let anybody = Self(rawValue: "anybody")
    }

    private enum CodingKeys: String, CodingKey {
        case id, seq
        case projectOrNull = "project"
        case at, operation, method, path, status, error, explanation, durationMicroseconds, caller, tenant
        case localID = "localId"
        case email, phoneNumber, client, messages, fault, request, requestLength, response, responseLength
    }

    /// Creates a record with the members that every record has.
    public init(
        id: Int64, seq: Int64, project: String?, at: String, method: String, path: String, status: Int?,
        durationMicroseconds: Int64, client: Client = Client(), messages: [Int64] = []
    ) {
        self.id = id
        self.seq = seq
        projectOrNull = Nullable(project)
        self.at = at
        self.method = method
        self.path = path
        self.status = status
        self.durationMicroseconds = durationMicroseconds
        self.client = client
        self.messages = messages
    }
}

/// A page of calls of the journal.
public struct JournalPage: Codable, Sendable, Equatable {
    /// In the requested order.
    public var requests: [JournalRecord]
    /// The cursor to pass as `after` for the next calls: the highest among the calls; if there are none, the requested
    /// `after`, or without it that of the last call.
    public var nextCursor: Int64

    /// Creates a page.
    public init(requests: [JournalRecord], nextCursor: Int64) {
        self.requests = requests
        self.nextCursor = nextCursor
    }
}
