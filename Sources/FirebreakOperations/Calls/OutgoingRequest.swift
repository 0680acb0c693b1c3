/// A call that this server makes to somebody else's: a blocking function or a listener for account events.
package struct OutgoingRequest: Sendable, Equatable {
    /// An absolute http or https URL.
    package var url: String
    /// JSON.
    package var body: [UInt8]
    /// Milliseconds until the whole answer must be there.
    package var timeout: Int64

    package init(url: String, body: [UInt8], timeout: Int64) {
        self.url = url
        self.body = body
        self.timeout = timeout
    }

    package struct Response: Sendable, Equatable {
        package var status: Int
        package var body: [UInt8]

        package init(status: Int, body: [UInt8]) {
            self.status = status
            self.body = body
        }
    }

    /// Why there is no answer.
    package enum Failure: Error, Sendable, Equatable {
        case timedOut
        /// In words for the log.
        case unreachable(String)
    }

    /// Posts a request, following redirects, and reads the whole answer.
    package typealias Sender = @Sendable (OutgoingRequest) async throws(Failure) -> Response
}
