package import FirebreakWire

/// How far the delivery of a message to one destination has come.
package struct StoredDelivery: Sendable, Equatable {
    package enum State: String, Sendable { case pending, delivered, failed }

    /// The destination's name.
    package var destination: String
    package var state: State
    package var attempts: Int64
    /// What went wrong in the last attempt that failed.
    package var lastError: String?

    package init(destination: String, state: State, attempts: Int64, lastError: String? = nil) {
        self.destination = destination
        self.state = state
        self.attempts = attempts
        self.lastError = lastError
    }
}

/// A delivery that is to be made next.
package struct PendingDelivery: Sendable, Equatable {
    package var message: Message
    package var destination: MessageDestination
    /// How many attempts have failed.
    package var attempts: Int64
    /// When to make the next attempt, by the server's time; `nil` for at once.
    package var nextAt: Timestamp?
}
