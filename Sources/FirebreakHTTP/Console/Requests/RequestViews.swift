import FirebreakControl
import FirebreakModel
import FirebreakPages
import FirebreakWire

/// The console's views of the journal: lists.
enum RequestViews {
    private static let pageSize = 100

    @Sendable static func list(_ visit: ConsoleVisit) async throws -> RouteResponse {
        try await list(visit, .project(visit.context))
    }

    /// The calls of all projects, and those that found none.
    @Sendable static func listOfAll(_ visit: ConsoleVisit) async throws -> RouteResponse {
        try await list(visit, .everything)
    }

    @Sendable static func clear(_ visit: ConsoleVisit) async throws -> RouteResponse {
        _ = try await visit.run(DeleteRequests.self)
        return visit.redirect(to: visit.context.path(.requests), notice: .requestsCleared)
    }

    /// A message by its number: calls know those that they sent by it.
    @Sendable static func message(_ visit: ConsoleVisit) async throws -> RouteResponse {
        let text = visit.parameter("seq")
        guard let seq = Int64(text), let message = try await message(seq, visit) else {
            throw ConsoleProblem.notFound("The outbox of project \(visit.project) has no message \(text.prefix(40)).")
        }
        return visit.redirect(to: visit.context.path(.outbox).below(message.id))
    }

    static func message(_ seq: Int64, _ visit: ConsoleVisit) async throws -> OutboxMessage? {
        guard seq > 0 else { return nil }
        let page = try await visit.run(ListMessages.self, ["after": .string(String(seq - 1)), "limit": "1"])
        return page.messages.first { $0.seq == seq }
    }

    // MARK: Lists

    private static func list(_ visit: ConsoleVisit, _ scope: CallScope) async throws -> RouteResponse {
        guard let browser = visit.browser(scope) else { return page(visit, scope, RequestPages.noJournal(scope)) }
        let filter = CallFilter(visit.query)
        let (count, operations) = browser.contents
        var list = CallList(
            filter: filter, operations: operations, count: count, capacity: browser.capacity,
            today: String(visit.call.now.rfc3339.prefix(10)), example: try await example(visit))
        do {
            let found = browser.page(try filter.journalFilter(), from: start(visit.query), limit: pageSize)
            list.calls = found.records
            list.isNewest = found.isNewest
            list.hasNewer = found.hasNewer
            list.hasOlder = found.hasOlder
            return page(visit, scope, RequestPages.list(list, scope))
        } catch {
            list.isNewest = false
            return page(visit, scope, notice: visit.notice(of: error), status: 400, RequestPages.list(list, scope))
        }
    }

    private static func page(
        _ visit: ConsoleVisit, _ scope: CallScope, notice: ConsoleFrame.Notice? = nil, status: Int = 200,
        _ content: HTML
    ) -> RouteResponse {
        guard scope.project == nil else { return visit.page(.requests, notice: notice, status: status, content) }
        return visit.page(title: "All requests", sheet: .requests, notice: notice, status: status, content)
    }

    private static func start(_ query: QueryParameters) -> JournalBrowser.Start {
        if let position = query["before"].flatMap(Int64.init(position:)) { return .before(position) }
        if let position = query["after"].flatMap(Int64.init(position:)) { return .after(position) }
        return .newest
    }

    /// A call that shows up in an empty journal.
    private static func example(_ visit: ConsoleVisit) async throws -> CurlCommand {
        let key = PercentEncoding.encodeComponent(try await visit.apiKey() ?? "any")
        return CurlCommand(
            "POST", "/identitytoolkit.googleapis.com/v1/accounts:signUp?key=\(key)", body: [:], token: nil,
            at: visit.call.origin)
    }
}

extension ConsoleVisit {
    /// `nil` without a journal.
    func browser(_ scope: CallScope) -> JournalBrowser? {
        call.control.journal.map { JournalBrowser($0, of: scope.project?.project) }
    }

    /// A key that selects the project; `nil` if it has none.
    func apiKey() async throws -> String? { try await run(ListAPIKeys.self).apiKeys.first?.key }
}

extension Int64 {
    /// The position of a call, from 1.
    init?(position text: String) {
        guard let position = Int64(text), (1..<Int64.max).contains(position) else { return nil }
        self = position
    }
}
