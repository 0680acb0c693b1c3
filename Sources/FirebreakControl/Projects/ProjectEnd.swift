import FirebreakOperations
import FirebreakStore
import FirebreakWire

/// When a project that is being made is dropped, by the server's time (firebreak.md section 4.6).
struct ProjectEnd {
    /// `nil` for a project that does not end by itself.
    private var moment: Timestamp?

    /// - Parameter text: The time that the project has, as ``ClockDuration`` reads it.
    /// - Throws: `INVALID_ARGUMENT` for anything else, and for no time at all.
    init(in text: String?, _ call: ControlCall) throws(WireError) {
        guard let text else { return }
        let time = try ClockDuration(text, named: "expiresIn").milliseconds
        guard time > 0 else { throw .invalidArgument("expiresIn must be a time such as 30m, and not none at all") }
        moment = Timestamp(milliseconds: call.services.now().milliseconds + time)
    }

    func set(for project: ProjectID, _ call: ControlCall) async throws {
        try await call.services.storage.expiries.set(project, to: moment)
    }

    /// As answers tell it.
    static func text(of project: ProjectID, _ call: ControlCall) -> String? {
        call.services.storage.expiries[project]?.rfc3339
    }
}
