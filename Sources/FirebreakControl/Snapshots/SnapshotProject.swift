package import FirebreakModel
import FirebreakOperations
import FirebreakStore
import FirebreakWire

/// Saves a copy of the whole project under a name, replacing an earlier one (firebreak.md section 4, `:snapshot`). It
/// is kept in memory or in the data directory, and is deleted with the project.
package enum SnapshotProject: ControlOperation {
    /// - Throws: `INVALID_ARGUMENT` for an invalid name, `FAILED_PRECONDITION` when there are too many.
    package static func run(_ request: SnapshotSelection, _ call: ControlCall) async throws -> SnapshotEntry {
        let name = try request.checkedName()
        do {
            return SnapshotEntry(name: name, bytes: try await call.project.saveSnapshot(name))
        } catch SnapshotStore.Refusal.tooMany {
            throw WireError.failedPrecondition(
                "Project \(call.project.id) has \(Limit.snapshots.maximum) snapshots; delete some of them first.")
        } catch SnapshotStore.Refusal.noMemory {
            throw WireError.failedPrecondition(
                "All snapshots together may take \(Limit.snapshotMemory.amount) of memory; delete some first."
            )
        }
    }
}
