package import FirebreakOperations
import FirebreakStore
import FirebreakWire

/// Restores the project from a snapshot, the clock included; `seq` continues to count (firebreak.md section 4,
/// `:restore`).
package enum RestoreProject: ControlOperation {
    /// - Throws: `INVALID_ARGUMENT` for an invalid name, `NOT_FOUND` for a snapshot that does not exist.
    package static func run(_ request: SnapshotSelection, _ call: ControlCall) async throws -> Empty {
        let name = try request.checkedName()
        guard try await call.project.restoreSnapshot(name) else { throw SnapshotSelection.missing(name, call) }
        return Empty()
    }
}
