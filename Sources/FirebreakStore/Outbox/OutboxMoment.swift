package import FirebreakWire

/// The times by which the messages of a project are judged.
package struct OutboxMoment: Sendable, Equatable {
    /// The project's time, which says what has arrived.
    package var now: Timestamp
    /// The time that says what has expired: long ago in a project in which nothing expires.
    package var expiry: Timestamp

    /// - Parameter expiry: `nil` for the same time.
    package init(_ now: Timestamp, expiry: Timestamp? = nil) {
        self.now = now
        self.expiry = expiry ?? now
    }
}
