package import FirebreakModel
import FirebreakOperations
import FirebreakWire

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
