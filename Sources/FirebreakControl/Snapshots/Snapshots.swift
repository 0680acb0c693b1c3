package import FirebreakModel
import FirebreakOperations
import FirebreakStore
import FirebreakWire

extension ControlMethod {
    /// The methods that copy projects.
    static let copies: [ControlMethod] = [
        .init(CopiesAPI.fork, ForkProject.self, .bulk),
        .init(CopiesAPI.snapshot, SnapshotProject.self, .bulk),
        .init(CopiesAPI.restore, RestoreProject.self, .bulk),
        .init(CopiesAPI.snapshots, ListSnapshots.self, [.bulk, .withoutDatabase]),
        .init(CopiesAPI.deleteSnapshot, DeleteSnapshot.self, [.bulk, .withoutDatabase]),
    ]
}

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

/// Restores the project from a snapshot, the clock included; `seq` continues to count (firebreak.md section 4,
/// `:restore`).
package enum RestoreProject: ControlOperation {
    /// - Throws: `INVALID_ARGUMENT` for an invalid name, `NOT_FOUND` for a snapshot that does not exist.
    package static func run(_ request: SnapshotSelection, _ call: ControlCall) async throws -> NoMembers {
        let name = try request.checkedName()
        guard try await call.project.restoreSnapshot(name) else { throw SnapshotSelection.missing(name, call) }
        return NoMembers()
    }
}

/// Lists the project's snapshots, by name.
package enum ListSnapshots: ControlOperation {
    /// - Throws: Only storage errors.
    package static func run(_ request: NoMembers, _ call: ControlCall) async throws -> SnapshotList {
        let entries = try call.services.storage.snapshots.entries(of: call.project.id)
        return SnapshotList(snapshots: entries.map { SnapshotEntry(name: $0.name, bytes: $0.bytes) })
    }
}

/// Deletes a snapshot.
package enum DeleteSnapshot: ControlOperation {
    /// - Throws: `INVALID_ARGUMENT` for an invalid name, `NOT_FOUND` for a snapshot that does not exist.
    package static func run(_ request: SnapshotSelection, _ call: ControlCall) async throws -> NoMembers {
        let name = try request.checkedName()
        guard try call.project.removeSnapshot(name) else {
            throw SnapshotSelection.missing(name, call)
        }
        return NoMembers()
    }
}

extension SnapshotSelection {
    /// The name, checked.
    ///
    /// - Throws: `INVALID_ARGUMENT` for one that is empty or too long.
    func checkedName() throws(WireError) -> String {
        let name = name ?? "default"
        guard !name.isEmpty, Limit.snapshotName.allows(name) else {
            throw .invalidArgument(member: "name", "must have 1 through \(Limit.snapshotName.maximum) bytes")
        }
        return name
    }

    static func missing(_ name: String, _ call: ControlCall) -> WireError {
        .notFound("Project \(call.project.id) has no snapshot \(name).")
    }
}
