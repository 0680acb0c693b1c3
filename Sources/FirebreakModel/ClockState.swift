/// A project's clock.
public struct ClockState: Codable, Sendable, Equatable {
    /// The time it shows: RFC 3339 with milliseconds.
    public var now: String
    /// Milliseconds ahead of the server's clock; of a stopped clock, at the moment it was stopped.
    public var offset: Int64
    /// Whether it is stopped.
    public var frozen: Bool

    /// A clock that shows a time.
    public init(now: String, offset: Int64, frozen: Bool) {
        self.now = now
        self.offset = offset
        self.frozen = frozen
    }
}
