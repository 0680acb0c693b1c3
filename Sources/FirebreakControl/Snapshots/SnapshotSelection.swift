import FirebreakOperations
import FirebreakStore
import FirebreakWire

/// A snapshot as the control API shows it.
package struct SnapshotResource: Encodable, Sendable, Equatable {
    var name: String
    /// Size of the database in bytes.
    var bytes: Int

    /// The name that a request gives, by default `default`.
    ///
    /// - Throws: `INVALID_ARGUMENT` for one that is empty or too long.
    static func name(_ given: String?) throws(WireError) -> String {
        let name = given ?? "default"
        guard (1...SnapshotStore.maximumNameBytes).contains(name.utf8.count) else {
            throw .invalidArgument("name must have 1 through \(SnapshotStore.maximumNameBytes) bytes")
        }
        return name
    }

    static func missing(_ name: String, _ call: ControlCall) -> WireError {
        .notFound("Project \(call.project.id) has no snapshot \(name).")
    }
}

/// Which snapshot.
package struct SnapshotSelection: Decodable, Sendable {
    /// 1 through 128 bytes; by default `default`.
    package var name: String?
}
