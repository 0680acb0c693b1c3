import FirebreakControl
import FirebreakPages
import FirebreakWire

/// The forms that change a project's clock.
enum ClockForms {
    @Sendable static func advance(_ visit: ConsoleVisit) async throws -> RouteResponse {
        try await StateViews.applying(.advance, visit) {
            let step = visit.form["by"] ?? ""
            _ = try await visit.run(AdvanceClock.self, ["by": .string(step)])
            let path = visit.context.path(.state).with([(StateViews.advancedParameter, step)])
            return visit.redirect(to: path, notice: .clockMoved)
        }
    }

    @Sendable static func set(_ visit: ConsoleVisit) async throws -> RouteResponse {
        try await StateViews.applying(.set, visit) {
            let time = zoned(visit.form["to"] ?? "")
            _ = try await visit.run(SetClock.self, ["to": .string(time), "frozen": .bool(visit.form.has("frozen"))])
            return back(visit, .clockMoved)
        }
    }

    @Sendable static func freeze(_ visit: ConsoleVisit) async throws -> RouteResponse {
        _ = try await visit.run(FreezeClock.self)
        return back(visit, .clockFrozen)
    }

    @Sendable static func resume(_ visit: ConsoleVisit) async throws -> RouteResponse {
        _ = try await visit.run(ResumeClock.self)
        return back(visit, .clockResumed)
    }

    /// Back to the machine's time.
    @Sendable static func real(_ visit: ConsoleVisit) async throws -> RouteResponse {
        _ = try await visit.run(SetClock.self, ["to": "now"])
        return back(visit, .clockReal)
    }

    private static func back(_ visit: ConsoleVisit, _ notice: ConsoleNotice) -> RouteResponse {
        visit.redirect(to: visit.context.path(.state), notice: notice)
    }

    /// Browsers send date and time without a zone, and without seconds where those are 0; here they are UTC. Any other
    /// text stays as it is.
    private static func zoned(_ text: String) -> String {
        let withSeconds = text.utf8.count == 16 ? text + ":00" : text
        return Timestamp(rfc3339: withSeconds + "Z") == nil ? text : withSeconds + "Z"
    }
}
