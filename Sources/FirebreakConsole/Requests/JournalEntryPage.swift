import FirebreakModel
import FirebreakPages
import FirebreakWire

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
        let settings = scope.project.flatMap { context in
            reason.view.map { view in
                template.part("setting").filled(["url": "\(context.path(view).text)", "name": "\(view.title)"])
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
        if let id = detail.accountID, let context = scope.project {
            let path = context.path(.accounts).below(id).with([("tenant", call.tenant)])
            return Controls.fact(
                "Account",
                template.part("account").filled(["url": "\(path.text)", "id": ShortText.html(id, Limit.name)]))
        }
        return call.localID.map { id in
            Controls.fact("Account", template.part("goneAccount").filled(["id": ShortText.html(id, Limit.name)]))
        }
    }

    private static func fault(_ call: JournalRecord, _ scope: JournalScope) -> HTML? {
        guard let fault = call.fault, let context = scope.project else { return nil }
        return Controls.fact(
            "Fault", template.part("fault").filled(["url": "\(context.path(.state).text)", "id": "\(fault)"]))
    }

    // MARK: Messages

    private static func messages(_ detail: JournalEntryView, _ scope: JournalScope) -> HTML {
        guard !detail.call.messages.isEmpty, let context = scope.project else { return "" }
        let rows = detail.messages.map { message in
            template.part("message").filled([
                "url": "\(context.path(.outbox).below(message.id).text)", "type": "\(message.type.rawValue)",
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
