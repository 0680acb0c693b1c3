package import FirebreakModel
package import FirebreakOperations
package import FirebreakWire

/// The journal of a project, or that of all (firebreak.md section 12). Calls are counted by `seq` in a project, and by
/// `id` among all.
package struct JournalListing: Listing {
    package static let terms = ListingTerms(
        element: "call", place: "journal", came: "there were", nothingCame: "nothing was called at all",
        event: "request")

    private let journal: Journal
    package let project: ProjectID?

    /// - Parameter project: `nil` for the calls of all projects, and those of none.
    package init(_ journal: Journal, of project: ProjectID?) {
        self.journal = journal
        self.project = project
    }

    package static func page(_ requests: [JournalRecord], nextCursor: Int64) -> JournalPage {
        JournalPage(requests: requests, nextCursor: nextCursor)
    }

    package static func timeout(_ explanation: String) -> WireError { .requestTimeout(explanation) }

    package var waiters: Waiters<JournalFilter> { journal.waiters(of: project) }

    package func renewed() -> JournalListing { self }

    package func elements(
        _ filter: JournalFilter, descending isDescending: Bool, limit: Int
    ) -> [JournalEntry] {
        journal.entries(filter, of: project, descending: isDescending, limit: limit)
    }

    package func lastPosition() -> Int64 { journal.lastPosition(of: project) }

    package func position(of entry: JournalEntry) -> Int64 { project == nil ? entry.id : entry.seq }

    package func record(_ entry: JournalEntry) -> JournalRecord { JournalResource().record(entry) }

    package func nextArrival() -> Duration? { nil }

    /// Such as `#7 accounts.signUp (400 EMAIL_EXISTS); other email`.
    package func words(_ entry: JournalEntry, against filter: JournalFilter) -> String {
        let unmet = filter.conditions(notMetBy: entry)
        let remark = unmet.isEmpty ? "" : "; other \(unmet.joined(separator: " and "))"
        return "#\(entry.seq) \(words(entry))\(remark)"
    }

    /// Such as `accounts.signUp (400 EMAIL_EXISTS)`.
    private func words(_ entry: JournalEntry) -> String {
        let content = entry.content
        let answer = [content.status.map(String.init) ?? "no answer", entry.facts.error].compactMap(\.self)
        return "\(content.operation ?? "\(content.method) of an unknown path") (\(answer.joined(separator: " ")))"
    }

    /// The newest such call of another project, or of none: the API key may select another project than the test expects.
    package func elsewhere(_ filter: JournalFilter, latest: [JournalEntry], matched: Int) -> String? {
        guard matched == 0 else { return nil }
        let newest = JournalListing(journal, of: nil).elements(filter.after(nil), descending: true, limit: 10).first {
            $0.project != project
        }
        guard let newest else { return nil }
        return "\(newest.project.map { "Project \($0)" } ?? "No project") got such a call: \(words(newest))."
    }

    package var followers: Waiters<JournalFilter> { waiters }

    package func follow() {}

    /// An entry does not change, but a project that was dropped counts anew.
    package func events(_ changes: Void, through cursor: Int64, _ filter: JournalFilter) -> [ServerEvent]? {
        lastPosition() >= cursor ? [] : nil
    }
}

/// The journal as a person leafs through it: from page to page and from call to call.
extension JournalListing {
    /// How many calls of each project are kept at most.
    package var capacity: Int { journal.capacity }

    /// How many calls there are, the names of their operations and the codes of their errors, sorted.
    package var contents: (count: Int, operations: [String], errors: [String]) {
        let entries = elements(JournalFilter(), descending: false, limit: .max)
        return (
            entries.count, Set(entries.compactMap(\.content.operation)).sorted(),
            Set(entries.compactMap(\.facts.error)).sorted()
        )
    }

    /// The calls of a page without their bodies.
    ///
    /// - Throws: `CancellationError` when the task was cancelled.
    package func records(
        _ filter: JournalFilter, from start: ListingStart, limit: Int
    ) async throws -> ListingPage<JournalRecord> {
        try await page(filter, from: start, limit: limit).map { entry in
            try Task.checkCancellation()
            return JournalResource().summary(entry)
        }
    }

    /// The newest calls that match, of one tenant or, for `nil`, of the project itself, without their bodies.
    package func newest(_ filter: JournalFilter, ofTenant tenant: String?, limit: Int) -> [JournalRecord] {
        elements(filter, descending: true, limit: .max).lazy
            .filter { $0.content.record.tenant?.rawValue == tenant }.prefix(limit).map(JournalResource().summary)
    }

    /// One call; `nil` if there is none, or none any more.
    ///
    /// - Parameter settings: Those of the project as they are now, for the change that its explanation names.
    package func detail(_ position: Int64, _ settings: ProjectSettings? = nil) -> JournalDetail? {
        let filter = JournalFilter().after(position - 1).before(position + 1)
        return elements(filter, descending: false, limit: 1).first.map { JournalResource().detail($0, settings) }
    }

    /// The call that a page leads to by this reference, without its bodies; `nil` if it is not there any more.
    package func call(by reference: String) -> JournalRecord? {
        elements(JournalFilter(), descending: true, limit: .max)
            .first { $0.content.record.reference == reference }.map(JournalResource().summary)
    }

    /// The position of the call that put a message into the outbox; `nil` if it is not there any more.
    package func cause(ofMessage seq: Int64) -> Int64? {
        elements(JournalFilter(), descending: true, limit: .max)
            .first { $0.content.record.messages.contains(seq) }.map(position)
    }

    /// The newest calls that a fault took, without their bodies.
    package func calls(takenBy fault: String, limit: Int) -> [JournalRecord] {
        elements(JournalFilter(), descending: true, limit: .max).lazy
            .filter { $0.content.record.fault == fault }.prefix(limit).map(JournalResource().summary)
    }

    /// The position of the last call.
    package var last: Int64 { lastPosition() }

    /// The newest call after a position that went to a path.
    package func newest(after position: Int64, _ method: String, _ path: String) -> Int64? {
        elements(JournalFilter().after(position), descending: true, limit: .max)
            .first { $0.content.method == method && $0.content.path == path }.map(self.position)
    }

    /// The calls beside one, of those that match.
    package func neighbours(of position: Int64, _ filter: JournalFilter) -> (newer: Int64?, older: Int64?) {
        let newer = elements(filter.after(position), descending: false, limit: 1).first
        let older = elements(filter.before(position), descending: true, limit: 1).first
        return (newer.map(self.position), older.map(self.position))
    }
}
