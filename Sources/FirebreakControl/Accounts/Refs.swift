package import FirebreakModel
import FirebreakOperations
import FirebreakStore
import FirebreakWire

/// Tells for whom a fixture's name of an account stands (firebreak.md section 4).
package enum GetRef: ControlOperation {
    /// - Throws: `NOT_FOUND` for a name that no fixture of the project gave.
    package static func run(_ request: FixtureRefName, _ call: ControlCall) async throws -> FixtureRefEntry {
        guard let ref = try await call.project.read({ tx in try tx.fixtureRef(request.ref) }) else {
            throw WireError.notFound("No fixture gave the name \(request.ref) to an account of \(call.project.id).")
        }
        return FixtureRefEntry(ref)
    }
}

/// Lists the names that fixtures gave to accounts of the project and its tenants (firebreak.md section 4).
package enum ListRefs: ControlOperation {
    /// - Throws: Only storage errors.
    package static func run(_ request: NoMembers, _ call: ControlCall) async throws -> FixtureRefList {
        let refs = try await call.project.read { tx in try tx.fixtureRefs() }
        return FixtureRefList(refs: refs.map(FixtureRefEntry.init))
    }
}

extension FixtureRefEntry {
    init(_ ref: FixtureRef) {
        self.init(ref: ref.ref, tenant: ref.tenant?.rawValue, localID: ref.accountID.rawValue)
    }
}
