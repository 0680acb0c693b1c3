import FirebreakOperations
import FirebreakWire
import Synchronization

/// The last calls of each project, and of those that found none, in memory (firebreak.md section 12).
package final class Journal: Sendable {
    /// Whom a new call may wake. Nothing is kept for a project without a waiter.
    fileprivate struct Listeners {
        weak var waiters: Waiters<JournalFilter>?
    }

    /// A call's place in the order of all, while its ring still has it.
    fileprivate struct Place {
        var id: Int64
        var ring: JournalRing
    }

    fileprivate struct State {
        var lastID: Int64 = 0
        /// `nil` is the ring of calls without a project.
        var rings: [ProjectID?: JournalRing] = [:]
        /// All calls in their order, and others that their rings have let go.
        var order: [Place] = []
        /// Where the oldest is in it.
        var first = 0
        var count = 0
        var memory = 0
        /// Whether it takes no calls any more.
        var isClosed = false
        /// No ring counts below it: one that was let go to save memory may come back.
        var leastSeq: Int64 = 0
        var listeners: [ProjectID: Listeners] = [:]
    }

    /// The maximum memory of all calls together, in bytes.
    static let maximumMemory = Limit.journal.maximum

    let capacity: Int
    private let maximumMemory: Int
    private let digest: JournalEntry.Digest
    private let state = Mutex(State())
    private let everywhere = Waiters<JournalFilter>()

    /// - Parameters:
    ///   - capacity: How many calls of a project are kept, at least one.
    ///   - maximumMemory: How many bytes all calls together may take.
    ///   - digest: How what lists show of a call is found out.
    init(capacity: Int, maximumMemory: Int = maximumMemory, digest: JournalEntry.Digest = JournalEntry.Digest()) {
        self.capacity = max(capacity, 1)
        self.maximumMemory = maximumMemory
        self.digest = digest
    }

    /// Bytes that the calls take, roughly.
    var memory: Int { state.withLock { $0.memory } }

    /// Puts the calls of a run that has ended into an empty journal, which takes no others from then on.
    ///
    /// - Parameter calls: In their order, with their places.
    package func restore(_ calls: [(id: Int64, seq: Int64, content: JournalEntry.Content)]) {
        state.withLock { state in
            for call in calls {
                state.lastID = call.id - 1
                let project = call.content.known.project
                if state.rings[project] == nil { state.rings[project] = JournalRing(of: project, after: call.seq - 1) }
                _ = state.append(call.content, digest, size: call.content.memory, capacity: .max)
            }
            state.isClosed = true
        }
    }

    package func append(_ content: JournalEntry.Content) {
        let size = content.memory
        let appended = state.withLock { state -> (JournalEntry, Waiters<JournalFilter>?)? in
            guard !state.isClosed else { return nil }
            let entry = state.append(content, digest, size: size, capacity: capacity)
            while state.memory > maximumMemory, state.count > 1 { state.removeOldest() }
            return (entry, state.waiters(of: entry.project))
        }
        guard let (entry, waiters) = appended else { return }
        // A look at the list does not wait for long ones, and a call that goes before its turn costs nothing.
        if entry.isLong { WorkerExecutor.bulk.detach { [weak entry] in entry?.prepare() } }
        waiters?.notify([entry], at: content.began)
        everywhere.notify([entry], at: content.began)
    }

    /// The callers that wait for calls of a project; `nil` for those that wait for any call of the server.
    func waiters(of project: ProjectID?) -> Waiters<JournalFilter> {
        guard let project else { return everywhere }
        return state.withLock { state in
            if let waiters = state.listeners[project]?.waiters { return waiters }
            let waiters = Waiters<JournalFilter>()
            state.listeners[project] = Listeners(waiters: waiters)
            return waiters
        }
    }

    /// The first calls that match: the oldest ones, or the newest ones if they are descending.
    ///
    /// - Parameter project: `nil` for all calls of the server, also those without a project.
    func entries(
        _ filter: JournalFilter, of project: ProjectID?, descending isDescending: Bool, limit: Int
    ) -> [JournalEntry] {
        let after = filter.after ?? 0
        let before = filter.before ?? .max
        var known: [JournalEntry]
        if let project {
            known = state.withLock { $0.rings[project]?.entries(after: after, before: before, by: \.seq) ?? [] }
        } else {
            known = state.withLock { state in
                state.rings.values.flatMap { $0.entries(after: after, before: before, by: \.id) }
            }
            known.sort { $0.id < $1.id }
        }
        if isDescending { known.reverse() }
        var found: [JournalEntry] = []
        for entry in known {
            // The caller may no longer wait for them.
            guard found.count < limit, !Task.isCancelled else { break }
            if filter.matches(entry) { found.append(entry) }
        }
        return found
    }

    /// The cursor of the last call of a project, or of all.
    func lastPosition(of project: ProjectID?) -> Int64 {
        state.withLock { state in
            guard let project else { return state.lastID }
            return state.rings[project]?.lastSeq ?? state.leastSeq
        }
    }

    /// Empties the journal of a project; `seq` goes on counting.
    ///
    /// - Returns: How many calls it had.
    func clear(_ project: ProjectID) -> Int {
        state.withLock { state in
            guard let ring = state.rings[project] else { return 0 }
            return state.empty(ring)
        }
    }

    /// Forgets a project that is dropped, `seq` included.
    func forget(_ project: ProjectID) {
        let waiters = state.withLock { state in
            if let ring = state.rings.removeValue(forKey: project) { _ = state.empty(ring) }
            return state.waiters(of: project)
        }
        // A stream has to end.
        waiters?.wakeAll()
    }
}

