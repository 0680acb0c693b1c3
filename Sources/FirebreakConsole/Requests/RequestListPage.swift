import FirebreakControl
import FirebreakHTTP
import FirebreakModel
import FirebreakOperations
import FirebreakPages
import FirebreakWire

/// The console's views of the journal: lists.
enum JournalViews {
    private static let pageSize = 100

    @Sendable static func list(_ request: ConsoleRequest) async throws -> RouteResponse {
        try await list(request, .project(request))
    }

    /// The calls of all projects, and those that found none.
    @Sendable static func listOfAll(_ request: ConsoleRequest) async throws -> RouteResponse {
        try await list(request, .everything)
    }

    @Sendable static func clear(_ request: ConsoleRequest) async throws -> RouteResponse {
        _ = try await request.run(DeleteJournalEntries.self)
        return request.redirect(to: request.path(.requests), notice: .requestsCleared)
    }

    /// A message by its number: calls know those that they sent by it.
    @Sendable static func message(_ request: ConsoleRequest) async throws -> RouteResponse {
        let text = request.parameter("seq")
        guard let seq = Int64(text), let message = try await message(seq, request) else {
            throw ConsoleProblem.notFound("The outbox of project \(request.project) has no message \(text.prefix(40)).")
        }
        return request.redirect(to: request.path(.outbox).below(message.id))
    }

    static func message(_ seq: Int64, _ request: ConsoleRequest) async throws -> OutboxMessage? {
        guard seq > 0 else { return nil }
        let page = try await request.run(ListMessages.self, ["after": .string(String(seq - 1)), "limit": "1"])
        return page.messages.first { $0.seq == seq }
    }

    // MARK: Lists

    private static func list(_ request: ConsoleRequest, _ scope: JournalScope) async throws -> RouteResponse {
        guard let journal = request.journal(scope) else { return page(request, scope, JournalPages.noJournal(scope)) }
        let filter = JournalQuery(request.query)
        let (count, operations) = journal.contents
        var list = JournalView(
            filter: filter, operations: operations, count: count, capacity: journal.capacity,
            today: String(request.call.now.rfc3339.prefix(10)), example: try await example(request))
        let selected: JournalFilter
        do { selected = try filter.journalFilter() } catch {
            return page(request, scope, notice: request.notice(of: error), status: 400, JournalPages.list(list, scope))
        }
        list.page = try await journal.records(selected, from: start(request.query), limit: pageSize)
        return page(request, scope, JournalPages.list(list, scope))
    }

    private static func page(
        _ request: ConsoleRequest, _ scope: JournalScope, notice: ConsoleFrame.Notice? = nil, status: Int = 200,
        _ content: HTML
    ) -> RouteResponse {
        guard scope.project == nil else { return request.page(.requests, notice: notice, status: status, content) }
        return request.page(title: "All requests", sheet: .requests, notice: notice, status: status, content)
    }

    private static func start(_ query: QueryParameters) -> ListingStart {
        ListingStart(
            before: query["before"].flatMap(Int64.init(position:)), after: query["after"].flatMap(Int64.init(position:))
        )
    }

    /// A call that shows up in an empty journal.
    private static func example(_ request: ConsoleRequest) async throws -> CurlCommand {
        let key = PercentEncoding.encodeComponent(try await request.apiKey() ?? "any")
        return CurlCommand(
            "POST", "/identitytoolkit.googleapis.com/v1/accounts:signUp?key=\(key)", body: [:], token: nil,
            at: request.call.origin)
    }
}

extension ConsoleRequest {
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

/// The console's lists of calls.
enum JournalPages {
    static let template = Template(asset: "console/requests")

    /// How much of a text a row shows, in bytes of markup: a page of a hundred rows stays below 150 KB.
    private enum Limit {
        static let name = 110
        static let error = 60
        static let reason = 150
        static let account = 70
        static let path = 220
    }

    static func list(_ list: JournalView, _ scope: JournalScope) -> HTML {
        let live: HTML =
            list.page.isNewest ? #" data-live="\#(scope.stream.with(list.filter.parametersOfStream).text)""# : ""
        return template.filled([
            "title": scope.project == nil ? "All requests" : "Requests",
            "live": list.page.isNewest ? template.part("live").filled() : "",
            "actions": actions(list, scope), "chips": "\(chips(list, scope))", "url": "\(scope.path.text)",
            "fields": "\(fields(list))",
            "reset": list.filter.isEmpty
                ? "" : template.part("reset").filled(["url": "\(scope.path.text)"]), "stream": live,
            "news": "\(list.page.elements.first.map { JournalEntryWords(call: $0).news } ?? "")",
            "list": content(list, scope),
        ])
    }

    /// In place of a list where no calls are kept.
    static func noJournal(_ scope: JournalScope) -> HTML {
        template.part("noJournal").filled(["title": scope.project == nil ? "All requests" : "Requests"])
    }

