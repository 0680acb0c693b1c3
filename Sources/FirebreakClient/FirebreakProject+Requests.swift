public import FirebreakModel
import FirebreakWire

extension FirebreakProject {
    /// The last calls that the project got.
    public var requests: Requests { Requests(project: self) }

    /// The calls of one method, oldest first, at most 1,000; those of tenants count as well.
    ///
    /// - Parameter operation: A name such as `accounts.signUp`, or `accounts.*` for all that begin so.
    public func requests(of operation: String) async throws(FirebreakFailure) -> [JournalRecord] {
        try await requests.list(RequestFilter(operation: operation), OutboxPaging(limit: 1000)).requests
    }

    /// The journal of a project.
    public struct Requests: Sendable {
        fileprivate let project: FirebreakProject
    }
}

extension FirebreakProject.Requests {
    /// `seq` of the last call: passed as `after`, it selects only calls from now on.
    public func cursor() async throws(FirebreakFailure) -> Int64 {
        try await list(RequestFilter(), OutboxPaging(limit: 1, order: .descending)).nextCursor
    }

    /// The calls that match, of the project and all its tenants.
    ///
    /// - Parameters:
    ///   - filter: Selects calls.
    ///   - paging: How many, and in which order.
    /// - Throws: `INVALID_ARGUMENT` for a condition or limit that cannot be.
    public func list(
        _ filter: RequestFilter = RequestFilter(), _ paging: OutboxPaging = OutboxPaging()
    ) async throws(FirebreakFailure) -> JournalPage {
        try await project.call(RequestsAPI.list, Listed(filter, paging))
    }

    /// Waits until enough calls match. Calls that were made already count, unless the filter has a cursor.
    ///
    /// - Parameters:
    ///   - filter: Selects calls.
    ///   - count: How many must match, 1 through 1,000.
    ///   - time: How long to wait, by the real clock; at most ten minutes.
    ///   - paging: How many to return, and in which order.
    /// - Throws: `REQUEST_TIMEOUT` when the time is over, describing what was called.
    public func wait(
        for filter: RequestFilter, count: Int = 1, within time: Duration = .seconds(10),
        _ paging: OutboxPaging = OutboxPaging()
    ) async throws(FirebreakFailure) -> JournalPage {
        try await project.transport.answer(
            project.waiting(RequestsAPI.wait, for: Listed(filter, paging), count: count, within: time))
    }

    /// New calls as they come. It ends with the server and when the project is dropped.
    ///
    /// - Parameter filter: With a cursor, the calls after it come first.
    public func newRequests(
        _ filter: RequestFilter = RequestFilter()
    ) -> AsyncThrowingStream<JournalRecord, any Error> {
        project.events(RequestsAPI.stream, filter).compactMapped { event in
            event.name == "request" ? try event.decoded() : nil
        }
    }

    /// Empties the journal; `seq` goes on counting.
    ///
    /// - Returns: How many calls it had.
    @discardableResult
    public func delete() async throws(FirebreakFailure) -> Int {
        try await project.call(RequestsAPI.delete).deleted
    }
}
