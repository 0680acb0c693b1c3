import FirebreakControl
import FirebreakHTTP
import FirebreakModel
import FirebreakOperations
import FirebreakPages
import FirebreakWire

/// The console's page of one call.
struct RequestPage {
    private static let template = Template(asset: "console/request")
    /// More messages than this are counted, not listed.
    private static let maximumMessages = 10

    /// How much of a text the page shows, in bytes of markup.
    private enum Shown {
        static let name = 200
        static let text = 1024
        static let path = 3072
        static let command = 20 * 1024
    }

    private let request: ConsoleRequest
    private let scope: JournalScope
    private let detail: JournalDetail
    private var call: JournalRecord { detail.record }
    /// The command that repeats the call.
    private let command: CurlCommand
    private let filter: JournalQuery
    /// The calls beside it, of those that the filter selects.
    private var newer: Int64?
    private var older: Int64?
    /// The ID of the account that it was about, if that is there now.
    private var accountID: String?
    /// The messages that it sent and that are still in the outbox.
    private var messages: [OutboxMessage] = []
    /// Why it was answered so.
    private var why: WhyPanel?
    /// In which language it is copied.
    private let snippet: CallSnippet

    private init(_ request: ConsoleRequest, _ scope: JournalScope) async throws {
        self.request = request
        self.scope = scope
        detail = try Self.found(request, scope)
        command = try await Self.repetition(of: detail, request)
        filter = JournalQuery(request.query)
        snippet = CallSnippet(request)
        let call = detail.record
        // A filter that cannot be read selects nothing beside the call.
        if let filter = try? filter.journalFilter(), let journal = request.journal(scope) {
            (newer, older) = journal.neighbours(of: scope.position(call), filter)
        }
        if let explanation = detail.explanation {
            let page = scope.project == nil ? nil : Self.page(of: detail, request)
            why = try await WhyPanel(explanation, detail.change, on: page, request)
        }
        guard scope.project != nil else { return }
        accountID = await Self.accountID(of: call, request)
        for seq in call.messages.prefix(Self.maximumMessages) {
            if let message = try await MessagePage.find(seq, request) { messages.append(message) }
        }
    }

    private static func found(_ request: ConsoleRequest, _ scope: JournalScope) throws -> JournalDetail {
        let journal = try journal(request, scope)
        let text = request.parameter("seq")
        guard let position = Int64(position: text), let found = journal.detail(position, scope.project?.call.settings)
        else { throw missing("The journal has no call \(text.prefix(40)).", journal) }
        return found
    }

    private static func journal(_ request: ConsoleRequest, _ scope: JournalScope) throws -> JournalListing {
        guard let journal = request.journal(scope) else {
            throw ConsoleProblem.notFound("This server keeps no journal: it was started with --journal 0.")
        }
        return journal
    }

    private static func missing(_ what: String, _ journal: JournalListing) -> ConsoleProblem {
        .notFound(
            "\(what) It keeps the last \(journal.capacity) of each project (--journal), until it is cleared or the "
                + "server ends.")
    }

