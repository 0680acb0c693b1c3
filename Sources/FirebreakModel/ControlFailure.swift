/// The body of an answer that is a failure.
public struct ControlFailure: Codable, Sendable, Equatable {
    /// What failed.
    public var error: Content

    /// What failed.
    public struct Content: Codable, Sendable, Equatable {
        /// The HTTP status.
        public var code: Int
        /// An upper-case code, or one with an explanation after ` : `.
        public var message: String
        /// The same in the form of older APIs.
        public var errors: [Reason]?
        /// The canonical name of the failure, such as `NOT_FOUND`.
        public var status: String?
        /// More about the failure: for a fixture, one object for each problem.
        public var details: [JSONValue]?

        /// A failure.
        public init(
            code: Int, message: String, errors: [Reason]? = nil, status: String? = nil, details: [JSONValue]? = nil
        ) {
            self.code = code
            self.message = message
            self.errors = errors
            self.status = status
            self.details = details
        }
    }

    /// The failure in the form of Google's older APIs.
    public struct Reason: Codable, Sendable, Equatable {
        /// The message, repeated.
        public var message: String?
        /// A word for the kind of failure, such as `invalid`.
        public var reason: String?
        /// Usually `global`.
        public var domain: String?

        /// Creates a reason; unknown parts are absent.
        public init(message: String? = nil, reason: String? = nil, domain: String? = nil) {
            self.message = message
            self.reason = reason
            self.domain = domain
        }
    }

    /// A failure in its envelope.
    public init(error: Content) { self.error = error }
}
