import FirebreakControl
import FirebreakHTTP
import FirebreakModel
import FirebreakOperations
import FirebreakPages
import FirebreakWire

/// The console's list of calls, of a project or of all.
struct RequestListPage {
    private static let template = Template(asset: "console/requests")
    private static let pageSize = 100

    /// How much of a text a row shows, in bytes of markup: a page of a hundred rows stays below 150 KB.
    private enum Shown {
        static let name = 110
        static let error = 60
        static let reason = 150
        static let account = 70
        static let path = 220
    }

    private let request: ConsoleRequest
    private let scope: JournalScope
    private let filter: JournalQuery
    /// The operations that there are calls of, and the errors that they got.
    private let operations: [String]
    private let errors: [String]
    /// How many calls the journal has, and at most.
    private let count: Int
    private let capacity: Int
    /// The date of now: `2026-06-01`.
    private let today: String
    /// A call that shows up in an empty journal.
    private let example: CurlCommand
    private var page = ListingPage<JournalRecord>.nothing

    private init(_ request: ConsoleRequest, _ scope: JournalScope, _ journal: JournalListing) async throws {
        self.request = request
        self.scope = scope
        filter = JournalQuery(request.query)
        (count, operations, errors) = journal.contents
        capacity = journal.capacity
        today = String(request.call.now.rfc3339.prefix(10))
        let key = PercentEncoding.encodeComponent(try await request.apiKey() ?? "any")
        example = CurlCommand(
            "POST", "/identitytoolkit.googleapis.com/v1/accounts:signUp?key=\(key)", body: [:], token: nil,
            at: request.call.origin)
    }

    // MARK: Requests

    @Sendable static func show(_ request: ConsoleRequest) async throws -> RouteResponse {
        try await show(request, .project(request))
    }

    /// The calls of all projects, and those that found none.
    @Sendable static func showAll(_ request: ConsoleRequest) async throws -> RouteResponse {
        try await show(request, .everything)
    }

    @Sendable static func clear(_ request: ConsoleRequest) async throws -> RouteResponse {
        _ = try await request.run(DeleteJournalEntries.self)
        return request.redirect(to: request.path(.requests), notice: .requestsCleared)
    }

    private static func show(_ request: ConsoleRequest, _ scope: JournalScope) async throws -> RouteResponse {
        if let path = FilterBar.removal(in: request, scope.path, ListingSelection<JournalFilter>.conditions) {
            return request.redirect(to: path)
        }
        guard let journal = request.journal(scope) else {
            // In place of a list where no calls are kept.
            return answer(request, scope, template.part("noJournal").filled(["title": "\(scope.title)"]))
        }
        var list = try await RequestListPage(request, scope, journal)
        let selected: JournalFilter
        do { selected = try list.filter.journalFilter() } catch {
            return answer(request, scope, notice: request.notice(of: error), status: 400, list.html)
        }
        list.page = try await journal.records(selected, from: start(request.query), limit: pageSize)
        return answer(request, scope, count: list.count, of: list.page.isNewest ? [.requests] : [], list.html)
    }

    private static func answer(
        _ request: ConsoleRequest, _ scope: JournalScope, count: Int? = nil, of parts: Set<ChangeNotifier.Part> = [],
        notice: ConsoleFrame.Notice? = nil, status: Int = 200, _ content: HTML
    ) -> RouteResponse {
        guard scope.project == nil else {
            return request.page(.requests, count: count, of: parts, notice: notice, status: status, content)
        }
        return request.page(
            title: scope.title, sheet: .requests, count: count, of: parts, notice: notice, status: status, content)
    }

    private static func start(_ query: QueryParameters) -> ListingStart {
        ListingStart(
            before: query["before"].flatMap(Int64.init(position:)), after: query["after"].flatMap(Int64.init(position:))
        )
    }

    // MARK: The page

    private var html: HTML {
        let rows = page.elements.map(row)
        return Self.template.filled([
            "title": "\(scope.title)", "live": page.isNewest ? Self.template.part("live").filled() : "",
            "actions": actions, "filter": filterBar.html,
            "stream": page.isNewest ? " data-live" : "",
            "news": "\(page.elements.first?.news ?? "")",
            "project": scope.project == nil ? Self.template.part("projectHead").filled() : "", "rows": "\(rows)",
            "empty": rows.isEmpty ? empty : "", "pager": rows.isEmpty ? "" : pager,
        ])
    }

    private var actions: HTML {
        guard scope.project != nil else { return Self.template.part("actionsOfAll").filled() }
        return Self.template.part("actions").filled([
            "clear": Controls.button(
                "Delete all", to: request.path(.requests).below("clear"), kind: "small danger",
                confirm: "Delete all calls of this project?", request)
        ])
    }

    // MARK: Filter

    private var filterBar: FilterBar {
        FilterBar(
            list: "requests", path: scope.path,
            chips: [
                FilterBar.Chip(
                    "status", "Status",
                    [(JournalQuery.failed, "Failed")] + ["2xx", "3xx", "4xx", "5xx"].map { ($0, $0) }),
                FilterBar.Chip("operation", "Operation", operations.map { ($0, $0) }),
                FilterBar.Chip("error", "Error", errors.map { ($0, $0) }),
                FilterBar.Chip(
                    "caller", "Caller", [("app", "App"), ("admin", "Admin"), ("anybody", "Without credentials")]),
            ], value: { filter[$0] },
            others: [("email", "Email address"), ("phoneNumber", "Phone number"), ("localId", "User ID")],
            kept: [("tenant", filter["tenant"])])
    }

