package import FirebreakModel
package import FirebreakOperations
import FirebreakStore

/// Lists the project's snapshots, by name.
package enum ListSnapshots: ControlOperation {
    /// - Throws: Only storage errors.
    package static func run(_ request: NoParameters, _ call: ControlCall) async throws -> SnapshotList {
        let entries = try call.services.storage.snapshots.entries(of: call.project.id)
        return SnapshotList(snapshots: entries.map { SnapshotEntry(name: $0.name, bytes: $0.bytes) })
    }
}
