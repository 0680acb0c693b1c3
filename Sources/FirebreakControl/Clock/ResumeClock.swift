package import FirebreakModel
package import FirebreakOperations
import FirebreakStore
import FirebreakWire

/// Lets the project's clock run again from the time it shows (firebreak.md section 4, `clock:resume`).
package enum ResumeClock: ControlOperation {
    /// - Throws: Only storage errors.
    package static func run(_ request: NoParameters, _ call: ControlCall) async throws -> ClockState {
        try await ClockState.changing(call) { clock, server in try clock.resumed(at: server) }
    }
}
