/// The last calls of one project. It grows as it fills.
struct JournalRing {
    private var slots: [JournalEntry] = []
    /// Where the oldest call is; what is before it has been let go.
    private var first = 0
    private(set) var lastSeq: Int64 = 0

    /// Oldest first.
    var entries: ArraySlice<JournalEntry> { slots[first...] }

    /// - Parameters:
    ///   - id: Position among all calls.
    ///   - capacity: How many are kept.
    /// - Returns: The call's `seq`.
    mutating func append(_ call: JournalCall, id: Int64, capacity: Int) -> Int64 {
        lastSeq += 1
        slots.append(JournalEntry(id: id, seq: lastSeq, call: call))
        if entries.count > capacity { slots.removeFirst() }
        return lastSeq
    }

    /// - Returns: How many calls there were.
    mutating func clear() -> Int {
        let count = entries.count
        slots = []
        first = 0
        return count
    }
}
