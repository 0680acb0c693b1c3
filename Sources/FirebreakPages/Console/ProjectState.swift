package import FirebreakModel

/// What the view of time and state shows of a project.
package struct ProjectState: Sendable {
    package var summary: ProjectSummary
    package var snapshots: [SnapshotEntry]
    package var faults: FaultSummary
    /// How long something lasts, and whether anything expires at all.
    package var lifetimes: Lifetimes
    /// Whether there are fixtures that a reset can apply again.
    package var hasFixtures: Bool
    /// A name that no snapshot has.
    package var freeSnapshotName: String
    /// An ID that no project has.
    package var freeProjectID: String

    package init(
        summary: ProjectSummary, snapshots: [SnapshotEntry], faults: FaultSummary, lifetimes: Lifetimes,
        hasFixtures: Bool, freeSnapshotName: String, freeProjectID: String
    ) {
        self.summary = summary
        self.snapshots = snapshots
        self.faults = faults
        self.lifetimes = lifetimes
        self.hasFixtures = hasFixtures
        self.freeSnapshotName = freeSnapshotName
        self.freeProjectID = freeProjectID
    }

    /// How many faults there are.
    package struct FaultSummary: Sendable {
        package var count: Int
        /// Those that have something left to do.
        package var active: Int

        package init(_ faults: [Fault]) {
            count = faults.count
            active = faults.count { $0.left != .count(0) }
        }
    }

    /// For what one advances a clock.
    package struct Lifetimes: Sendable {
        /// By what expires, in seconds.
        package var entries: [(name: String, seconds: Int64)]
        /// Whether anything expires.
        package var expires: Bool

        package init(_ entries: [(name: String, seconds: Int64)], expires: Bool) {
            self.entries = entries
            self.expires = expires
        }
    }
}
