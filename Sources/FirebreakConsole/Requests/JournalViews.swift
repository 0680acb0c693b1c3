import FirebreakControl
import FirebreakHTTP
import FirebreakModel
import FirebreakOperations
import FirebreakPages
import FirebreakWire

/// The console's views of the journal: lists.
enum JournalViews {
    private static let pageSize = 100

    @Sendable static func list(_ visit: ConsoleVisit) async throws -> RouteResponse {
        try await list(visit, .project(visit.context))
    }

    /// The calls of all projects, and those that found none.
    @Sendable static func listOfAll(_ visit: ConsoleVisit) async throws -> RouteResponse {
        try await list(visit, .everything)
    }

    @Sendable static func clear(_ visit: ConsoleVisit) async throws -> RouteResponse {
        _ = try await visit.run(DeleteJournalEntries.self)
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

    private static func list(_ visit: ConsoleVisit, _ scope: JournalScope) async throws -> RouteResponse {
        guard let journal = visit.journal(scope) else { return page(visit, scope, JournalPages.noJournal(scope)) }
        let filter = JournalQuery(visit.query)
        let (count, operations) = journal.contents
        var list = JournalView(
            filter: filter, operations: operations, count: count, capacity: journal.capacity,
            today: String(visit.call.now.rfc3339.prefix(10)), example: try await example(visit))
        let selected: JournalFilter
        do { selected = try filter.journalFilter() } catch {
            return page(visit, scope, notice: visit.notice(of: error), status: 400, JournalPages.list(list, scope))
        }
        list.page = try await journal.records(selected, from: start(visit.query), limit: pageSize)
        return page(visit, scope, JournalPages.list(list, scope))
    }

    private static func page(
        _ visit: ConsoleVisit, _ scope: JournalScope, notice: ConsoleFrame.Notice? = nil, status: Int = 200,
        _ content: HTML
    ) -> RouteResponse {
        guard scope.project == nil else { return visit.page(.requests, notice: notice, status: status, content) }
        return visit.page(title: "All requests", sheet: .requests, notice: notice, status: status, content)
    }

    private static func start(_ query: QueryParameters) -> ListingStart {
        ListingStart(
            before: query["before"].flatMap(Int64.init(position:)), after: query["after"].flatMap(Int64.init(position:))
        )
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
    func journal(_ scope: JournalScope) -> JournalListing? {
        call.control.journal.map { JournalListing($0, of: scope.project?.project) }
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

/// The console's views of the journal: one call.
extension JournalViews {
    /// More messages than this are counted, not listed.
    private static let maximumMessages = 10

    @Sendable static func call(_ visit: ConsoleVisit) async throws -> RouteResponse {
        let scope = JournalScope.project(visit.context)
        let (title, content) = JournalEntryPage.html(try await detail(visit, scope), scope)
        return visit.page(.requests, title: title, content)
    }

    /// A call by its place among all: a call of a project has its page there.
    @Sendable static func callOfAll(_ visit: ConsoleVisit) async throws -> RouteResponse {
        let found = try found(visit, .everything)
        if let project = found.record.project {
            let path = ConsolePath(ProjectID(rawValue: project), .requests).below(String(found.record.seq))
            return visit.redirect(to: path)
        }
        let (title, content) = JournalEntryPage.html(try await detail(visit, .everything), .everything)
        return visit.page(title: title, sheet: .requests, content)
    }

    /// The command that repeats a call, for shells.
    @Sendable static func command(_ visit: ConsoleVisit) async throws -> RouteResponse {
        try await command(visit, .project(visit.context))
    }

    @Sendable static func commandOfAll(_ visit: ConsoleVisit) async throws -> RouteResponse {
        try await command(visit, .everything)
    }

    private static func command(_ visit: ConsoleVisit, _ scope: JournalScope) async throws -> RouteResponse {
        let command = try await repetition(of: found(visit, scope), visit)
        return .untrusted(Array((command.text + "\n").utf8), contentType: RouteResponse.plainText)
    }

    // MARK: What is known of it

    private static func found(_ visit: ConsoleVisit, _ scope: JournalScope) throws -> JournalDetail {
        guard let journal = visit.journal(scope) else {
            throw ConsoleProblem.notFound("This server keeps no journal: it was started with --journal 0.")
        }
        let text = visit.parameter("seq")
        guard let position = Int64(position: text), let found = journal.detail(position) else {
            throw ConsoleProblem.notFound(
                "The journal has no call \(text.prefix(40)). It keeps the last \(journal.capacity) of each project "
                    + "(--journal), until it is cleared or the server ends.")
        }
        return found
    }

    private static func detail(_ visit: ConsoleVisit, _ scope: JournalScope) async throws -> JournalEntryView {
        let found = try found(visit, scope)
        let call = found.record
        let position = scope.position(call)
        var detail = JournalEntryView(
            call: call, command: try await repetition(of: found, visit), isBodyKept: found.requestForm != .other,
            source: source(of: call))
        detail.reason = found.explanation.map { reason($0, visit) }
        if let code = call.error { detail.errors = ErrorCatalogue.entries(code: code) }
        detail.filter = JournalQuery(visit.query)
        // A filter that cannot be read selects nothing beside the call.
        if let filter = try? detail.filter.journalFilter(), let journal = visit.journal(scope) {
            (detail.newer, detail.older) = journal.neighbours(of: position, filter)
        }
        guard scope.project != nil else { return detail }
        detail.accountID = await accountID(of: call, visit)
        for seq in call.messages.prefix(maximumMessages) {
            if let message = try await message(seq, visit) { detail.messages.append(message) }
        }
        return detail
    }

    /// The list of the control API that has this call alone.
    private static func source(of call: JournalRecord) -> String {
        guard let project = call.project else { return "/firebreak/v1/requests?after=\(call.id - 1)&limit=1" }
        return ConsolePath.control(ProjectID(rawValue: project), "requests?after=\(call.seq - 1)&limit=1")
    }

    /// The account that it was about, by whatever the call names it; `nil` if there is none now.
    private static func accountID(of call: JournalRecord, _ visit: ConsoleVisit) async -> String? {
        let named: JSON
        if let id = call.localID {
            named = ["localId": [.string(id)]]
        } else if let email = call.email {
            named = ["email": [.string(email)]]
        } else if let number = call.phoneNumber {
            named = ["phoneNumber": [.string(number)]]
        } else {
            return nil
        }
        do {
            let tenant = call.tenant.map(TenantID.init(rawValue:))
            let answer = try await visit.runAsAdmin(Lookup.self, named, tenant: tenant)
            let users = try JSON(parsing: WireEncoder().encode(answer))["users"]?.arrayValue
            return users?.first?["localId"]?.stringValue
        } catch {
            // Its tenant is gone, or takes no sign-ins: there is no account to go to.
            return nil
        }
    }

    // MARK: Commands

    private static func repetition(of found: JournalDetail, _ visit: ConsoleVisit) async throws -> CurlCommand {
        let isOfProject = found.record.project != nil
        return CurlCommand(
            repeating: found.record, isForm: found.requestForm == .fields, isKept: found.requestForm != .other,
            apiKey: isOfProject ? try await visit.apiKey() : nil, at: visit.call.origin)
    }

    private static func reason(_ explanation: Explanation, _ visit: ConsoleVisit) -> JournalEntryView.Reason {
        let change = explanation.change
        let isOwn = change?.path.begins(with: "/firebreak/") ?? false
        // The control API takes another token, and only where the server has one.
        let token = isOwn ? (visit.exchange.guardian.needsSession ? "<control token>" : nil) : "owner"
        let command = change.map { change in
            CurlCommand(
                change.method, change.path, body: change.body, token: token, at: visit.call.origin)
        }
        return JournalEntryView.Reason(
            words: explanation.words, change: command, effect: explanation.effect,
            view: change.flatMap { view(that: $0.path) })
    }

    /// The view that has what a request changes.
    private static func view(that path: String) -> ConsoleView? {
        if path.includes("/clock:") || path.includes("/faults/") { return .state }
        if path.includes("/config?") || path.includes("/tenants/") || path.ends(with: "/rules") { return .settings }
        return nil
    }
}
