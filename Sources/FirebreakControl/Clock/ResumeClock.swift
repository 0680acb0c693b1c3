package import FirebreakModel
package import FirebreakOperations
import FirebreakStore
import FirebreakWire

/// Lets the project's clock run on from where it stands (firebreak.md section 4, `clock:resume`).
package enum ResumeClock: ControlOperation {
    /// - Throws: Only what the storage throws.
    package static func run(_ request: NoParameters, _ call: ControlCall) async throws -> ClockState {
        try await ClockState.changing(call) { clock, server in try clock.resumed(at: server) }
    }
}
