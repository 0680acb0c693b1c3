import FirebreakWire

/// A request that this server sends to another one: a blocking function, a listener for account events, or a
/// receiver of messages.
package struct OutgoingRequest: Sendable, Equatable {
    /// Bytes of the largest response that is read: a function's is a small document.
    package static let maximumResponse = 1 << 20

    /// An absolute http or https URL, in the form that every client reads alike.
    package let url: String
    /// JSON.
    package var body: [UInt8]
    package let contentType: String
    /// Milliseconds until the whole response must have arrived.
    package var timeout: Int64
    /// In addition to those that describe the body, by name.
    package var headers: [String: String]
    /// Whether an answer that names another URL leads there; otherwise it is the response.
    package let followsRedirects: Bool

    package init(
        url: String, body: [UInt8], contentType: String = "application/json", timeout: Int64,
        headers: [String: String] = [:], followsRedirects: Bool = true
    ) {
        self.url = AbsoluteURL(url)?.exact ?? url
        self.body = body
        self.contentType = contentType
        self.timeout = timeout
        self.headers = headers
        self.followsRedirects = followsRedirects
    }

    package struct Response: Sendable, Equatable {
        package var status: Int
        package var body: [UInt8]

        package init(status: Int, body: [UInt8]) {
            self.status = status
            self.body = body
        }
    }

    /// Why there is no response. What is described is a clause for people, such as `connection refused`.
    package enum Failure: Error, Sendable, Equatable, CustomStringConvertible {
        case timedOut
        /// There was no connection.
        case unreachable(String)
        /// There was a connection, and no whole response on it.
        case interrupted(String)
        /// It is larger than ``maximumResponse``.
        case tooLarge

        package var description: String {
            switch self {
            case .timedOut: "there was no answer in time"
            case .unreachable(let reason), .interrupted(let reason): reason
            case .tooLarge: "the answer is larger than \(maximumResponse >> 20) MiB"
            }
        }
    }

    /// Posts a request and reads the whole response.
    package typealias Sender = @Sendable (OutgoingRequest) async throws(Failure) -> Response
}
