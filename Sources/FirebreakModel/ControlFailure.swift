/// The body of an answer that is a failure.
package struct ControlFailure: Codable, Sendable, Equatable {
    /// What failed.
    package var error: Content

    /// What failed.
    package struct Content: Codable, Sendable, Equatable {
        /// The HTTP status.
        package var code: Int
        /// An upper-case code, or one with an explanation after ` : `.
        package var message: String
        /// The same in the form of older APIs.
        var errors: [Reason]?
        /// The canonical name of the failure, such as `NOT_FOUND`.
        package var status: String?
        /// More about the failure: for a fixture, one object for each problem.
        package var details: [JSONValue]?

        /// A failure.
        package init(
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
    package struct Reason: Codable, Sendable, Equatable {
        /// The message, repeated.
        package var message: String?
        /// A word for the kind of failure, such as `invalid`.
        var reason: String?
        /// Usually `global`.
        var domain: String?

        /// Creates a reason; unknown parts are absent.
        init(message: String? = nil, reason: String? = nil, domain: String? = nil) {
            self.message = message
            self.reason = reason
            self.domain = domain
        }
    }

    /// A failure in its envelope.
    init(error: Content) { self.error = error }
}
