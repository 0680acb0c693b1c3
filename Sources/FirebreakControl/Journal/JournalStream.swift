package import FirebreakModel
import FirebreakOperations
package import FirebreakWire

/// New calls as they come (firebreak.md section 12, `requests:stream`).
///
/// It looks only when there was a call that matches, never in between.
package struct JournalStream: EventStream {
    /// How many events are read at once.
    private static let batch = 20

    private let journal: Journal
    private let project: ProjectID?
    private var filter: JournalFilter
    private let place: WaiterPlace<JournalFilter>

    /// - Parameters:
    ///   - filter: Its cursor says where to begin; without one only calls from now on are told.
    ///   - project: `nil` for all calls of the server, also those without a project.
    package init(_ filter: JournalFilter, of project: ProjectID?, in journal: Journal) {
        self.journal = journal
        self.project = project
        self.filter = filter
        self.filter.after = filter.after ?? journal.lastPosition(of: project)
        place = WaiterPlace(among: journal.waiters(of: project), for: filter)
    }

    package mutating func next(within time: Duration) async throws -> [ServerEvent]? {
        let place = place
        return try await place.elements(within: time) { try look() }
    }

    private mutating func look() throws -> [ServerEvent]? {
        // The project was dropped, and counts anew.
        guard journal.lastPosition(of: project) >= filter.after ?? 0 else { return nil }
        let entries = journal.entries(filter, of: project, descending: false, limit: Self.batch)
        let isOfProject = project != nil
        if let last = entries.last { filter.after = isOfProject ? last.seq : last.id }
        let resource = JournalResource()
        let encoder = WireEncoder()
        return try entries.map { entry in
            ServerEvent(
                id: String(isOfProject ? entry.seq : entry.id), name: "request",
                data: try encoder.encode(resource.record(entry)))
        }
    }
}
