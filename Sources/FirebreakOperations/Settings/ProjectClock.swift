package import FirebreakStore
package import FirebreakWire

/// A project's clock relative to the server's (firebreak.md section 4).
///
/// A change makes a new value, which ``store(in:)`` stores. The clock is read with the settings.
package struct ProjectClock: Sendable, Equatable {
    /// Milliseconds that the clock is ahead.
    package var offset: Int64 = 0
    /// The time at which the clock is frozen.
    package var frozenAt: Timestamp?

    /// The possible times: from 1970 until a hundred years, the longest lifetime of anything, before RFC 3339 ends.
    package static let range =
        Timestamp(milliseconds: 0)...Timestamp(milliseconds: 250_246_627_199_999)

    /// A clock that shows the server's time.
    init() {}

    package init(document: JSON) {
        offset = document["offset"]?.integerValue ?? 0
        frozenAt = document["frozenAt"]?.integerValue.map(Timestamp.init(milliseconds:))
    }

    /// A clock that shows this time and runs on from there, or is frozen.
    ///
    /// - Parameter server: The server's time now.
    /// - Throws: `INVALID_ARGUMENT` for a time out of ``range``.
    package init(showing time: Timestamp, isFrozen: Bool, at server: Timestamp) throws(WireError) {
        guard Self.range.contains(time) else {
            throw .invalidArgument(
                "a clock shows \(Self.range.lowerBound.rfc3339) through \(Self.range.upperBound.rfc3339), nothing else")
        }
        offset = time.milliseconds &- server.milliseconds
        frozenAt = isFrozen ? time : nil
    }

    /// Checks an imported document.
    ///
    /// - Parameter server: The server's time now.
    /// - Throws: `INVALID_ARGUMENT` for a clock that shows a time out of ``range``.
    package static func check(stored document: JSON, at server: Timestamp) throws(WireError) {
        let clock = ProjectClock(document: document)
        _ = try ProjectClock(showing: clock.time(at: server), isFrozen: clock.frozenAt != nil, at: server)
    }

    /// The project's clock as it is stored.
    package init(in tx: Transaction) throws {
        self = try tx.setting(.clock).map(Self.init(document:)) ?? Self()
    }

    /// Stores the clock; one that shows the server's time is removed.
    package func store(in tx: Transaction) throws {
        guard self != Self() else { return try tx.clear(.clock) }
        try tx.set(.clock, to: document)
    }

    /// As it is stored.
    package var document: JSON {
        var document: JSON = ["offset": .int(offset)]
        document["frozenAt"] = frozenAt.map { .int($0.milliseconds) }
        return document
    }

    package func time(at server: Timestamp) -> Timestamp { frozenAt ?? server.advanced(byMilliseconds: offset) }

    /// The clock moved forward; a frozen clock stays frozen.
    ///
    /// - Throws: `INVALID_ARGUMENT` if it would leave ``range``.
    package func advanced(byMilliseconds delta: Int64, at server: Timestamp) throws(WireError) -> ProjectClock {
        try ProjectClock(
            showing: time(at: server).advanced(byMilliseconds: delta), isFrozen: frozenAt != nil, at: server)
    }

    /// The clock frozen at its current time.
    package func frozen(at server: Timestamp) throws(WireError) -> ProjectClock {
        try ProjectClock(showing: time(at: server), isFrozen: true, at: server)
    }

    /// The clock running on from its current time.
    package func resumed(at server: Timestamp) throws(WireError) -> ProjectClock {
        guard let frozenAt else { return self }
        return try ProjectClock(showing: frozenAt, isFrozen: false, at: server)
    }

    /// - Parameter name: The name of the value, for the error.
    /// - Throws: `INVALID_ARGUMENT` if it is not an RFC 3339 time.
    package static func time(_ name: String, _ text: String) throws(WireError) -> Timestamp {
        guard let time = Timestamp(rfc3339: text) else {
            throw .invalidArgument(member: name, "must be a time as RFC 3339 writes it, such as 2026-06-01T12:00:00Z")
        }
        return time
    }
}
