import FirebreakOperations
import FirebreakStore
import FirebreakWire

/// A project's clock as the control API shows it (product.md section 4).
package struct ClockResource: Encodable, Sendable, Equatable {
    /// RFC 3339 with milliseconds.
    package var now: String
    /// Milliseconds ahead of the server's clock; of a clock that stands still, at the moment it was stopped.
    package var offset: Int64
    package var frozen: Bool

    /// - Parameter server: The server's time now.
    init(_ clock: ProjectClock, at server: Timestamp) {
        now = clock.time(at: server).rfc3339
        offset = clock.offset
        frozen = clock.frozenAt != nil
    }

    /// Changes the clock of the call's project. Everything that has a time follows: tokens, codes, pending credentials
    /// and the status of messages; whoever waits for a status looks again.
    ///
    /// - Parameter change: Makes the new clock from the present one and the server's time.
    static func changing(
        _ call: ControlCall, _ change: @Sendable (ProjectClock, Timestamp) throws -> ProjectClock
    ) async throws -> ClockResource {
        let server = call.services.now()
        let clock = try await call.project.write(at: call.now) { tx in
            let clock = try change(ProjectClock(in: tx), server)
            try clock.store(in: tx)
            return clock
        }
        return ClockResource(clock, at: server)
    }
}
