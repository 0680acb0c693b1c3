package import FirebreakOperations
import FirebreakStore

/// Deletes a snapshot.
package enum DeleteSnapshot: ControlOperation {
    /// - Throws: `INVALID_ARGUMENT` for a name that cannot be, `NOT_FOUND` for one that no snapshot has.
    package static func run(_ request: SnapshotSelection, _ call: ControlCall) async throws -> Empty {
        let name = try request.checkedName()
        guard try call.services.storage.snapshots.remove(name, of: call.project.id) else {
            throw SnapshotSelection.missing(name, call)
        }
        return Empty()
    }
}
