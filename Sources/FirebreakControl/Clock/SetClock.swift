package import FirebreakModel
import FirebreakOperations
import FirebreakStore
import FirebreakWire

/// Sets the project's clock, forward or back (firebreak.md section 4, `clock:set`).
package enum SetClock: ControlOperation {
    /// What it shows from now on.
    package struct Request: Decodable, Sendable {
        /// An RFC 3339 time, or `now` for the server's own.
        package var to: String?
        /// Whether it stands still then; by default it goes on doing what it did, and runs after `now`.
        package var frozen: Bool?
    }

    /// - Throws: `INVALID_ARGUMENT` for what is no time, or one that a clock cannot show; nothing changes then.
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
