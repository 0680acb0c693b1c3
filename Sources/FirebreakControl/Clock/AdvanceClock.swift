package import FirebreakModel
import FirebreakOperations
import FirebreakStore
import FirebreakWire

/// Moves the project's clock forward (firebreak.md section 4, `clock:advance`). A stopped clock stays stopped at the
/// new time.
package enum AdvanceClock: ControlOperation {
    /// How far.
    package struct Request: Decodable, Sendable {
        /// As ``ClockDuration`` reads it.
        package var by: String?
    }

    /// - Throws: `INVALID_ARGUMENT` for a step that is malformed or too large; nothing changes then.
    package static func run(_ request: Request, _ call: ControlCall) async throws -> ClockState {
        let step = try ClockDuration(request.by)
        return try await ClockState.changing(call) { clock, server in
            try clock.advanced(byMilliseconds: step.milliseconds, at: server)
        }
    }
}
