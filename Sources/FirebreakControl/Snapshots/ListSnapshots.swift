package import FirebreakOperations
import FirebreakStore

/// Lists the project's snapshots, by name.
package enum ListSnapshots: ControlOperation {
    /// `{"snapshots":[{"name","bytes"}…]}`
    package struct Response: Encodable, Sendable {
        var snapshots: [SnapshotResource]
    }

    /// - Throws: Only what the storage throws.
    package static func run(_ request: NoParameters, _ call: ControlCall) async throws -> Response {
        let entries = try call.services.storage.snapshots.entries(of: call.project.id)
        return Response(snapshots: entries.map { SnapshotResource(name: $0.name, bytes: $0.bytes) })
    }
}
