package import FirebreakModel
import FirebreakOperations
import FirebreakWire

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
