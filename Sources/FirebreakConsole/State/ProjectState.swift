import FirebreakModel

/// What the view of time and state shows of a project.
struct ProjectState: Sendable {
    var summary: ProjectSummary
    var snapshots: [SnapshotEntry]
    var faults: FaultSummary
    /// How long something lasts, and whether anything expires at all.
    var lifetimes: Lifetimes
    /// Whether there are fixtures that a reset can apply again.
    var hasFixtures: Bool
    /// A name that no snapshot has.
    var freeSnapshotName: String
    /// An ID that no project has.
    var freeProjectID: String

    /// How many faults there are.
    struct FaultSummary: Sendable {
        var count: Int
        /// Those that have something left to do.
        var active: Int

        init(_ faults: [Fault]) {
            count = faults.count
            active = faults.count { $0.left != .count(0) }
        }
    }

    /// For what one advances a clock.
    struct Lifetimes: Sendable {
        /// By what expires, in seconds.
        var entries: [(name: String, seconds: Int64)]
        /// Whether anything expires.
        var expires: Bool

        init(_ entries: [(name: String, seconds: Int64)], expires: Bool) {
            self.entries = entries
            self.expires = expires
        }
    }
}
