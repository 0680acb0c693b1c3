package import FirebreakOperations
import FirebreakStore
import FirebreakWire

/// Puts the project back to what it was at a snapshot, the clock included; `seq` goes on counting
/// (firebreak.md section 4, `:restore`).
package enum RestoreProject: ControlOperation {
    /// - Throws: `INVALID_ARGUMENT` for a name that cannot be, `NOT_FOUND` for one that no snapshot has.
    package static func run(_ request: SnapshotSelection, _ call: ControlCall) async throws -> Empty {
        let name = try request.checkedName()
        guard try await call.project.restoreSnapshot(name) else { throw SnapshotSelection.missing(name, call) }
        return Empty()
    }
}
