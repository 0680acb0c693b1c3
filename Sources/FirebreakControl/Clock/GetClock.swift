package import FirebreakModel
package import FirebreakOperations

/// Reads the project's clock (firebreak.md section 4).
package enum GetClock: ControlOperation {
    package static func run(_ request: NoParameters, _ call: ControlCall) async throws -> ClockState {
        ClockState(call.settings.clock, at: call.services.now())
    }
}
