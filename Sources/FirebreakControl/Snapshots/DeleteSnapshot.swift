package import FirebreakOperations
import FirebreakStore

/// Deletes a snapshot.
package enum DeleteSnapshot: ControlOperation {
    /// - Throws: `INVALID_ARGUMENT` for an invalid name, `NOT_FOUND` for a snapshot that does not exist.
    package static func run(_ request: SnapshotSelection, _ call: ControlCall) async throws -> Empty {
        let name = try request.checkedName()
        guard try call.services.storage.snapshots.remove(name, of: call.project.id) else {
            throw SnapshotSelection.missing(name, call)
        }
        return Empty()
    }
}
