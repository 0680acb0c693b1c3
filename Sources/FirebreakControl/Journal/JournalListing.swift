package import FirebreakModel
package import FirebreakWire

/// Reads the journal as a person leafs through it: newest first, from page to page and from call to call.
package struct JournalBrowser: Sendable {
    /// Where a page begins. Calls are counted by `seq` in a project, and by `id` among all.
    package enum Start: Sendable, Equatable {
        case newest
        /// Below it are the newest of the calls that came before this one.
        case before(Int64)
        /// Its calls came after this one, and are the oldest of those.
        case after(Int64)
    }

    package struct Page: Sendable {
        /// Newest first, without their bodies.
        package var records: [JournalRecord]
        /// Whether it begins with the last call, so that the next one belongs on it.
        package var isNewest: Bool
        package var hasNewer: Bool
        package var hasOlder: Bool
    }

    private let journal: Journal
    private let project: ProjectID?

    /// - Parameter project: `nil` for the calls of all projects, and those of none.
    package init(_ journal: Journal, of project: ProjectID?) {
        self.journal = journal
        self.project = project
    }

    /// How many calls of each project are kept at most.
    package var capacity: Int { journal.capacity }

    /// How many calls there are, and the names of their operations, sorted.
    package var contents: (count: Int, operations: [String]) {
        let entries = journal.entries(JournalFilter(), of: project, descending: false, limit: .max)
        return (entries.count, Set(entries.compactMap(\.call.content.operation)).sorted())
    }

    package func page(_ filter: JournalFilter, from start: Start, limit: Int) -> Page {
        switch start {
        case .newest:
            let entries = entries(filter, descending: true, limit + 1)
            return Page(
                records: records(entries.prefix(limit)), isNewest: true, hasNewer: false,
                hasOlder: entries.count > limit)
        case .before(let position):
            let entries = entries(filter.before(position), descending: true, limit + 1)
            return Page(
                records: records(entries.prefix(limit)), isNewest: false,
                hasNewer: !self.entries(filter.after(position - 1), descending: false, 1).isEmpty,
                hasOlder: entries.count > limit)
        case .after(let position):
            let entries = entries(filter.after(position), descending: false, limit + 1)
            // There is no whole page of newer calls: the first page has them all.
            guard entries.count > limit else { return page(filter, from: .newest, limit: limit) }
            return Page(
                records: records(entries.prefix(limit).reversed()), isNewest: false, hasNewer: true,
                hasOlder: !self.entries(filter.before(position + 1), descending: true, 1).isEmpty)
        }
    }

    /// One call; `nil` if there is none, or none any more.
    package func call(_ position: Int64) -> JournalDetail? {
        let filter = JournalFilter().after(position - 1).before(position + 1)
        return entries(filter, descending: false, 1).first.map(JournalResource().detail)
    }

    /// The calls beside one, of those that match.
    package func neighbours(of position: Int64, _ filter: JournalFilter) -> (newer: Int64?, older: Int64?) {
        let newer = entries(filter.after(position), descending: false, 1).first
        let older = entries(filter.before(position), descending: true, 1).first
        return (newer.map(self.position), older.map(self.position))
    }

    private func position(_ entry: JournalEntry) -> Int64 { project == nil ? entry.id : entry.seq }

    private func entries(_ filter: JournalFilter, descending isDescending: Bool, _ limit: Int) -> [JournalEntry] {
        journal.entries(filter, of: project, descending: isDescending, limit: limit)
    }

    private func records(_ entries: some Sequence<JournalEntry>) -> [JournalRecord] {
        let resource = JournalResource()
        return entries.map(resource.summary)
    }
}

extension JournalFilter {
    fileprivate func after(_ position: Int64) -> JournalFilter {
        var filter = self
        filter.after = position
        return filter
    }

    fileprivate func before(_ position: Int64) -> JournalFilter {
        var filter = self
        filter.before = position
        return filter
    }
}