    // MARK: Calls

    private var empty: HTML {
        guard filter.isEmpty else {
            let all = scope.path.with([("tenant", filter["tenant"])])
            return Self.template.part("noMatch").filled(["url": "\(all.text)"])
        }
        return Self.template.part("empty").filled([
            "command": "\(example.text)", "copy": Controls.copy(example.text),
        ])
    }

    private var pager: HTML {
        func link(_ label: String, _ cursor: String, _ call: JournalRecord?) -> HTML {
            guard let call else { return "" }
            let parameters = filter.parameters + [(cursor, String(scope.position(call)))]
            return Self.template.part("page").filled([
                "url": "\(scope.path.with(parameters).text)", "label": "\(label)",
            ])
        }
        let newest = scope.path.with(filter.parameters).text
        return Self.template.part("pager").filled([
            "count": count == 1 ? "1 call" : "\(count) calls", "capacity": "\(capacity)",
            "of": scope.project == nil ? "each project" : "this project",
            "newest": page.hasNewer ? Self.template.part("page").filled(["url": "\(newest)", "label": "Newest"]) : "",
            "newer": link("Newer", "after", page.hasNewer ? page.elements.first : nil),
            "older": link("Older", "before", page.hasOlder ? page.elements.last : nil),
        ])
    }

    private func row(_ call: JournalRecord) -> HTML {
        let cells = Self.template.part("cells").filled([
            "time": call.time(today: today),
            "project": scope.project == nil ? projectCell(call) : "",
            "url": "\(scope.path(of: call).with(filter.carried).text)",
            "name": ShortText.html(call.name, Shown.name),
            "reason": call.explanation.map { reason in
                Self.template.part("reason").filled(["text": ShortText.html(InlineCode.plain(reason), Shown.reason)])
            } ?? "", "status": call.statusBadge,
            "fault": call.fault == nil ? "" : " \(Controls.badge("fault", "information"))",
            "error": call.error.map { code in
                Self.template.part("error").filled(["code": ShortText.html(code, Shown.error)])
            } ?? "", "who": who(call),
            "duration": "\(call.duration)", "messages": messages(call),
        ])
        return Self.template.part("row").filled([
            "key": "\(String(scope.position(call)))", "version": Controls.version(of: cells), "cells": cells,
        ])
    }

    private func projectCell(_ call: JournalRecord) -> HTML {
        guard let project = call.project else { return Self.template.part("noProject").filled() }
        return Self.template.part("project").filled([
            "url": "\(ConsolePath(ProjectID(rawValue: project), .requests).text)",
            "name": ShortText.html(project, Shown.account),
        ])
    }

    private func who(_ call: JournalRecord) -> HTML {
        let caller: HTML = call.caller == .admin ? " \(Controls.badge("admin"))" : ""
        guard let account = call.account else { return caller }
        let name = ShortText.html(account, Shown.account)
        guard let path = call.accountPath?.text, path.utf8.count <= Shown.path else { return "\(name)\(caller)" }
        return "\(Self.template.part("account").filled(["url": "\(path)", "name": name]))\(caller)"
    }

    private func messages(_ call: JournalRecord) -> HTML {
        guard let first = call.messages.first, let project = call.project else { return "" }
        let count = call.messages.count
        let only = ConsolePath(ProjectID(rawValue: project), .outbox).below("seq", String(first))
        return Self.template.part("messages").filled([
            "url": "\(count == 1 ? only.text : scope.path(of: call).text)",
            "count": count == 1 ? "1 message" : "\(count) messages",
        ])
    }
}

/// Whose calls a page shows.
enum JournalScope: Sendable {
    case project(ConsoleRequest)
    /// Those of all projects, and those that found none.
    case everything

    var project: ConsoleRequest? {
        if case .project(let request) = self { request } else { nil }
    }

    var title: String { project == nil ? "All requests" : "Requests" }

    /// The list of calls.
    var path: ConsolePath { project?.path(.requests) ?? .requests }

    /// What cursors count.
    func position(_ call: JournalRecord) -> Int64 { project == nil ? call.id : call.seq }

    /// The page of a call: that of its project if it has one.
    func path(of call: JournalRecord) -> ConsolePath {
        let owner = project?.project ?? call.project.map(ProjectID.init(rawValue:))
        guard let owner else { return ConsolePath.requests.below(String(call.id)) }
        return ConsolePath(owner, .requests).below(String(call.seq))
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

/// Which calls a list shows, as its URL says.
typealias JournalQuery = ListingQuery<JournalFilter>

extension JournalQuery {
    /// The status of errors, and of calls that got no answer; the control API does not have it.
    static var failed: String { "failed" }

    init(_ query: QueryParameters) {
        self.init { name in
            // A plus sign that was not escaped came as a space.
            query[name].map { String($0.reversed().drop { $0 == " " }.reversed()) }?.nonEmpty
        }
        self["error"] = self["error"]?.uppercased()
    }

    /// The same calls of another status.
    func with(status: String?) -> JournalQuery {
        var query = self
        query["status"] = status
        return query
    }

    private var isOfFailed: Bool { self["status"] == Self.failed }

    /// The query for pages of calls that are left through by it; none if its length would make a list heavy.
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
