import FirebreakFixtures
package import FirebreakModel
import FirebreakOperations
import FirebreakStore
import FirebreakWire

/// Empties a project; `seq` continues to count, and codes become invalid in any case (firebreak.md section 4,
/// `:reset`).
package enum ResetProject: ControlOperation {
    /// - Throws: `INVALID_ARGUMENT` for a part that does not exist, and for `reseed` where there are no fixtures;
    ///   `INVALID_FIXTURE` when they conflict with what is kept. Nothing has changed then.
    package static func run(_ request: ResetProjectRequest, _ call: ControlCall) async throws -> ResetProjectResponse {
        var kept: Set<Transaction.Part> = []
        for name in request.keep ?? [] {
            if let part: Transaction.Part = try ControlParameter.choice("keep", name) { kept.insert(part) }
        }
        if request.reseed == true { return ResetProjectResponse(seeded: try await reseed(kept, call)) }
        guard try await call.project.exists else { return ResetProjectResponse() }
        let now = call.now
        try await call.project.write(at: now) { [kept] tx in try tx.reset(keeping: kept, at: now) }
        call.control.remedies.forget(call.project.id)
        return ResetProjectResponse()
    }

    private static func reseed(_ kept: Set<Transaction.Part>, _ call: ControlCall) async throws -> SeedSummary {
        let parts = call.control.fixtures.parts(of: call.project.id)
        guard !parts.isEmpty else {
            throw WireError.invalidArgument(
                member: "reseed", "needs fixtures: start the server with --fixture, or seed the project first")
        }
        let writer = FixtureWriter(call.project, origin: call.origin, call.services)
        do {
            return try await SeedSummary(
                of: writer.apply(parts, resetKeeping: kept), withTokens: false, call)
        } catch let error as FixtureError {
            throw WireError.invalidFixture(error)
        }
    }
}

/// When a project that is being made is dropped, by the server's time (firebreak.md section 4.6).
struct ProjectEnd {
    /// `nil` for a project that does not end by itself.
    private var moment: Timestamp?

    /// - Parameter text: The time that the project has, as ``ClockDuration`` reads it.
    /// - Throws: `INVALID_ARGUMENT` for anything else, and for no time at all.
    init(in text: String?, _ call: ControlCall) throws(WireError) {
        guard let text else { return }
        let time = try ClockDuration(text, named: "expiresIn").milliseconds
        guard time > 0 else {
            throw .invalidArgument(member: "expiresIn", "must be a time such as 30m, and not none at all")
        }
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
