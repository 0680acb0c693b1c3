/// The methods of the journal, of a project and of all.
package enum RequestsAPI {
    package static let listAll = Endpoint<Listed<RequestFilter>, JournalPage>(
        "requests.list", .get, "/requests", of: .server,
        "Lists calls of all projects, and those that found none; `after` is an `id`.")
    package static let streamAll = StreamEndpoint<RequestFilter>(
        "requests.stream", "/requests:stream", of: .server,
        "Tells all calls that match as server-sent events; `after` is an `id`.")
    package static let list = Endpoint<Listed<RequestFilter>, JournalPage>(
        "requests.list", .get, "/requests", "Lists calls of the project.")
    package static let stream = StreamEndpoint<RequestFilter>(
        "requests.stream", "/requests:stream", "Tells the project's calls that match as server-sent events.")
    package static let wait = Endpoint<Awaited<RequestFilter>, JournalPage>(
        "requests.wait", .get, "/requests:wait",
        "Waits until so many calls are there. Answers 408 when the time is over.")
    package static let delete = Endpoint<NoMembers, Deletion>(
        "requests.delete", .delete, "/requests", "Empties the journal.")
    package static let listing = ListingEndpoints(list: list, wait: wait, stream: stream)
}

/// Selects calls of the journal; all given conditions must match.
public struct RequestFilter: Codable, Sendable, Equatable {
    /// A name such as `accounts.signUp`, or `accounts.*` for all that begin so.
    public var operation: String?
    /// An HTTP status, or a class of them, such as `4xx`.
    public var status: String?
    /// The code of an error, such as `EMAIL_EXISTS`.
    public var error: String?
    /// ID of the account that the call was about.
    public var localID: String?
    /// Address of that account, case-insensitive.
    public var email: String?
    /// Phone number of that account.
    public var phoneNumber: String?
    /// Who called.
    public var caller: JournalRecord.Caller?
    /// ID of the tenant that the call was about.
    public var tenant: String?
    /// Words that all must be in what lists show of the call: operation, path, status, error, its reason, account.
    public var search: String?
    /// Only calls after this cursor.
    public var after: Int64?

    /// Selects all calls that match the given conditions.
    public init(
        operation: String? = nil, status: String? = nil, error: String? = nil, localID: String? = nil,
        email: String? = nil, phoneNumber: String? = nil, caller: JournalRecord.Caller? = nil,
        tenant: String? = nil, search: String? = nil, after: Int64? = nil
    ) {
        self.operation = operation
        self.status = status
        self.error = error
        self.localID = localID
        self.email = email
        self.phoneNumber = phoneNumber
        self.caller = caller
        self.tenant = tenant
        self.search = search
        self.after = after
    }
}

extension RequestFilter: APIMessage {
    private enum CodingKeys: String, CodingKey {
        case operation, status, error
        case localID = "localId"
        case email, phoneNumber, caller, tenant
        case search = "q"
        case after
    }

    package static let notes: JSONValue = [
        "operation": "A name, or `accounts.*` for all that begin so.",
        "status": "An HTTP status, or a class of them, such as `4xx`.",
        "error": "The code of an error.",
        "email": "An address, in any case.",
        "q": "Words that all must be in what lists show of the call, in any letter case.",
        "after": ["description": "Only calls with a higher `seq`.", "minimum": 0],
    ]
}

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

extension JournalRecord: APIMessage {
    package static let notes: JSONValue = [
        "id": "Position among all calls of the server.",
        "seq": "Position among the calls of its project.",
        "at": ["description": "By the project's clock.", "format": "date-time"],
        "path": "With the query.",
        "status": "Absent where a fault ended the connection without an answer.",
        "explanation": "Why it was answered so, where a setting, a key or the clock decided.",
        "messages": "The `seq` of each message that it put into the outbox.",
        "fault": "ID of the fault that made the answer, or delayed it.",
        "request": "The body, the fields of a form as an object.",
        "requestLength": "Bytes, if only the beginning was kept.",
        "responseLength": "Bytes, if only the beginning was kept.",
    ]
}

extension JournalPage: APIMessage {
    package static let notes: JSONValue = [
        "nextCursor": "Pass it as `after` for the next calls."
    ]
}

extension JournalRecord.Caller: KnownValues {
    package static let known: [Self] = [.app, .admin, .anybody]
}
