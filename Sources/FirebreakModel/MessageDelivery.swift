/// How far a message has come on its way to another server.
public struct MessageDelivery: Codable, Sendable, Equatable {
    /// The URL that the message is posted to, or the mail server as `smtp://host:port`; without anything secret.
    public var to: String
    /// What became of it.
    public var state: State
    /// How many attempts were made.
    public var attempts: Int
    /// What went wrong in the last attempt that failed.
    public var lastError: String?

    /// What became of a delivery.
    public struct State: RawRepresentable, Codable, Sendable, Hashable {
        /// The name on the wire.
        public let rawValue: String

        /// A name, known to this version or not.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// It will be attempted, or attempted again.
        public static let pending = Self(rawValue: "pending")
        /// The other server has taken it.
        public static let delivered = Self(rawValue: "delivered")
        /// It was given up.
        public static let failed = Self(rawValue: "failed")
    }

    /// Creates a delivery.
    public init(to: String, state: State, attempts: Int, lastError: String? = nil) {
        self.to = to
        self.state = state
        self.attempts = attempts
        self.lastError = lastError
    }
}