    /// The account that it was about, by whatever the call names it; `nil` if there is none now.
    private static func accountID(of call: JournalRecord, _ request: ConsoleRequest) async -> String? {
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
            let answer = try await request.runAsAdmin(Lookup.self, named, tenant: tenant)
            let users = try JSON(parsing: WireEncoder().encode(answer))["users"]?.arrayValue
            return users?.first?["localId"]?.stringValue
        } catch {
            // Its tenant is gone, or takes no sign-ins: there is no account to go to.
            return nil
        }
    }

    private static func repetition(of found: JournalDetail, _ request: ConsoleRequest) async throws -> CurlCommand {
        let isOfProject = found.record.project != nil
        return CurlCommand(
            repeating: found.record, isForm: found.requestForm == .fields, isKept: found.requestForm != .other,
            apiKey: isOfProject ? try await request.apiKey() : nil, at: request.call.origin)
    }

    // MARK: Requests

    @Sendable static func show(_ request: ConsoleRequest) async throws -> RouteResponse {
        let page = try await RequestPage(request, .project(request))
        return request.page(.requests, title: page.title, page.html)
    }

    /// A call by its place among all: a call of a project has its page there.
    @Sendable static func showOfAll(_ request: ConsoleRequest) async throws -> RouteResponse {
        let found = try found(request, .everything)
        if let project = found.record.project {
            let path = ConsolePath(ProjectID(rawValue: project), .requests).below(String(found.record.seq))
            return request.redirect(to: path)
        }
        let page = try await RequestPage(request, .everything)
        return request.page(title: page.title, sheet: .requests, page.html)
    }

    /// A call by the reference that a page had, which leads to the call's own page.
    @Sendable static func showReferenced(_ request: ConsoleRequest) async throws -> RouteResponse {
        let journal = try journal(request, .everything)
        guard let call = journal.call(by: request.parameter("reference")) else {
            throw missing("The journal does not have the call of that page any more.", journal)
        }
        return request.redirect(to: JournalScope.everything.path(of: call))
    }

    /// The command that repeats a call, for shells, or the same in another language.
    @Sendable static func command(_ request: ConsoleRequest) async throws -> RouteResponse {
        try await command(request, .project(request))
    }

    @Sendable static func commandOfAll(_ request: ConsoleRequest) async throws -> RouteResponse {
        try await command(request, .everything)
    }

    private static func command(_ request: ConsoleRequest, _ scope: JournalScope) async throws -> RouteResponse {
        let found = try found(request, scope)
        let text = try await repetition(of: found, request).text(as: CallSnippet(request), status: found.record.status)
        return .untrusted(Array((text + "\n").utf8), contentType: RouteResponse.plainText)
    }

    // MARK: The page

    private var title: String { "Request \(scope.position(call))" }

    private var html: HTML {
        Self.template.filled([
            "list": "\(scope.path.with(filter.parameters).text)", "name": ShortText.html(call.name, Shown.name),
            "number": "\(String(scope.position(call)))", "status": call.statusBadge,
            "error": call.error.map { " \(Controls.badge(String($0.prefix(60)), "failure"))" } ?? "",
            "fault": call.fault == nil ? "" : " \(Controls.badge("fault", "information"))",
            "newer": beside(newer, "Newer"), "older": beside(older, "Older"),
            "reason": why?.html() ?? "", "entry": entry, "facts": "\(facts)",
            "messages": messageList, "request": body(call.request, "Request", call.requestLength),
            "response": body(call.response, "Response", call.responseLength), "repeat": repetition,
            "source": "\(source)",
        ])
    }

    /// The list of the control API that has this call alone.
    private var source: String {
        guard let project = call.project else { return "/firebreak/v1/requests?after=\(call.id - 1)&limit=1" }
        return ConsolePath.control(ProjectID(rawValue: project), "requests?after=\(call.seq - 1)&limit=1")
    }

    private func beside(_ position: Int64?, _ label: String) -> HTML {
        guard let position else { return "" }
        let path = scope.path.below(String(position)).with(filter.carried)
        return Self.template.part("beside").filled(["url": "\(path.text)", "label": "\(label)"])
    }

    // MARK: Why

    /// Where it is; `nil` for a call that found no project, for which nothing can be changed.
    private static func page(of detail: JournalDetail, _ request: ConsoleRequest) -> WhyPanel.Page? {
        guard let project = detail.record.project, project == request.project.rawValue else { return nil }
        let seq = String(detail.record.seq)
        let path = request.path(.requests).below(seq)
        return WhyPanel.Page(
            id: "requests/\(seq)", path: path, query: JournalQuery(request.query).carried,
            again: detail.original == nil ? nil : path.below("again"))
    }

    /// Makes the change that the call's explanation names.
    @Sendable static func mend(_ request: ConsoleRequest) async throws -> RouteResponse {
        let detail = try found(request, .project(request))
        guard let page = page(of: detail, request) else { throw ConsoleProblem.notFound("There is no such call.") }
        return try await answer(try await WhyPanel.mend(detail.change, on: page, request), .mended, page, request)
    }

    @Sendable static func undo(_ request: ConsoleRequest) async throws -> RouteResponse {
        let detail = try found(request, .project(request))
        guard let page = page(of: detail, request) else { throw ConsoleProblem.notFound("There is no such call.") }
        return try await answer(try await WhyPanel.undo(on: page, request), .undone, page, request)
    }

    /// Sends the call once more, as it came, and shows the new one.
    @Sendable static func again(_ request: ConsoleRequest) async throws -> RouteResponse {
        let detail = try found(request, .project(request))
        guard let original = detail.original, let page = page(of: detail, request) else {
            throw ConsoleProblem.notFound(
                "The journal does not have all of this call, so that it cannot be sent again.")
        }
        guard let seq = try await original.sent(by: request) else {
            let notice = ConsoleFrame.Notice(.warning, "The call was sent, and is not in the journal yet.")
            return try await answer(notice, .sentAgain, page, request)
        }
        let sent = request.form.has("showsMessage") ? request.journal(.project(request))?.detail(seq) : nil
        if let message = sent?.record.messages.first {
            return request.redirect(to: request.path(.outbox).below("seq", String(message)))
        }
        return request.redirect(to: request.path(.requests).below(String(seq)), notice: .sentAgain)
    }

    /// - Parameter problem: What is wrong; `nil` where it was done.
    private static func answer(
        _ problem: ConsoleFrame.Notice?, _ notice: ConsoleNotice, _ page: WhyPanel.Page, _ request: ConsoleRequest
    ) async throws -> RouteResponse {
        guard let problem else { return request.redirect(to: page.path.with(page.query), notice: notice) }
        let request = try await request.renewed()
        let shown = try await RequestPage(request, .project(request))
        return request.page(
            .requests, title: shown.title, notice: problem, status: problem.kind == .failure ? 400 : 200, shown.html)
    }

    /// What the catalogue says of the error.
    private var entry: HTML {
        guard let code = call.error else { return "" }
        let errors = ErrorCatalogue.entries(code: code)
        guard !errors.isEmpty else { return "" }
        let message = call.response?["error"]?["message"]?.stringValue
        let url = ConsolePath.errors.below(code).text
        guard let entry = ErrorMatch(message: message, operation: call.operation).best(of: errors) else {
            return Self.template.part("entries").filled([
                "code": "\(code)", "message": ShortText.html(message ?? code, Shown.text), "url": "\(url)",
                "count": "\(errors.count)",
            ])
        }
        return Self.template.part("entry").filled([
            "code": "\(code)", "message": ShortText.html(message ?? entry.message, Shown.text),
            "cause": InlineCode.html(entry.cause), "remedy": InlineCode.html(entry.remedy), "url": "\(url)",
        ])
    }

    // MARK: Facts

    private var facts: [HTML] {
        func text(_ name: HTML, _ text: String?) -> HTML? {
            text.map { Controls.fact(name, ShortText.html($0, Shown.text)) }
        }
        let target = "\(call.method) \(call.path)"
        return [
            Controls.fact("Time", call.time(today: nil)), Controls.fact("Duration", "\(call.duration)"),
            Controls.fact("Sent to", Self.template.part("code").filled(["text": ShortText.html(target, Shown.path)])),
            text("Caller", call.caller.map(name)), account, text("\(Words.email)", call.email),
            text("Phone number", call.phoneNumber), text("Tenant", call.tenant),
            text("Client", call.client.version), text("User agent", call.client.userAgent),
            text("Origin", call.client.origin), text("IP address", call.client.ip), fault,
        ].compactMap(\.self)
    }

    private func name(_ caller: JournalRecord.Caller) -> String {
        switch caller {
        case .app: "App, with an API key"
        case .admin: "Admin, with an access token"
        case .anybody: "Anybody, no credentials needed"
        default: caller.rawValue
        }
    }

    private var account: HTML? {
        if let id = accountID, scope.project != nil {
            let path = request.path(.accounts).below(id).with([("tenant", call.tenant)])
            return Controls.fact(
                "Account",
                Self.template.part("account").filled(["url": "\(path.text)", "id": ShortText.html(id, Shown.name)]))
        }
        return call.localID.map { id in
            Controls.fact("Account", Self.template.part("goneAccount").filled(["id": ShortText.html(id, Shown.name)]))
        }
    }

    private var fault: HTML? {
        guard let fault = call.fault, scope.project != nil else { return nil }
        return Controls.fact(
            "Fault",
            Self.template.part("fault").filled([
                "url": "\(request.path(.state).below("faults").at(fault).text)", "id": "\(fault)",
            ]))
    }

    // MARK: Messages

    private var messageList: HTML {
        guard !call.messages.isEmpty, scope.project != nil else { return "" }
        let rows = messages.map { message in
            Self.template.part("message").filled([
                "url": "\(request.path(.outbox).below(message.id).text)",
                "type": "\(message.type.title.clipped(to: 60))",
                "to": ShortText.html(message.to, Shown.name),
                "state": "\(message.badges)",
            ])
        }
        let count = call.messages.count
        let gone = count - messages.count
        return Self.template.part("messages").filled([
            "rows": "\(rows)",
            "gone": gone == 0
                ? "" : Self.template.part("goneMessages").filled(["gone": "\(gone)", "count": "\(count)"]),
        ])
    }

    // MARK: Bodies

    private func body(_ body: JSONValue?, _ title: String, _ length: Int?) -> HTML {
        guard let body else { return Self.template.part("noBody").filled(["title": "\(title)"]) }
        let shown = BodyText(body)
        var notes: [String] = []
        if let length { notes.append("The journal kept only the beginning of \(length) bytes.") }
        if !shown.isWhole { notes.append("Only the beginning is shown here.") }
        let id = title.lowercased() + "-body"
        return Self.template.part("body").filled([
            "id": "\(id)", "title": "\(title)", "text": shown.html,
            "copy": shown.isWhole ? Controls.copy(from: id) : "",
            "note": notes.isEmpty ? "" : Self.template.part("note").filled(["text": "\(notes.joined(separator: " "))"]),
        ])
    }

    private var repetition: HTML {
        let path = scope.path(of: call)
        let url = path.below("curl").with([("as", snippet == .curl ? nil : snippet.rawValue)]).text
        var notes: [HTML] = []
        if !command.placeholders.isEmpty {
            let names: [HTML] = command.placeholders.prefix(10).map { "<code>\($0)</code>" }
            notes.append("Secrets are not shown. To send the text below, fill in \(names) first.")
        }
        if detail.requestForm == .other { notes.append("The body is neither JSON nor a form, and was not kept.") }
        if call.requestLength != nil { notes.append("The body is only the beginning of what was sent.") }
        let text = command.text(as: snippet, status: call.status)
        let isShown = ShortText.beginning(of: text, Shown.command).isWhole
        return Self.template.part("repeat").filled([
            "again": again, "tabs": "\(CallSnippet.allCases.map { tab($0, path) })",
            "url": "\(url)", "copy": isShown ? Controls.copy(from: snippet.rawValue) : "",
            "command": isShown
                ? Self.template.part("command").filled(["id": "\(snippet.rawValue)", "text": "\(text)"])
                : Self.template.part("longCommand").filled(),
            "notes": "\(notes.map { Self.template.part("note").filled(["text": $0]) })",
        ])
    }

    private func tab(_ snippet: CallSnippet, _ path: ConsolePath) -> HTML {
        let query = filter.carried + [("as", snippet == .curl ? nil : snippet.rawValue)]
        return Self.template.part("tab").filled([
            "url": "\(path.with(query).at("repeat").text)", "name": "\(snippet.title)",
            "current": snippet == self.snippet ? #" aria-current="page""# : "",
        ])
    }

    /// The button that sends it once more, or why there is none.
    private var again: HTML {
        guard let page = Self.page(of: detail, request), scope.project != nil else { return "" }
        guard let path = page.again else {
            return Self.template.part("notAgain").filled()
        }
        return Self.template.part("again").filled([
            "button": Controls.button("Send again", to: path, kind: "small", request)
        ])
    }
}

