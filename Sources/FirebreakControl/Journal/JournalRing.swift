import FirebreakOperations
import FirebreakWire

/// The last calls of one project, or of those without one. It grows as it fills.
final class JournalRing {
    let project: ProjectID?
    /// A call is `nil` once it has been let go, until its place is given back.
    private var slots: [JournalEntry?] = []
    /// Where the oldest call is.
    private var first = 0
    private(set) var lastSeq: Int64

    /// - Parameter seq: The `seq` after which it counts.
    init(of project: ProjectID?, after seq: Int64) {
        self.project = project
        lastSeq = seq
    }

    var count: Int { slots.count - first }
    /// Position of the oldest call among all; `nil` if there is none.
    var oldestID: Int64? { first < slots.count ? slots[first]?.id : nil }

    /// The calls after a cursor and before another, oldest first.
    ///
    /// - Parameter position: What a cursor is compared with, which grows from one call to the next.
    func entries(
        after cursor: Int64, before end: Int64, by position: (JournalEntry) -> Int64
    ) -> [JournalEntry] {
        let low = place(after: cursor, by: position)
        let high = place(after: end - 1, by: position)
        return low < high ? slots[low..<high].compactMap(\.self) : []
    }

    /// Where the first call after a cursor is.
    private func place(after cursor: Int64, by position: (JournalEntry) -> Int64) -> Int {
        var low = first
        var high = slots.count
        while low < high {
            let middle = low + (high - low) / 2
            if let entry = slots[middle], position(entry) > cursor { high = middle } else { low = middle + 1 }
        }
        return low
    }

    /// - Parameter id: The call's position among all.
    func append(_ call: JournalCall, id: Int64) -> JournalEntry {
        lastSeq += 1
        let entry = JournalEntry(id: id, seq: lastSeq, call: call)
        slots.append(entry)
        return entry
    }

    /// - Returns: The memory that the oldest call took; 0 if there is none.
    func removeOldest() -> Int {
        guard first < slots.count else { return 0 }
        let size = slots[first]?.call.size ?? 0
        slots[first] = nil
        first += 1
        // Half of the places are empty: moving the calls costs no more than letting the others go did.
        if first > slots.count / 2 {
            slots.removeFirst(first)
            first = 0
        }
        return size
    }

    /// - Returns: The memory that the calls took.
    func removeAll() -> Int {
        let size = slots[first...].reduce(0) { $0 + ($1?.call.size ?? 0) }
        slots = []
        first = 0
        return size
    }
}
