/// A saved copy of a whole project, which can be restored.
public struct SnapshotEntry: Codable, Sendable, Equatable {
    /// 1 through 128 bytes.
    public var name: String
    /// Size of the database in bytes.
    public var bytes: Int

    /// A snapshot.
    public init(name: String, bytes: Int) {
        self.name = name
        self.bytes = bytes
    }
}

/// The snapshots of a project.
package struct SnapshotList: Codable, Sendable, Equatable {
    /// By name.
    package var snapshots: [SnapshotEntry]

    /// A list of snapshots.
    package init(snapshots: [SnapshotEntry]) { self.snapshots = snapshots }
}
