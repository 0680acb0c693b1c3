/// The methods of the catalogue of errors.
package enum ErrorsAPI {
    package static let list = Endpoint<NoMembers, ErrorList>(
        "errors.list", .get, "/errors", of: .server, "Lists the errors that the server can answer.")
    package static let get = Endpoint<ErrorCode, ErrorList>(
        "errors.get", .get, "/errors/{code}", of: .server,
        "Lists the errors with a code, which is the same in all profiles or in one.")
}

/// Which error.
package struct ErrorCode: APIMessage {
    package var code: String

    package init(_ code: String) { self.code = code }
}

/// An error that a server can answer.
public struct ErrorEntry: Codable, Sendable, Equatable {
    /// The word in capitals that the message begins with; the canonical status where the message is a sentence.
    public var code: String
    /// `error.message`; what differs from answer to answer is in angle brackets.
    public var message: String
    /// The HTTP status.
    public var httpStatus: Int
    /// Names of operations that answer it, such as `accounts.signUp`; `*` for all.
    public var operations: [String]
    /// The profiles that answer it.
    public var profiles: [InProfile]
    /// What it is about, such as `accounts`.
    public var area: String
    /// What raises it, in sentences.
    public var cause: String
    /// What to do about it, in sentences.
    public var remedy: String
    /// Why no request provokes it, if none does.
    public var unreachable: String?

    /// A profile that answers the error.
    public struct InProfile: Codable, Sendable, Equatable {
        /// The profile, such as `local`.
        public var name: String
        /// The code, where it is another one.
        public var code: String?
        /// The message, where it is another one.
        public var message: String?
        /// The HTTP status, where it is another one.
        public var httpStatus: Int?

        /// A profile with what is different in it.
        public init(name: String, code: String? = nil, message: String? = nil, httpStatus: Int? = nil) {
            self.name = name
            self.code = code
            self.message = message
            self.httpStatus = httpStatus
        }
    }

    /// An error.
    public init(
        code: String, message: String, httpStatus: Int, operations: [String], profiles: [InProfile], area: String,
        cause: String, remedy: String, unreachable: String? = nil
    ) {
        self.code = code
        self.message = message
        self.httpStatus = httpStatus
        self.operations = operations
        self.profiles = profiles
        self.area = area
        self.cause = cause
        self.remedy = remedy
        self.unreachable = unreachable
    }
}

/// Errors that a server can answer.
package struct ErrorList: Codable, Sendable, Equatable {
    /// By area, then by code.
    package var errors: [ErrorEntry]

    /// A list of errors.
    package init(errors: [ErrorEntry]) { self.errors = errors }
}

extension ErrorEntry: APIMessage {
    package static let notes: JSONValue = [
        "code": "The word in capitals that the message begins with; of a sentence the status.",
        "message": "What differs from answer to answer is in angle brackets.",
        "operations": "Names of operations that answer it; `*` for all.",
        "profiles": "The profiles that answer it, with what is different there.",
        "area": "What it is about, such as `accounts`.",
        "unreachable": "Why no request provokes it, if none does.",
    ]
}

extension ErrorList: APIMessage {}
