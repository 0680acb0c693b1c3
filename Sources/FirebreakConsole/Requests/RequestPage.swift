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
    private enum Limit {
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

    private init(_ request: ConsoleRequest, _ scope: JournalScope) async throws {
        self.request = request
        self.scope = scope
        detail = try Self.found(request, scope)
        command = try await Self.repetition(of: detail, request)
        filter = JournalQuery(request.query)
        let call = detail.record
        // A filter that cannot be read selects nothing beside the call.
        if let filter = try? filter.journalFilter(), let journal = request.journal(scope) {
            (newer, older) = journal.neighbours(of: scope.position(call), filter)
        }
        guard scope.project != nil else { return }
        accountID = await Self.accountID(of: call, request)
        for seq in call.messages.prefix(Self.maximumMessages) {
            if let message = try await MessagePage.find(seq, request) { messages.append(message) }
        }
    }

    private static func found(_ request: ConsoleRequest, _ scope: JournalScope) throws -> JournalDetail {
        guard let journal = request.journal(scope) else {
            throw ConsoleProblem.notFound("This server keeps no journal: it was started with --journal 0.")
        }
        let text = request.parameter("seq")
        guard let position = Int64(position: text), let found = journal.detail(position) else {
            throw ConsoleProblem.notFound(
                "The journal has no call \(text.prefix(40)). It keeps the last \(journal.capacity) of each project "
                    + "(--journal), until it is cleared or the server ends.")
        }
        return found
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

    /// The command that repeats a call, for shells.
    @Sendable static func command(_ request: ConsoleRequest) async throws -> RouteResponse {
        try await command(request, .project(request))
    }

    @Sendable static func commandOfAll(_ request: ConsoleRequest) async throws -> RouteResponse {
        try await command(request, .everything)
    }

    private static func command(_ request: ConsoleRequest, _ scope: JournalScope) async throws -> RouteResponse {
        let command = try await repetition(of: found(request, scope), request)
        return .untrusted(Array((command.text + "\n").utf8), contentType: RouteResponse.plainText)
    }

    // MARK: The page

    private var title: String { "Request \(scope.position(call))" }

    private var html: HTML {
        Self.template.filled([
            "list": "\(scope.path.with(filter.parameters).text)", "name": ShortText.html(call.name, Limit.name),
            "number": "\(String(scope.position(call)))", "status": call.statusBadge,
            "error": call.error.map { " \(Controls.badge(String($0.prefix(60)), "failure"))" } ?? "",
            "fault": call.fault == nil ? "" : " \(Controls.badge("fault", "information"))",
            "newer": beside(newer, "Newer"), "older": beside(older, "Older"),
            "reason": detail.explanation.map(reason) ?? "", "entry": entry, "facts": "\(facts)",
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

    private func reason(_ reason: Explanation) -> HTML {
        let view = reason.change.flatMap { Self.view(that: $0.path) }
        let setting = view.flatMap { view in
            scope.project.map { project in
                Self.template.part("setting").filled(["url": "\(project.path(view).text)", "name": "\(view.title)"])
            }
        }
        return Self.template.part("reason").filled([
            "words": Prose.html(reason.words), "change": reason.change.map { change($0, reason.effect) } ?? "",
            "setting": setting ?? "",
        ])
    }

    /// The request that changes what decided.
    private func change(_ change: Explanation.Change, _ effect: String) -> HTML {
        let isOwn = change.path.begins(with: "/firebreak/")
        // The control API takes another token, and only where the server has one.
        let token = isOwn ? (request.exchange.guardian.needsSession ? "<control token>" : nil) : "owner"
        let command = CurlCommand(change.method, change.path, body: change.body, token: token, at: request.call.origin)
        guard ShortText.beginning(of: command.text, Limit.command).isWhole else { return "" }
        return Self.template.part("change").filled([
            "effect": "\(effect)", "command": "\(command.text)", "copy": Controls.copy(from: "change"),
        ])
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
                "code": "\(code)", "message": ShortText.html(message ?? code, Limit.text), "url": "\(url)",
                "count": "\(errors.count)",
            ])
        }
        return Self.template.part("entry").filled([
            "code": "\(code)", "message": ShortText.html(message ?? entry.message, Limit.text),
            "cause": Prose.html(entry.cause), "remedy": Prose.html(entry.remedy), "url": "\(url)",
        ])
    }

    // MARK: Facts

    private var facts: [HTML] {
        func text(_ name: HTML, _ text: String?) -> HTML? {
            text.map { Controls.fact(name, ShortText.html($0, Limit.text)) }
        }
        let target = "\(call.method) \(call.path)"
        return [
            Controls.fact("Time", call.time(today: nil)), Controls.fact("Duration", "\(call.duration)"),
            Controls.fact("Sent to", Self.template.part("code").filled(["text": ShortText.html(target, Limit.path)])),
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
                Self.template.part("account").filled(["url": "\(path.text)", "id": ShortText.html(id, Limit.name)]))
        }
        return call.localID.map { id in
            Controls.fact("Account", Self.template.part("goneAccount").filled(["id": ShortText.html(id, Limit.name)]))
        }
    }

    private var fault: HTML? {
        guard let fault = call.fault, scope.project != nil else { return nil }
        return Controls.fact(
            "Fault", Self.template.part("fault").filled(["url": "\(request.path(.state).text)", "id": "\(fault)"]))
    }

    // MARK: Messages

    private var messageList: HTML {
        guard !call.messages.isEmpty, scope.project != nil else { return "" }
        let rows = messages.map { message in
            Self.template.part("message").filled([
                "url": "\(request.path(.outbox).below(message.id).text)",
                "type": "\(message.type.title.clipped(to: 60))",
                "to": ShortText.html(message.to, Limit.name),
                "state": Controls.badge(message.status?.rawValue ?? message.delivery.rawValue),
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
        let url = scope.path(of: call).below("curl").text
        var notes: [HTML] = []
        if !command.placeholders.isEmpty {
            let names: [HTML] = command.placeholders.prefix(10).map { "<code>\($0)</code>" }
            notes.append("Secrets are not kept. Fill in \(names) first.")
        }
        if detail.requestForm == .other { notes.append("The body is neither JSON nor a form, and was not kept.") }
        if call.requestLength != nil { notes.append("The body is only the beginning of what was sent.") }
        let isShown = ShortText.beginning(of: command.text, Limit.command).isWhole
        return Self.template.part("repeat").filled([
            "url": "\(url)", "copy": isShown ? Controls.copy(from: "curl") : "",
            "command": isShown
                ? Self.template.part("command").filled(["text": "\(command.text)"])
                : Self.template.part("longCommand").filled(),
            "notes": "\(notes.map { Self.template.part("note").filled(["text": $0]) })",
        ])
    }

    /// The view that has what a request changes.
    private static func view(that path: String) -> ConsoleView? {
        if path.includes("/clock:") || path.includes("/faults/") { return .state }
        if path.includes("/config?") || path.includes("/tenants/") || path.ends(with: "/rules") { return .settings }
        return nil
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
