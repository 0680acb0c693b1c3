package import FirebreakModel
import FirebreakOperations
import FirebreakStore
import FirebreakWire

/// Sets the project's clock, forward or back (firebreak.md section 4, `clock:set`).
package enum SetClock: ControlOperation {
    /// The time to set.
    package struct Request: Decodable, Sendable {
        /// An RFC 3339 time, or `now` for the server's own.
        package var to: String?
        /// Whether the clock is stopped at that time; by default it stays stopped or running as before, and runs after
        /// `now`.
        package var frozen: Bool?
    }

    /// - Throws: `INVALID_ARGUMENT` for an invalid time, or one outside the range of a clock; nothing changes then.
    package static func run(_ request: Request, _ call: ControlCall) async throws -> ClockState {
        guard let text = try ControlParameter.text("to", request.to) else {
            throw WireError.invalidArgument("to must say what the clock shows, such as 2026-06-01T12:00:00Z")
        }
        let time = text == "now" ? nil : try ProjectClock.time("to", text)
        return try await ClockState.changing(call) { clock, server in
            try ProjectClock(
                showing: time ?? server, isFrozen: request.frozen ?? (time != nil && clock.frozenAt != nil), at: server)
        }
    }
}
