package import FirebreakWire

/// What a project's clock shows in relation to the server's.
package struct ProjectClock: Sendable, Equatable {
    /// Milliseconds that the clock is ahead.
    package var offset: Int64 = 0
    /// The moment at which the clock stands still.
    package var frozenAt: Timestamp?

    package init() {}

    package init(document: JSON) {
        offset = document["offset"]?.integerValue ?? 0
        frozenAt = document["frozenAt"]?.integerValue.map(Timestamp.init(milliseconds:))
    }

    package func time(at server: Timestamp) -> Timestamp { frozenAt ?? server.advanced(byMilliseconds: offset) }
}
