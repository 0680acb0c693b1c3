public import FirebreakModel
import FirebreakWire

/// Why a call failed.
public struct FirebreakFailure: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kind of a failure, for programs to compare.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The upper-case word before the explanation, as the server sends it.
        public let rawValue: String

        /// A code, known to this version or not.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// There was no answer: the server is not running or not reachable, or the call timed out.
        public static let unreachable = Self(rawValue: "UNREACHABLE")
        /// The task that made the call was cancelled.
        public static let cancelled = Self(rawValue: "CANCELLED")
        /// The answer is not that of a Firebreak server, or of one of another version.
        public static let unexpectedAnswer = Self(rawValue: "UNEXPECTED_ANSWER")
        /// The call was refused before the control API saw it: by a proxy, or because its body is too large.
        public static let refused = Self(rawValue: "REFUSED")
        /// A value of the call is invalid.
        public static let invalidArgument = Self(rawValue: "INVALID_ARGUMENT")
        /// The resource does not exist.
        public static let notFound = Self(rawValue: "NOT_FOUND")
        /// The resource that the call would create exists already.
        public static let alreadyExists = Self(rawValue: "ALREADY_EXISTS")
        /// What the call is about is not in the state that it needs.
        public static let failedPrecondition = Self(rawValue: "FAILED_PRECONDITION")
        /// A fixture cannot be applied; the details have one object for each problem.
        public static let invalidFixture = Self(rawValue: "INVALID_FIXTURE")
        /// Too few messages arrived; the message says what did arrive.
        public static let outboxTimeout = Self(rawValue: "OUTBOX_TIMEOUT")
        /// Too few calls were made; the message says which were.
        public static let requestTimeout = Self(rawValue: "REQUEST_TIMEOUT")
    }

    /// What kind of failure it is.
    public let code: Code
    /// A description of the failure; the server's begin with the code.
    public let message: String
    /// The HTTP status of the answer; `nil` if there was none.
    public let status: Int?
    /// More about the failure, as the server sends it.
    public let details: [JSONValue]

    /// Creates a failure, for a transport or for tests.
    public init(_ code: Code, _ message: String, status: Int? = nil, details: [JSONValue] = []) {
        self.code = code
        self.message = message
        self.status = status
        self.details = details
    }

    /// The message.
    public var description: String { message }
}

extension FirebreakFailure {
    /// The task that made a call was cancelled before there was an answer.
    package static let wasCancelled = FirebreakFailure(.cancelled, "The call was cancelled.")

    /// The failure that an unsuccessful answer describes.
    package init(_ reply: ControlReply) {
        // Without an envelope: the answer comes from another program, such as a proxy, or from the HTTP layer.
        guard let error = (try? reply.decoded(ControlFailure.self))?.error, !error.message.isEmpty else {
            let text = reply.body.isEmpty ? "the server answered with status \(reply.status)" : reply.text
            self.init(.refused, text, status: reply.status)
            return
        }
        let word = error.message.firstRange(of: " : ").map { String(error.message[..<$0.lowerBound]) }
        self.init(
            Code(rawValue: word ?? error.message), error.message, status: reply.status, details: error.details ?? [])
    }
}
