import FirebreakWire

/// A call of the control API, however it travels.
public struct ControlRequest: Sendable, Equatable {
    /// What is to be done.
    public enum Method: String, Sendable {
        /// To read.
        case get = "GET"
        /// To do something.
        case post = "POST"
        /// To change something.
        case patch = "PATCH"
        /// To remove something.
        case delete = "DELETE"
    }

    /// A name and its value, in the query or among the headers.
    public struct Field: Sendable, Equatable {
        /// The name as it is.
        public var name: String
        /// The value as it is.
        public var value: String

        /// A name and its value.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// What is to be done.
    public var method: Method
    /// Starts with a slash; what is variable in it is percent-encoded.
    public var path: String
    /// In the order in which they are sent; not encoded.
    public var query: [Field]
    /// Besides those that every request has.
    public var headers: [Field]
    /// Empty where there is none.
    public var body: [UInt8]
    /// How long the answer may take.
    public var timeout: Duration

    /// What a call takes that does no large work.
    public static let standardTimeout = Duration.seconds(30)

    /// A call of these parts.
    public init(
        _ method: Method, _ path: String, query: [Field] = [], headers: [Field] = [], body: [UInt8] = [],
        timeout: Duration = standardTimeout
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.headers = headers
        self.body = body
        self.timeout = timeout
    }

    /// Path and query as they stand in the first line of a request.
    public var target: String {
        let parameters = query.map { "\(PercentEncoding.encode($0.name))=\(PercentEncoding.encode($0.value))" }
        return parameters.isEmpty ? path : path + "?" + parameters.joined(separator: "&")
    }
}
