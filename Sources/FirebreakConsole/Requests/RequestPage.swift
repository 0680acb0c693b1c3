import FirebreakControl
import FirebreakHTTP
import FirebreakModel
import FirebreakOperations
import FirebreakPages
import FirebreakWire

/// The console's views of the journal: one call.
extension JournalViews {
    /// More messages than this are counted, not listed.
    private static let maximumMessages = 10

    @Sendable static func call(_ request: ConsoleRequest) async throws -> RouteResponse {
        let scope = JournalScope.project(request)
        let (title, content) = JournalEntryPage.html(try await detail(request, scope), scope)
        return request.page(.requests, title: title, content)
    }

    /// A call by its place among all: a call of a project has its page there.
    @Sendable static func callOfAll(_ request: ConsoleRequest) async throws -> RouteResponse {
        let found = try found(request, .everything)
        if let project = found.record.project {
            let path = ConsolePath(ProjectID(rawValue: project), .requests).below(String(found.record.seq))
            return request.redirect(to: path)
        }
        let (title, content) = JournalEntryPage.html(try await detail(request, .everything), .everything)
        return request.page(title: title, sheet: .requests, content)
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

    // MARK: What is known of it

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

    private static func detail(_ request: ConsoleRequest, _ scope: JournalScope) async throws -> JournalEntryView {
        let found = try found(request, scope)
        let call = found.record
        let position = scope.position(call)
        var detail = JournalEntryView(
            call: call, command: try await repetition(of: found, request), isBodyKept: found.requestForm != .other,
            source: source(of: call))
        detail.reason = found.explanation.map { reason($0, request) }
        if let code = call.error { detail.errors = ErrorCatalogue.entries(code: code) }
        detail.filter = JournalQuery(request.query)
        // A filter that cannot be read selects nothing beside the call.
        if let filter = try? detail.filter.journalFilter(), let journal = request.journal(scope) {
            (detail.newer, detail.older) = journal.neighbours(of: position, filter)
        }
        guard scope.project != nil else { return detail }
        detail.accountID = await accountID(of: call, request)
        for seq in call.messages.prefix(maximumMessages) {
            if let message = try await message(seq, request) { detail.messages.append(message) }
        }
        return detail
    }

    /// The list of the control API that has this call alone.
    private static func source(of call: JournalRecord) -> String {
        guard let project = call.project else { return "/firebreak/v1/requests?after=\(call.id - 1)&limit=1" }
        return ConsolePath.control(ProjectID(rawValue: project), "requests?after=\(call.seq - 1)&limit=1")
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

    // MARK: Commands

    private static func repetition(of found: JournalDetail, _ request: ConsoleRequest) async throws -> CurlCommand {
        let isOfProject = found.record.project != nil
        return CurlCommand(
            repeating: found.record, isForm: found.requestForm == .fields, isKept: found.requestForm != .other,
            apiKey: isOfProject ? try await request.apiKey() : nil, at: request.call.origin)
    }

    private static func reason(_ explanation: Explanation, _ request: ConsoleRequest) -> JournalEntryView.Reason {
        let change = explanation.change
        let isOwn = change?.path.begins(with: "/firebreak/") ?? false
        // The control API takes another token, and only where the server has one.
        let token = isOwn ? (request.exchange.guardian.needsSession ? "<control token>" : nil) : "owner"
        let command = change.map { change in
            CurlCommand(
                change.method, change.path, body: change.body, token: token, at: request.call.origin)
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

/// The page of one call.
enum JournalEntryPage {
    private static let template = Template(asset: "console/request")

    /// How much of a text the page shows, in bytes of markup.
    private enum Limit {
        static let name = 200
        static let text = 1024
        static let path = 3072
        static let command = 20 * 1024
    }

    /// - Returns: The title of the window, and the content.
    static func html(_ detail: JournalEntryView, _ scope: JournalScope) -> (title: String, content: HTML) {
        let call = detail.call
        let words = JournalEntryWords(call: call)
        let number = scope.position(call)
        let content = template.filled([
            "list": "\(scope.path.with(detail.filter.parameters).text)", "name": ShortText.html(words.name, Limit.name),
            "number": "\(String(number))", "status": words.status,
            "error": call.error.map { " \(Controls.badge(String($0.prefix(60)), "failure"))" } ?? "",
            "fault": call.fault == nil ? "" : " \(Controls.badge("fault", "information"))",
            "newer": beside(detail.newer, "Newer", detail, scope),
            "older": beside(detail.older, "Older", detail, scope),
            "reason": detail.reason.map { reason($0, detail, scope) } ?? "", "entry": entry(detail),
            "facts": "\(facts(detail, scope, words))", "messages": messages(detail, scope),
            "request": body(call.request, "Request", call.requestLength, detail),
            "response": body(call.response, "Response", call.responseLength, detail),
            "repeat": repetition(detail, scope), "source": "\(detail.source)",
        ])
        return ("Request \(number)", content)
    }

    private static func beside(
        _ position: Int64?, _ label: String, _ detail: JournalEntryView, _ scope: JournalScope
    ) -> HTML {
        guard let position else { return "" }
        let path = scope.path.below(String(position)).with(detail.filter.carried)
        return template.part("beside").filled(["url": "\(path.text)", "label": "\(label)"])
    }

    // MARK: Why

    private static func reason(
        _ reason: JournalEntryView.Reason, _ detail: JournalEntryView, _ scope: JournalScope
    ) -> HTML {
        let settings = scope.project.flatMap { request in
            reason.view.map { view in
                template.part("setting").filled(["url": "\(request.path(view).text)", "name": "\(view.title)"])
            }
        }
        return template.part("reason").filled([
            "words": Prose.html(reason.words), "change": reason.change.map { change($0, reason.effect) } ?? "",
            "setting": settings ?? "",
        ])
    }

    private static func change(_ command: CurlCommand, _ effect: String) -> HTML {
        guard ShortText.beginning(of: command.text, Limit.command).isWhole else { return "" }
        return template.part("change").filled([
            "effect": "\(effect)", "command": "\(command.text)", "copy": Controls.copy(from: "change"),
        ])
    }

    /// What the catalogue says of the error.
    private static func entry(_ detail: JournalEntryView) -> HTML {
        guard let code = detail.call.error, !detail.errors.isEmpty else { return "" }
        let message = detail.call.response?["error"]?["message"]?.stringValue
        let url = ConsolePath.errors.below(code).text
        guard let entry = ErrorMatch(message: message, operation: detail.call.operation).best(of: detail.errors) else {
            return template.part("entries").filled([
                "code": "\(code)", "message": ShortText.html(message ?? code, Limit.text), "url": "\(url)",
                "count": "\(detail.errors.count)",
            ])
        }
        return template.part("entry").filled([
            "code": "\(code)", "message": ShortText.html(message ?? entry.message, Limit.text),
            "cause": Prose.html(entry.cause), "remedy": Prose.html(entry.remedy), "url": "\(url)",
        ])
    }

    // MARK: Facts

    private static func facts(_ detail: JournalEntryView, _ scope: JournalScope, _ words: JournalEntryWords) -> [HTML] {
        let call = detail.call
        func text(_ name: HTML, _ text: String?) -> HTML? {
            text.map { Controls.fact(name, ShortText.html($0, Limit.text)) }
        }
        let target = "\(call.method) \(call.path)"
        return [
            Controls.fact("Time", words.time(today: nil)), Controls.fact("Duration", "\(words.duration)"),
            Controls.fact("Sent to", template.part("code").filled(["text": ShortText.html(target, Limit.path)])),
            text("Caller", call.caller.map(name)), account(detail, scope, words), text("E-mail", call.email),
            text("Phone number", call.phoneNumber), text("Tenant", call.tenant),
            text("Client", call.client.version), text("User agent", call.client.userAgent),
            text("Origin", call.client.origin), text("IP address", call.client.ip), fault(call, scope),
        ].compactMap(\.self)
    }

    private static func name(_ caller: JournalRecord.Caller) -> String {
        switch caller {
        case .app: "App, with an API key"
        case .admin: "Admin, with an access token"
        case .anybody: "Anybody, no credentials needed"
        default: caller.rawValue
        }
    }

    private static func account(
        _ detail: JournalEntryView, _ scope: JournalScope, _ words: JournalEntryWords
    ) -> HTML? {
        let call = detail.call
        if let id = detail.accountID, let request = scope.project {
            let path = request.path(.accounts).below(id).with([("tenant", call.tenant)])
            return Controls.fact(
                "Account",
                template.part("account").filled(["url": "\(path.text)", "id": ShortText.html(id, Limit.name)]))
        }
        return call.localID.map { id in
            Controls.fact("Account", template.part("goneAccount").filled(["id": ShortText.html(id, Limit.name)]))
        }
    }

    private static func fault(_ call: JournalRecord, _ scope: JournalScope) -> HTML? {
        guard let fault = call.fault, let request = scope.project else { return nil }
        return Controls.fact(
            "Fault", template.part("fault").filled(["url": "\(request.path(.state).text)", "id": "\(fault)"]))
    }

    // MARK: Messages

    private static func messages(_ detail: JournalEntryView, _ scope: JournalScope) -> HTML {
        guard !detail.call.messages.isEmpty, let request = scope.project else { return "" }
        let rows = detail.messages.map { message in
            template.part("message").filled([
                "url": "\(request.path(.outbox).below(message.id).text)", "type": "\(message.type.rawValue)",
                "to": ShortText.html(message.to, Limit.name),
                "state": Controls.badge(message.status?.rawValue ?? message.delivery.rawValue),
            ])
        }
        let count = detail.call.messages.count
        let gone = count - detail.messages.count
        return template.part("messages").filled([
            "rows": "\(rows)",
            "gone": gone == 0 ? "" : template.part("goneMessages").filled(["gone": "\(gone)", "count": "\(count)"]),
        ])
    }

    // MARK: Bodies

    private static func body(_ body: JSONValue?, _ title: String, _ length: Int?, _ detail: JournalEntryView) -> HTML {
        guard let body else { return template.part("noBody").filled(["title": "\(title)"]) }
        let shown = BodyText(body)
        var notes: [String] = []
        if let length { notes.append("The journal kept only the beginning of \(length) bytes.") }
        if !shown.isWhole { notes.append("Only the beginning is shown here.") }
        let id = title.lowercased() + "-body"
        return template.part("body").filled([
            "id": "\(id)", "title": "\(title)", "text": shown.html,
            "copy": shown.isWhole ? Controls.copy(from: id) : "",
            "note": notes.isEmpty ? "" : template.part("note").filled(["text": "\(notes.joined(separator: " "))"]),
        ])
    }

    private static func repetition(_ detail: JournalEntryView, _ scope: JournalScope) -> HTML {
        let command = detail.command
        let url = scope.path(of: detail.call).below("curl").text
        var notes: [HTML] = []
        if !command.placeholders.isEmpty {
            let names: [HTML] = command.placeholders.prefix(10).map { "<code>\($0)</code>" }
            notes.append("Secrets are not kept. Fill in \(names) first.")
        }
        if !detail.isBodyKept { notes.append("The body is neither JSON nor a form, and was not kept.") }
        if detail.call.requestLength != nil { notes.append("The body is only the beginning of what was sent.") }
        let isShown = ShortText.beginning(of: command.text, Limit.command).isWhole
        return template.part("repeat").filled([
            "url": "\(url)", "copy": isShown ? Controls.copy(from: "curl") : "",
            "command": isShown
                ? template.part("command").filled(["text": "\(command.text)"]) : template.part("longCommand").filled(),
            "notes": "\(notes.map { template.part("note").filled(["text": $0]) })",
        ])
    }
}

/// One call with everything that its page shows.
struct JournalEntryView: Sendable {
    /// Why it was answered so, and what changes that.
    struct Reason: Sendable {
        var words: String
        var change: CurlCommand?
        /// What the change does, such as `adds it`.
        var effect: String
        /// The view that has the setting.
        var view: ConsoleView?
    }

    var call: JournalRecord
    var reason: Reason?
    /// The errors of the catalogue that have its code.
    var errors: [ErrorEntry] = []
    /// The ID of the account that it was about, if that is there now.
    var accountID: String?
    /// The messages that it sent and that are still in the outbox.
    var messages: [OutboxMessage] = []
    var command: CurlCommand
    /// Whether the command has the body that was sent, but for its secrets.
    var isBodyKept: Bool
    /// The calls beside it, of those that the filter selects.
    var newer: Int64?
    var older: Int64?
    var filter = JournalQuery()
    /// Where the control API has all of it.
    var source: String
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
