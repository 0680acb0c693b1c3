import FirebreakStore
import FirebreakWire

/// Empties a project; `seq` goes on counting, and codes die in any case (product.md section 4, `:reset`).
package enum ResetProject: ControlOperation {
    /// What to leave and what to do afterwards.
    package struct Request: Decodable, Sendable {
        /// Parts that stay: `config` (with tenants, rules and clock), `outbox`.
        package var keep: [String]?
        /// Whether to apply the fixtures again.
        package var reseed: Bool?

        /// Creates a request; by default nothing stays.
        package init(keep: [String]? = nil, reseed: Bool? = nil) {
            self.keep = keep
            self.reseed = reseed
        }
    }

    /// - Throws: `INVALID_ARGUMENT` for a part that does not exist, and for `reseed`, because this version has no
    ///   fixtures.
    package static func run(_ request: Request, _ call: ControlCall) async throws -> Empty {
        guard request.reseed != true else {
            throw WireError.invalidArgument("reseed needs fixtures, which this version does not have yet")
        }
        var kept: Set<Transaction.Part> = []
        for name in request.keep ?? [] {
            if let part: Transaction.Part = try ControlParameter.choice("keep", name) { kept.insert(part) }
        }
        guard try call.project.exists else { return Empty() }
        let now = call.now
        try await call.project.write(at: now) { [kept] tx in try tx.reset(keeping: kept, at: now) }
        call.project.settingsChanged()
        return Empty()
    }
}
