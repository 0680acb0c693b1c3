public import FirebreakModel
package import FirebreakWire

/// A call of the control API, independent of its transport.
public struct ControlRequest: Sendable, Equatable {
    /// The verb of a request.
    public typealias Method = RequestMethod

    /// A name and its value, in the query or among the headers.
    public struct Field: Sendable, Equatable {
        /// The name, not encoded.
        public var name: String
        /// The value, not encoded.
        public var value: String

        /// A name and its value.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// As whom a call is made: it decides which token the transport sends.
    public enum Caller: Sendable {
        /// A caller of the control API, with the control token.
        case control
        /// An admin, who calls Google's own methods, with the admin token.
        case admin
    }

    /// What is to be done.
    public var method: Method
    /// Starts with a slash; its variable parts are percent-encoded.
    public var path: String
    /// In the order in which they are sent; not encoded.
    public var query: [Field]
    /// In addition to those that every request has.
    public var headers: [Field]
    /// Empty if there is none.
    public var body: [UInt8]
    /// How long the answer may take.
    public var timeout: Duration
    /// As whom the call is made.
    public var caller: Caller

    /// The time limit of calls without heavy work.
    public static let standardTimeout = Duration.seconds(30)

    /// Creates a call.
    public init(
        _ method: Method, _ path: String, query: [Field] = [], headers: [Field] = [], body: [UInt8] = [],
        timeout: Duration = standardTimeout, caller: Caller = .control
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.headers = headers
        self.body = body
        self.timeout = timeout
        self.caller = caller
    }

    /// The request target: path and query as in the first line of a request.
    public var target: String {
        let parameters = query.map { "\(PercentEncoding.encode($0.name))=\(PercentEncoding.encode($0.value))" }
        return parameters.isEmpty ? path : path + "?" + parameters.joined(separator: "&")
    }
}

extension ControlRequest {
    /// The call of a method of the API.
    ///
    /// - Parameters:
    ///   - members: The input as an object: what the path has, and the rest in the query or in the body.
    ///   - project: The project that it is about; `nil` for the server.
    ///   - document: The body of a method that takes one.
    package init(_ entry: EndpointEntry, _ members: JSON, project: String? = nil, document: [UInt8]? = nil) {
        let projectMember = project.map { [JSON.Member(EndpointEntry.project, .string($0))] } ?? []
        let (path, rest) = PathTemplate.filled(entry.path, projectMember + (members.objectValue ?? []))
        let isInQuery = document != nil || entry.body == nil
        let query = isInQuery ? rest.map { Field($0.key, $0.value.stringValue ?? $0.value.text) } : []
        let body = document ?? (isInQuery ? [] : members.objectValue == nil ? members.bytes : JSON.object(rest).bytes)
        self.init(
            entry.method, path, query: query,
            headers: body.isEmpty ? [] : [.init("content-type", "application/json")], body: body, timeout: entry.time)
    }

    /// - Throws: Only for an input that cannot be written as JSON, such as infinity.
    package init(
        _ entry: EndpointEntry, input: some Encodable, project: String? = nil, document: [UInt8]? = nil
    ) throws(FirebreakFailure) {
        let members: JSON
        do { members = try JSON(parsing: WireEncoder().encode(input)) } catch {
            throw FirebreakFailure(.invalidArgument, "This cannot be sent: \(error)")
        }
        self.init(entry, members, project: project, document: document)
    }
}

extension ServerEvent {
    /// The data, decoded.
    ///
    /// - Throws: As ``ControlReply/decoded(_:)``.
    package func decoded<Value: Decodable>(_ type: Value.Type = Value.self) throws(FirebreakFailure) -> Value {
        try ControlReply(status: 200, body: data).decoded(type)
    }
}

extension ControlRequest.Caller {
    /// The bearer token that such a caller presents.
    package func token(control: String?, admin: String?) -> String? {
        switch self {
        case .control: control
        // What emulators take in place of an admin's credentials.
        case .admin: admin ?? "owner"
        }
    }
}

/// An answer of the control API, read completely.
public struct ControlReply: Sendable, Equatable {
    /// The HTTP status.
    public var status: Int
    /// JSON, unless the call documents another form.
    public var body: [UInt8]

    /// Creates an answer.
    public init(status: Int, body: [UInt8]) {
        self.status = status
        self.body = body
    }

    /// Whether the call succeeded.
    public var isSuccess: Bool { (200..<300).contains(status) }

    /// The body as a string.
    public var text: String { String(decoding: body, as: UTF8.self) }

    private static let decoder = WireDecoder(nullIsAbsent: true, readsWideIntegers: true)

    /// The body, decoded.
    ///
    /// - Throws: A failure with ``FirebreakFailure/Code/unexpectedAnswer`` when it cannot be decoded.
    package func decoded<Value: Decodable>(_ type: Value.Type) throws(FirebreakFailure) -> Value {
        do {
            return try Self.decoder.decode(type, from: JSON(parsing: body))
        } catch {
            throw FirebreakFailure(
                .unexpectedAnswer, "The server's answer is not what this call expects; is it a Firebreak server?",
                status: status)
        }
    }
}
