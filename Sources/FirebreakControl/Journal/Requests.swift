package import FirebreakModel
package import FirebreakOperations
package import FirebreakWire

/// Lists the calls of the project and all its tenants, newest last by default (firebreak.md section 12).
package enum ListRequests: ControlOperation {
    package typealias Request = JournalSelection

    /// - Throws: `INVALID_ARGUMENT` for an invalid filter, limit or order; `FAILED_PRECONDITION` without a journal.
    package static func run(_ request: JournalSelection, _ call: ControlCall) async throws -> JournalPage {
        try page(request, of: call.project.id, call)
    }

    fileprivate static func page(
        _ request: JournalSelection, of project: ProjectID?, _ call: ControlCall
    ) throws -> JournalPage {
        let journal = try call.control.keptJournal
        let filter = try request.filter()
        let page = try request.page()
        // Before the calls are looked up: one that comes in between is not skipped then.
        let last = journal.lastPosition(of: project)
        let entries = journal.entries(
            filter, of: project, descending: page.isDescending, limit: page.limit)
        return JournalResource().page(entries, of: project, after: filter.after, last: last)
    }
}

/// Lists the calls of all projects, and those that found none, newest last by default (firebreak.md section 12).
package enum ListAllRequests: ControlOperation {
    package typealias Request = JournalSelection

    /// - Throws: As ``ListRequests``.
    package static func run(_ request: JournalSelection, _ call: ControlCall) async throws -> JournalPage {
        try ListRequests.page(request, of: nil, call)
    }
}

/// Holds the request until enough calls match, then answers like ``ListRequests`` (firebreak.md section 12).
package enum WaitForRequests: ControlOperation {
    /// What to wait for, and how long.
    package struct Request: Decodable, Sendable {
        /// Which calls; a `limit` below ``count`` is raised to it.
        package var selection: JournalSelection
        /// How many calls must match, 1 through 1,000; by default one.
        package var count: String?
        /// As ``WaitTime`` reads it; by default `10s`.
        package var timeout: String?

        private enum CodingKeys: CodingKey { case count, timeout }

        package init(from decoder: any Decoder) throws {
            selection = try JournalSelection(from: decoder)
            let container = try decoder.container(keyedBy: CodingKeys.self)
            count = try container.decodeIfPresent(String.self, forKey: .count)
            timeout = try container.decodeIfPresent(String.self, forKey: .timeout)
        }
    }

    /// - Throws: 408 with an explanation when the time is over, `INVALID_ARGUMENT` for an invalid value,
    ///   `FAILED_PRECONDITION` without a journal, `CancellationError` when the task was cancelled.
    package static func run(_ request: Request, _ call: ControlCall) async throws -> JournalPage {
        let journal = try call.control.keptJournal
        let filter = try request.selection.filter()
        let page = try request.selection.page()
        let count = Int(
            try ControlParameter.number("count", request.count, in: 1...MessageSelection.maximumLimit) ?? 1)
        let time = try WaitTime(request.timeout)
        let project = call.project.id
        let loop = WaitLoop(waiters: journal.waiters(of: project), wakingFilter: filter, time: time)
        let entries = try await loop.elements(atLeast: count) {
            .init(
                elements: journal.entries(
                    filter, of: project, descending: page.isDescending, limit: max(page.limit, count)))
        }
        guard entries.count >= count else {
            let timeout = JournalTimeout(
                filter: filter, count: count, matched: entries.count, time: time, project: project, journal: journal)
            throw timeout.error
        }
        return JournalResource().page(entries, of: project, after: filter.after, last: 0)
    }
}

/// Tells calls as they come (firebreak.md section 12, `requests:stream`).
package enum StreamRequests {
    /// - Parameters:
    ///   - request: Which calls; `limit` and `order` are ignored.
    ///   - lastEventID: The cursor of the last call that the client has seen before it connected again.
    ///   - isOfAll: Whether the calls of all projects are told, and those of none.
    /// - Throws: `INVALID_ARGUMENT` for an invalid filter, `FAILED_PRECONDITION` without a journal.
    package static func stream(
        _ request: JournalSelection, lastEventID: String?, isOfAll: Bool, _ call: ControlCall
    ) throws -> JournalStream {
        let journal = try call.control.keptJournal
        var filter = try request.filter()
        if let seen = try ControlParameter.number("Last-Event-ID", lastEventID, in: 0...Int64.max) {
            filter.after = seen
        }
        return JournalStream(filter, of: isOfAll ? nil : call.project.id, in: journal)
    }
}

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

/// Empties the journal of the project (firebreak.md section 12). `seq` goes on counting.
package enum DeleteRequests: ControlOperation {
    package typealias Request = NoParameters

    /// - Throws: `FAILED_PRECONDITION` without a journal.
    package static func run(_ request: NoParameters, _ call: ControlCall) async throws -> Deletion {
        Deletion(deleted: try call.control.keptJournal.clear(call.project.id))
    }
}
