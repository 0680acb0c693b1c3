package import FirebreakModel
import FirebreakOperations
import FirebreakWire

extension ControlMethod {
    /// The methods of the journal (firebreak.md section 12).
    static let journal: [ControlMethod] = [
        .init(RequestsAPI.listAll, ListAllJournalEntries.self, .bulk),
        .init(RequestsAPI.list, ListJournalEntries.self, [.bulk, .withoutDatabase]),
        .init(RequestsAPI.streamAll) { request, seen, call in
            try await StreamJournalEntries.stream(request, seen, isOfAll: true, call)
        },
        .init(RequestsAPI.stream) { request, seen, call in
            try await StreamJournalEntries.stream(request, seen, isOfAll: false, call)
        },
        .init(RequestsAPI.delete, DeleteJournalEntries.self, .withoutDatabase),
        .init(RequestsAPI.wait, WaitForJournalEntries.self, [.bulk, .mayWait]),
    ]
}

extension JournalListing {
    /// - Parameter isOfAll: Whether it is of all projects, and of calls that found none.
    /// - Throws: `FAILED_PRECONDITION` without a journal.
    fileprivate init(_ call: ControlCall, isOfAll: Bool = false) throws(WireError) {
        self.init(try call.control.keptJournal, of: isOfAll ? nil : call.project.id)
    }
}

/// Lists the calls of the project and all its tenants, newest last by default (firebreak.md section 12).
package enum ListJournalEntries: ControlOperation {
    package typealias Request = JournalListing.Selection

    /// - Throws: `INVALID_ARGUMENT` for an invalid filter, limit or order; `FAILED_PRECONDITION` without a journal.
    package static func run(_ request: Request, _ call: ControlCall) async throws -> JournalPage {
        try await JournalListing(call).list(request)
    }
}

/// Lists the calls of all projects, and those that found none, newest last by default (firebreak.md section 12).
package enum ListAllJournalEntries: ControlOperation {
    package typealias Request = JournalListing.Selection

    /// - Throws: As ``ListJournalEntries``.
    package static func run(_ request: Request, _ call: ControlCall) async throws -> JournalPage {
        try await JournalListing(call, isOfAll: true).list(request)
    }
}

/// Holds the request until enough calls match, then answers like ``ListJournalEntries`` (firebreak.md section 12).
package enum WaitForJournalEntries: ControlOperation {
    package typealias Request = JournalListing.WaitRequest

    /// - Throws: 408 with an explanation when the time is over, `INVALID_ARGUMENT` for an invalid value,
    ///   `FAILED_PRECONDITION` without a journal, `CancellationError` when the task was cancelled.
    package static func run(_ request: Request, _ call: ControlCall) async throws -> JournalPage {
        try await JournalListing(call).wait(ListingWait(request))
    }
}

/// Tells calls as they come (firebreak.md section 12, `requests:stream`).
package enum StreamJournalEntries {
    /// - Parameters:
    ///   - request: Which calls; `limit` and `order` are ignored.
    ///   - lastEventID: The cursor of the last call that the client has seen before it connected again.
    ///   - isOfAll: Whether the calls of all projects are told, and those of none.
    /// - Throws: `INVALID_ARGUMENT` for an invalid filter, `FAILED_PRECONDITION` without a journal.
    package static func stream(
        _ request: JournalListing.Selection, _ lastEventID: String?, isOfAll: Bool, _ call: ControlCall
    ) async throws -> ListingStream<JournalListing> {
        let listing = try JournalListing(call, isOfAll: isOfAll)
        let filter = try request.filter(lastEventID: lastEventID)
        return try await ListingStream(filter, of: listing, call.services.workers)
    }
}

/// Empties the journal of the project (firebreak.md section 12). `seq` goes on counting.
package enum DeleteJournalEntries: ControlOperation {
    package typealias Request = NoMembers

    /// - Throws: `FAILED_PRECONDITION` without a journal.
    package static func run(_ request: NoMembers, _ call: ControlCall) async throws -> Deletion {
        let count = try call.control.keptJournal.clear(call.project.id)
        call.project.views.note([.requests])
        return Deletion(deleted: count)
    }
}
