import FirebreakOperations
import FirebreakStore
import FirebreakWire

/// Which snapshot.
package struct SnapshotSelection: Decodable, Sendable {
    /// 1 through 128 bytes; by default `default`.
    package var name: String?

    /// The name, checked.
    ///
    /// - Throws: `INVALID_ARGUMENT` for one that is empty or too long.
    func checkedName() throws(WireError) -> String {
        let name = name ?? "default"
        guard !name.isEmpty, Limit.snapshotName.allows(name) else {
            throw .invalidArgument("name must have 1 through \(Limit.snapshotName.maximum) bytes")
        }
        return name
    }

    static func missing(_ name: String, _ call: ControlCall) -> WireError {
        .notFound("Project \(call.project.id) has no snapshot \(name).")
    }
}