    private static func actions(_ list: JournalView, _ scope: JournalScope) -> HTML {
        guard case .project(let request) = scope else { return template.part("actionsOfAll").filled() }
        return template.part("actions").filled([
            "clear": Controls.button(
                "Clear", to: request.path(.requests).below("clear"), kind: "small",
                confirm: "Forget all calls of this project?", request)
        ])
    }

    // MARK: Filter

    private static let statuses: [(value: String?, label: String)] = [
        (nil, "All"), (JournalQuery.failed, "Failed"), ("2xx", "2xx"), ("3xx", "3xx"), ("4xx", "4xx"), ("5xx", "5xx"),
    ]

    private static func chips(_ list: JournalView, _ scope: JournalScope) -> [HTML] {
        var choices = statuses
        if let status = list.filter["status"], !choices.contains(where: { $0.value == status }) {
            choices.append((status, String(status.prefix(20))))
        }
        return choices.map { choice in
            template.part("chip").filled([
                "url": "\(scope.path.with(list.filter.with(status: choice.value).parameters).text)",
                "label": "\(choice.label)",
                "current": choice.value == list.filter["status"] ? #" aria-current="true""# : "",
            ])
        }
    }

    private static func fields(_ list: JournalView) -> [HTML] {
        let filter = list.filter
        var operations = list.operations
        if let operation = filter["operation"], !operations.contains(operation) { operations.append(operation) }
        let status = filter["status"].map { Controls.hidden("status", $0) }
        return [
            Controls.field(
                JournalQuery.accountField, "E-mail, ID or phone number", type: "search", value: filter.account,
                class: "search", attributes: #" autocomplete="off" autocapitalize="none" spellcheck="false""#),
            Controls.select(
                "operation", "Operation", [("", "All operations")] + operations.map { ($0, $0) },
                selected: filter["operation"]),
            Controls.field(
                "error", "Error code", value: filter["error"],
                attributes: #" autocomplete="off" autocapitalize="characters" spellcheck="false""#),
            Controls.select(
                "caller", "Caller",
                [("", "All callers"), ("app", "App"), ("admin", "Admin"), ("anybody", "Without credentials")],
                selected: filter["caller"]),
            status ?? "",
        ]
    }

    // MARK: Calls

    private static func content(_ list: JournalView, _ scope: JournalScope) -> HTML {
        guard !list.page.elements.isEmpty else { return empty(list, scope) }
        let rows = list.page.elements.map { row($0, list, scope) }
        return template.part("list").filled([
            "project": scope.project == nil ? template.part("projectHead").filled() : "", "rows": "\(rows)",
            "pager": pager(list, scope),
        ])
    }

    private static func empty(_ list: JournalView, _ scope: JournalScope) -> HTML {
        guard list.filter.isEmpty else {
            return template.part("noMatch").filled(["url": "\(scope.path.text)"])
        }
        return template.part("empty").filled([
            "command": "\(list.example.text)", "copy": Controls.copy(list.example.text),
        ])
    }

    private static func pager(_ list: JournalView, _ scope: JournalScope) -> HTML {
        func link(_ label: String, _ cursor: String, _ call: JournalRecord?) -> HTML {
            guard let call else { return "" }
            let parameters = list.filter.parameters + [(cursor, String(scope.position(call)))]
            return template.part("page").filled(["url": "\(scope.path.with(parameters).text)", "label": "\(label)"])
        }
        let newest = scope.path.with(list.filter.parameters).text
        return template.part("pager").filled([
            "count": list.count == 1 ? "1 call" : "\(list.count) calls", "capacity": "\(list.capacity)",
            "of": scope.project == nil ? "each project" : "this project",
            "newest": list.page.hasNewer ? template.part("page").filled(["url": "\(newest)", "label": "Newest"]) : "",
            "newer": link("Newer", "after", list.page.hasNewer ? list.page.elements.first : nil),
            "older": link("Older", "before", list.page.hasOlder ? list.page.elements.last : nil),
        ])
    }

    private static func row(_ call: JournalRecord, _ list: JournalView, _ scope: JournalScope) -> HTML {
        let words = JournalEntryWords(call: call)
        return template.part("row").filled([
            "key": "\(String(scope.position(call)))", "time": words.time(today: list.today),
            "project": scope.project == nil ? projectCell(call) : "",
            "url": "\(scope.path(of: call).with(list.filter.carried).text)",
            "name": ShortText.html(words.name, Limit.name),
            "reason": call.explanation.map { reason in
                template.part("reason").filled(["text": ShortText.html(Prose.plain(reason), Limit.reason)])
            } ?? "", "status": words.status,
            "fault": call.fault == nil ? "" : " \(Controls.badge("fault", "information"))",
            "error": call.error.map { code in
                template.part("error").filled(["code": ShortText.html(code, Limit.error)])
            } ?? "", "who": who(call, words),
            "duration": "\(words.duration)", "messages": messages(call, scope),
        ])
    }

    private static func projectCell(_ call: JournalRecord) -> HTML {
        guard let project = call.project else { return template.part("noProject").filled() }
        return template.part("project").filled([
            "url": "\(ConsolePath(ProjectID(rawValue: project), .requests).text)",
            "name": ShortText.html(project, Limit.account),
        ])
    }

    private static func who(_ call: JournalRecord, _ words: JournalEntryWords) -> HTML {
        let caller: HTML = call.caller == .admin ? " \(Controls.badge("admin"))" : ""
        guard let account = words.account else { return caller }
        let name = ShortText.html(account, Limit.account)
        guard let path = words.accountPath?.text, path.utf8.count <= Limit.path else { return "\(name)\(caller)" }
        return "\(template.part("account").filled(["url": "\(path)", "name": name]))\(caller)"
    }

    private static func messages(_ call: JournalRecord, _ scope: JournalScope) -> HTML {
        guard let first = call.messages.first, let project = call.project else { return "" }
        let count = call.messages.count
        let only = ConsolePath(ProjectID(rawValue: project), .outbox).below("seq", String(first))
        return template.part("messages").filled([
            "url": "\(count == 1 ? only.text : scope.path(of: call).text)",
            "count": count == 1 ? "1 message" : "\(count) messages",
        ])
    }
}

/// A page of the list of calls.
struct JournalView: Sendable {
    var page = ListingPage<JournalRecord>.nothing
    var filter: JournalQuery
    /// The operations that there are calls of.
    var operations: [String]
    /// How many calls the journal has, and at most.
    var count: Int
    var capacity: Int
    /// The date of now: `2026-06-01`.
    var today: String
    /// A call to begin with.
    var example: CurlCommand
}

/// Whose calls a page shows.
enum JournalScope: Sendable {
    case project(ConsoleRequest)
    /// Those of all projects, and those that found none.
    case everything

    var project: ConsoleRequest? {
        if case .project(let request) = self { request } else { nil }
    }

    /// The list of calls.
    var path: ConsolePath { project?.path(.requests) ?? .requests }

    var stream: ConsolePath { .callStream(project?.project) }

    /// What cursors count.
    func position(_ call: JournalRecord) -> Int64 { project == nil ? call.id : call.seq }

    /// The page of a call: that of its project if it has one.
    func path(of call: JournalRecord) -> ConsolePath {
        let owner = project?.project ?? call.project.map(ProjectID.init(rawValue:))
        guard let owner else { return ConsolePath.requests.below(String(call.id)) }
        return ConsolePath(owner, .requests).below(String(call.seq))
    }
}

/// Which calls a list shows, as its URL says.
typealias JournalQuery = ListingQuery<JournalFilter>

extension JournalQuery {
    /// The status of errors, and of calls that got no answer; the control API does not have it.
    static var failed: String { "failed" }
    /// The field that takes an address, an ID or a phone number.
    static var accountField: String { "account" }

    init(_ query: QueryParameters) {
        func text(_ name: String) -> String? {
            // A plus sign that was not escaped came as a space.
            query[name].map { String($0.reversed().drop { $0 == " " }.reversed()) }?.nonEmpty
        }
        self.init(text)
        self["error"] = self["error"]?.uppercased()
        guard let account = text(Self.accountField).map({ text in text.rest(after: " ").map { "+" + $0 } ?? text })
        else { return }
        let name = account.includes("@") ? "email" : account.begins(with: "+") ? "phoneNumber" : "localId"
        self[name] = account
    }

    /// The account that the calls are about, as the field shows it.
    var account: String? { self["email"] ?? self["localId"] ?? self["phoneNumber"] }

    /// The same calls of another status.
    func with(status: String?) -> JournalQuery {
        var query = self
        query["status"] = status
        return query
    }

    private var isOfFailed: Bool { self["status"] == Self.failed }

    /// The parameters of the stream of calls, which tells of more rather than of less.
    var parametersOfStream: [(name: String, value: String?)] {
        isOfFailed ? with(status: nil).parameters : parameters
    }

    /// The query for pages of calls that are left through by it; none if it is so long that it would make a list heavy.
    var carried: [(name: String, value: String?)] {
        let length = parameters.reduce(0) { $0 + $1.name.utf8.count + ($1.value?.utf8.count ?? 0) }
        return length <= 120 ? parameters : []
    }

    /// - Throws: `INVALID_ARGUMENT` for an invalid value; it names the valid ones.
    func journalFilter() throws(WireError) -> JournalFilter {
        guard isOfFailed else { return try selection.filter() }
        var filter = try with(status: nil).selection.filter()
        filter.status = .failed
        return filter
    }
}
