package import FirebreakModel
package import FirebreakOperations
import FirebreakStore
import FirebreakWire

/// Lists the names that fixtures gave to accounts of the project and its tenants (firebreak.md section 4).
package enum ListRefs: ControlOperation {
    /// - Throws: Only storage errors.
    package static func run(_ request: NoParameters, _ call: ControlCall) async throws -> FixtureRefList {
        let refs = try await call.project.read { tx in try tx.fixtureRefs() }
        return FixtureRefList(refs: refs.map(FixtureRefEntry.init))
    }
}

extension FixtureRefEntry {
    init(_ ref: FixtureRef) {
        self.init(ref: ref.ref, tenant: ref.tenant?.rawValue, localID: ref.accountID.rawValue)
    }
}
