public import FirebreakModel
import FirebreakWire

extension FirebreakProject {
    /// The project's clock, which codes, tokens, cookies and the status of messages follow.
    public var clock: Clock { Clock(project: self) }

    /// The clock of a project.
    public struct Clock: Sendable {
        fileprivate let project: FirebreakProject
    }
}

extension FirebreakProject.Clock {
    /// What the clock shows.
    public func state() async throws(FirebreakFailure) -> ClockState { try await project.call(ClockAPI.get) }

    /// Moves the clock forward. A stopped clock stays stopped at the new time.
    ///
    /// - Parameter time: In whole milliseconds, not negative.
    /// - Throws: `INVALID_ARGUMENT` for a negative time.
    @discardableResult
    public func advance(by time: Duration) async throws(FirebreakFailure) -> ClockState {
        try await project.call(ClockAPI.advance, AdvanceClockRequest(by: time.wireText))
    }

    /// Sets the clock, forward or back.
    ///
    /// - Parameters:
    ///   - time: An RFC 3339 time, such as `2026-06-01T12:00:00Z`, or `now` for the server's own.
    ///   - frozen: Whether the clock is stopped at that time; by default it stays stopped or running as before, and
    ///     runs after `now`.
    /// - Throws: `INVALID_ARGUMENT` for anything else than such a time.
    @discardableResult
    public func set(to time: String, frozen: Bool? = nil) async throws(FirebreakFailure) -> ClockState {
        try await project.call(ClockAPI.set, SetClockRequest(to: time, frozen: frozen))
    }

    /// Stops the clock where it is.
    @discardableResult
    public func freeze() async throws(FirebreakFailure) -> ClockState {
        try await project.call(ClockAPI.freeze)
    }

    /// Lets the clock run again from the time it shows.
    @discardableResult
    public func resume() async throws(FirebreakFailure) -> ClockState {
        try await project.call(ClockAPI.resume)
    }
}
