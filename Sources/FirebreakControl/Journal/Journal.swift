package import FirebreakOperations
package import FirebreakWire
import Synchronization

/// The last calls of each project, in memory (firebreak.md section 12).
package final class Journal: Sendable {
    private struct State {
        var lastID: Int64 = 0
        /// `nil` is the ring of calls without a project.
        var rings: [ProjectID?: JournalRing] = [:]
        var waiters: [ProjectID?: Waiters<JournalFilter>] = [:]
        var everywhere = Waiters<JournalFilter>()
    }

    /// How many calls of a project are kept.
    private let capacity: Int
    private let state = Mutex(State())

    /// - Parameter capacity: How many calls of a project are kept, at least one.
    package init(capacity: Int) { self.capacity = max(capacity, 1) }

    package func append(_ call: JournalCall) {
        let project = call.content.record.project
        let (entry, waiters) = state.withLock { state in
            state.lastID += 1
            let seq = state.rings[project, default: JournalRing()].append(call, id: state.lastID, capacity: capacity)
            return (JournalEntry(id: state.lastID, seq: seq, call: call), [state.waiters[project], state.everywhere])
        }
        for waiters in waiters.compactMap({ $0 }) { waiters.notify([entry], at: call.content.began) }
    }

    /// The callers that wait for calls of a project; `nil` for those of the whole server.
    package func waiters(of project: ProjectID?) -> Waiters<JournalFilter> {
        state.withLock { state in
            guard let project else { return state.everywhere }
            if let waiters = state.waiters[project] { return waiters }
            let waiters = Waiters<JournalFilter>()
            state.waiters[project] = waiters
            return waiters
        }
    }

    /// The calls that match, newest last unless they are descending; of those that are ascending, the oldest are taken.
    ///
    /// - Parameter project: `nil` for all calls of the server, also those without a project.
    package func entries(
        _ filter: JournalFilter, of project: ProjectID?, descending isDescending: Bool, limit: Int
    ) -> [JournalEntry] {
        let kept = state.withLock { state in
            guard let project else { return state.rings.values.flatMap { $0.entries }.sorted { $0.id < $1.id } }
            return Array(state.rings[project]?.entries ?? [])
        }
        let position: KeyPath<JournalEntry, Int64> = project == nil ? \.id : \.seq
        let after = filter.after ?? 0
        var found: [JournalEntry] = []
        for index in kept.indices {
            let entry = isDescending ? kept[kept.count - 1 - index] : kept[index]
            guard entry[keyPath: position] > after, filter.matches(entry.call) else { continue }
            found.append(entry)
            if found.count == limit { break }
        }
        return found
    }

    /// The cursor of the last call of a project, or of all.
    package func lastPosition(of project: ProjectID?) -> Int64 {
        state.withLock { state in
            guard let project else { return state.lastID }
            return state.rings[project]?.lastSeq ?? 0
        }
    }

    /// Empties the journal of a project; `seq` continues to count.
    ///
    /// - Returns: How many calls it had.
    package func clear(_ project: ProjectID) -> Int {
        state.withLock { state in state.rings[project]?.clear() ?? 0 }
    }

    /// Forgets a project that is dropped.
    package func forget(_ project: ProjectID) { state.withLock { $0.rings[project] = nil } }
}
