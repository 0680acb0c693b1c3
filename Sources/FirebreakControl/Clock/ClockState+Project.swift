import FirebreakModel
import FirebreakOperations
import FirebreakStore
import FirebreakWire

extension ClockState {
    /// - Parameter server: The server's time now.
    init(_ clock: ProjectClock, at server: Timestamp) {
        self.init(now: clock.time(at: server).rfc3339, offset: clock.offset, frozen: clock.frozenAt != nil)
    }

    /// Changes the clock of the call's project. Everything that depends on time follows: tokens, codes, pending
    /// credentials and the status of messages; requests that wait for a status check again.
    ///
    /// - Parameter change: Returns the new clock, given the current one and the server's time.
    static func changing(
        _ call: ControlCall, _ change: @Sendable (ProjectClock, Timestamp) throws -> ProjectClock
    ) async throws -> ClockState {
        let server = call.services.now()
        let clock = try await call.project.write(at: call.now) { tx in
            let clock = try change(ProjectClock(in: tx), server)
            try clock.store(in: tx)
            return clock
        }
        // Mails that a fault delays may have arrived.
        call.services.wakeDeliveries(of: call.project.id, call.settings.rules)
        return ClockState(clock, at: server)
    }
}