/// A body on the page of its call: indented, with the names of members set off.
struct BodyText {
    /// In bytes of markup, before names are set off.
    private static let limit = 20 * 1024
    /// The most lines in which names are set off, so that the marks do not outweigh the text.
    private static let marked = 600

    let html: HTML
    let isWhole: Bool

    init(_ body: JSONValue) {
        let (text, isWhole) = ShortText.beginning(of: JSONText.indented(body), Self.limit)
        self.isWhole = isWhole
        let lines = text.separated(by: "\n", omittingEmptySubsequences: false)
        let shown = lines.enumerated().map { number, line -> HTML in
            number < Self.marked ? Self.line(line) : "\(String(line))"
        }
        html = isWhole ? "\(shown)" : "\(shown)…"
    }

    private static func line(_ line: Substring) -> HTML {
        let bytes = line.utf8
        let start = bytes.firstIndex { $0 != UInt8(ascii: " ") } ?? bytes.endIndex
        guard let end = endOfName(bytes[start...]) else { return "\(String(line))" }
        return "\(String(line[..<start]))<b>\(String(line[start..<end]))</b>\(String(line[end...]))"
    }

    /// Where the name of a member ends that a line begins with.
    private static func endOfName(_ line: Substring.UTF8View) -> String.Index? {
        guard line.first == UInt8(ascii: "\"") else { return nil }
        var isEscaped = false
        for index in line.indices.dropFirst() {
            if isEscaped {
                isEscaped = false
            } else if line[index] == UInt8(ascii: "\\") {
                isEscaped = true
            } else if line[index] == UInt8(ascii: "\"") {
                let end = line.index(after: index)
                return line[end...].first == UInt8(ascii: ":") ? end : nil
            }
        }
        return nil
    }
}
