package import FirebreakModel
import FirebreakOperations
import FirebreakStore
import FirebreakWire

extension ControlMethod {
    /// The methods of a project's clock (firebreak.md section 4.4).
    static let clock: [ControlMethod] = [
        .init(ClockAPI.get, GetClock.self),
        .init(ClockAPI.advance, AdvanceClock.self),
        .init(ClockAPI.set, SetClock.self),
        .init(ClockAPI.freeze, FreezeClock.self),
        .init(ClockAPI.resume, ResumeClock.self),
    ]
}

/// Reads the project's clock.
package enum GetClock: ControlOperation {
    package static func run(_ request: NoMembers, _ call: ControlCall) async throws -> ClockState {
        ClockState(call.settings.clock, at: call.services.now())
    }
}

/// Sets the project's clock, forward or back.
package enum SetClock: ControlOperation {
    /// - Throws: `INVALID_ARGUMENT` for an invalid time, or one outside the range of a clock; nothing changes then.
    package static func run(_ request: SetClockRequest, _ call: ControlCall) async throws -> ClockState {
        guard let text = try ControlParameter.text("to", request.to) else {
            throw WireError.invalidArgument(member: "to", "must say what the clock shows, such as 2026-06-01T12:00:00Z")
        }
        let time = text == "now" ? nil : try ProjectClock.time("to", text)
        return try await ClockState.changing(call) { clock, server in
            try ProjectClock(
                showing: time ?? server, isFrozen: request.frozen ?? (time != nil && clock.frozenAt != nil), at: server)
        }
    }
}

/// Moves the project's clock forward. A stopped clock stays stopped at the new time.
package enum AdvanceClock: ControlOperation {
    /// - Throws: `INVALID_ARGUMENT` for a step that is malformed or too large; nothing changes then.
    package static func run(_ request: AdvanceClockRequest, _ call: ControlCall) async throws -> ClockState {
        let step = try ClockDuration(request.by)
        return try await ClockState.changing(call) { clock, server in
            try clock.advanced(byMilliseconds: step.milliseconds, at: server)
        }
    }
}

/// Stops the project's clock where it is.
package enum FreezeClock: ControlOperation {
    /// - Throws: Only storage errors.
    package static func run(_ request: NoMembers, _ call: ControlCall) async throws -> ClockState {
        try await ClockState.changing(call) { clock, server in try clock.frozen(at: server) }
    }
}

/// Lets the project's clock run again from the time it shows.
package enum ResumeClock: ControlOperation {
    /// - Throws: Only storage errors.
    package static func run(_ request: NoMembers, _ call: ControlCall) async throws -> ClockState {
        try await ClockState.changing(call) { clock, server in try clock.resumed(at: server) }
    }
}

/// How far a clock is moved, or how long a project has, as people write it: `90s`, `61m`, `6h1m`, `2d`, `500ms`, or
/// seconds as a plain number.
struct ClockDuration: Sendable, Equatable {
    /// Milliseconds, not negative.
    let milliseconds: Int64

    private static let format = DurationText(
        units: [.days, .hours, .minutes, .seconds, .milliseconds], form: .sum,
        maximum: ProjectClock.range.upperBound.milliseconds)

    /// - Parameters:
    ///   - text: Whole numbers with their units, the largest unit first, each at most once.
    ///   - name: What the request calls it.
    /// - Throws: `INVALID_ARGUMENT` for anything else, and for a step beyond the range of a clock.
    init(_ text: String?, named name: String = "by") throws(WireError) {
        do throws(DurationText.Failure) { milliseconds = try Self.format.milliseconds(text ?? "") } catch {
            switch error {
            case .malformed:
                throw .invalidArgument(
                    member: name, "must be a time such as 90s, 61m, 6h1m, 2d or 500ms, and not negative")
            case .tooLong:
                throw .invalidArgument(member: name, "must not lead beyond \(ProjectClock.range.upperBound.rfc3339)")
            }
        }
    }
}

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
