package import FirebreakModel
package import FirebreakOperations
import FirebreakStore
import FirebreakWire

/// Stops the project's clock where it is (firebreak.md section 4, `clock:freeze`).
package enum FreezeClock: ControlOperation {
    /// - Throws: Only storage errors.
    package static func run(_ request: NoParameters, _ call: ControlCall) async throws -> ClockState {
        try await ClockState.changing(call) { clock, server in try clock.frozen(at: server) }
    }
}