extension Journal.State {
    /// - Parameter size: What the content counts for the memory.
    mutating func append(
        _ content: JournalEntry.Content, _ digest: JournalEntry.Digest, size: Int, capacity: Int
    ) -> JournalEntry {
        let project = content.known.project
        let ring: JournalRing
        if let known = rings[project] {
            ring = known
        } else {
            ring = JournalRing(of: project, after: leastSeq)
            rings[project] = ring
        }
        lastID += 1
        let entry = ring.append(content, digest, id: lastID, size: size)
        order.append(Journal.Place(id: lastID, ring: ring))
        count += 1
        memory += size
        if ring.count > capacity {
            memory -= ring.removeOldest()
            count -= 1
        }
        tidyOrder()
        return entry
    }

    /// Lets the oldest call of all go, and its ring if that was the last.
    mutating func removeOldest() {
        while first < order.count {
            let place = order[first]
            first += 1
            guard place.ring.oldestID == place.id else { continue }
            memory -= place.ring.removeOldest()
            count -= 1
            if place.ring.count == 0 { forgetEmptyRing(place.ring) }
            return
        }
    }

    private mutating func forgetEmptyRing(_ ring: JournalRing) {
        rings[ring.project] = nil
        leastSeq = max(leastSeq, ring.lastSeq)
    }

    /// - Returns: How many calls it had.
    mutating func empty(_ ring: JournalRing) -> Int {
        let removed = ring.count
        memory -= ring.removeAll()
        count -= removed
        tidyOrder()
        return removed
    }

    /// Drops places of calls that have gone, whenever they are the most.
    private mutating func tidyOrder() {
        guard order.count > 2 * count + 1024 else { return }
        order = order[first...].filter { place in place.ring.oldestID.map { $0 <= place.id } ?? false }
        first = 0
    }

    mutating func waiters(of project: ProjectID?) -> Waiters<JournalFilter>? {
        guard !listeners.isEmpty, let project, let listening = listeners[project] else { return nil }
        guard let waiters = listening.waiters else {
            listeners[project] = nil
            return nil
        }
        return waiters
    }
}

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
    func append(
        _ content: JournalEntry.Content, _ digest: JournalEntry.Digest, id: Int64, size: Int
    ) -> JournalEntry {
        lastSeq += 1
        let entry = JournalEntry(content, id: id, seq: lastSeq, size: size, digest)
        slots.append(entry)
        return entry
    }

    /// - Returns: The memory that the oldest call took; 0 if there is none.
    func removeOldest() -> Int {
        guard first < slots.count else { return 0 }
        let size = slots[first]?.size ?? 0
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
        let size = slots[first...].reduce(0) { $0 + ($1?.size ?? 0) }
        slots = []
        first = 0
        return size
    }
}
