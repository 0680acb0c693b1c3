import FirebreakControl
import FirebreakHTTP
import FirebreakModel
import FirebreakOperations
import FirebreakPages
import FirebreakWire
import HTTPTypes

/// The console's outbox: the list, and beside it a message.
struct OutboxListPage {
    private static let template = Template(asset: "console/outbox")
    /// What is refreshed, and what the filter's form names.
    private static let id = "outbox"

    let request: ConsoleRequest
    let query: OutboxQuery
    /// The project's time.
    let now: String
    /// Whether codes of the project expire.
    let canExpire: Bool
    /// The ID of the message beside the list.
    private let messageID: String?
    /// `nil` as well for a message that does not exist, or not any more.
    private let message: OutboxMessage?
    private let origin: MessageOrigin?
    /// The whole mail, where it is shown.
    let source: String?
    /// The newest message of its kind, where the message beside the list has ended.
    let newer: OutboxMessage?
    /// Header and links of the mail, where they are shown.
    let tools: MailTools?
    private let found: OutboxSearch.Findings
    /// The last call for a message, where it was refused: what one waits for does not come.
    private let refusal: JournalRecord?

    init(_ request: ConsoleRequest, message id: String?) async throws {
        self.request = request
        query = OutboxQuery(request)
        now = request.call.now.rfc3339
        canExpire = request.call.settings.rules.expiry == .on
        messageID = id
        message = if let id { try await MessagePage.find(id, request) } else { nil }
        origin = if let message { try await MessageOrigin(message, request) } else { nil }
        source = if let message { try await MessagePage.source(of: message, query, request) } else { nil }
        newer = if let message { try await MessagePage.newer(than: message, request) } else { nil }
        let isInspected = query.mailForm == .links || query.mailForm == .header
        tools = if isInspected, let message { try await MailTools(message, request) } else { nil }
        found = try await query.search.find(request.call)
        refusal = try await Self.refusal(request)
    }

    /// The operations that send a message and nothing else.
    private static let sending = ["accounts.sendOobCode", "accounts.sendVerificationCode", "accounts.mfaSignIn.start"]

    private static func refusal(_ request: ConsoleRequest) async throws -> JournalRecord? {
        guard let journal = request.journal(.project(request)) else { return nil }
        let newest = ListingStart(before: nil, after: nil)
        var last: JournalRecord?
        for operation in sending {
            var query = JournalQuery()
            query["operation"] = operation
            query["tenant"] = request.tenant
            let calls = try await journal.records(query.journalFilter(), from: newest, limit: 1).elements
            if let call = calls.first, call.seq > last?.seq ?? 0 { last = call }
        }
        return last.flatMap { call in call.status.map { $0 < 400 } == true ? nil : call }
    }

    private var messages: [OutboxMessage] { found.page.elements }

    // MARK: Requests

    @Sendable static func show(_ request: ConsoleRequest) async throws -> RouteResponse {
        let names = ListingSelection<OutboxListing.Filter>.conditions + ["show"]
        if let path = FilterBar.removal(in: request, request.path(.outbox), names) {
            return request.redirect(to: path)
        }
        return try await OutboxListPage(request, message: nil).answer()
    }

    func answer(notice: ConsoleFrame.Notice? = nil, status: Int = 200) -> RouteResponse {
        let isGone = messageID != nil && message == nil
        return request.page(
            .outbox, title: message.map { "\($0.headline) – Outbox" }, count: message == nil ? found.count : nil,
            of: [.outbox, .requests], notice: notice, status: isGone ? 404 : status, html)
    }

    /// Deletes what the filter of a form selects, up to the newest message that its reader has seen.
    @Sendable static func delete(_ request: ConsoleRequest) async throws -> RouteResponse {
        let last = request.form["through"].flatMap { Int64($0) } ?? 0
        try await OutboxQuery { request.form[$0] }.search.delete(through: last, request.call)
        let list = request.path(.outbox).with([("tenant", request.form["tenant"])])
        return request.redirect(to: list, notice: .messagesDeleted)
    }

    // MARK: The page

    private var html: HTML {
        let rows = messages.map(row)
        return Self.template.filled([
            "id": "\(Self.id)", "state": messageID == nil ? "" : "reads",
            "news": "\(news)",
            "due": due.map { #" data-due="\#(String($0))""# } ?? "",
            "count": "\(count)", "actions": actions, "filter": filter.html, "refused": refused,
            "rows": "\(rows)", "empty": rows.isEmpty ? empty : "", "pager": pager,
            "reading": reading,
        ])
    }

    private var reading: HTML {
        guard messageID != nil else { return Self.template.part("nothing").filled() }
        guard let message, let origin else {
            return Self.template.part("gone").filled(["url": "\(request.path(.outbox).with(query.parameters()).text)"])
        }
        return MessagePage(message: message, origin: origin, outbox: self).html
    }

    // MARK: The list

    private var refused: HTML {
        guard let call = refusal else { return "" }
        return Self.template.part("refused").filled([
            "what": call.status == nil ? "got no answer" : "was refused",
            "error": call.error.map { Self.template.part("error").filled(["code": "\($0.clipped(to: 80))"]) } ?? "",
            "time": TimeText.short(call.at, now: now),
            "url": "\(request.path(.requests).below(String(call.seq)).text)",
        ])
    }

    private func row(_ message: OutboxMessage) -> HTML {
        let tenant = message.tenant.map { Self.template.part("tenant").filled(["name": "\($0.clipped(to: 60))"]) }
        let entry = Self.template.part("entry").filled([
            "url": "\(request.path(.outbox).below(message.id).with(query.parameters()).text)",
            "current": message.id == self.message?.id ? #" aria-current="true""# : "",
            "to": "\(message.to.clipped(to: 200))", "what": what(message),
            "kind": "\(message.type.title.clipped(to: 60))", "tenant": tenant ?? "", "badges": "\(message.badges)",
            "time": TimeText.short(message.createdAt, now: now),
        ])
        // Any difference makes it another row: the links contain the filter.
        return Self.template.part("row").filled([
            "id": "\(message.id)", "version": Controls.version(of: entry), "entry": entry,
        ])
    }

    /// The subject or the code; of what was not delivered, why or when.
    private func what(_ message: OutboxMessage) -> HTML {
        if message.delivery == .scheduled, let arrival = message.deliverAt {
            return "arrives \(TimeText.short(arrival, now: now))"
        }
        guard message.subject == nil, message.code == nil else { return "\(message.headline)" }
        return "\((message.reasonInWords ?? "").clipped(to: 200))"
    }

    private var count: String {
        let (count, maximum) = (found.count, OutboxSearch.maximumCount)
        if count == 1 { return "1 message" }
        return count > maximum ? "more than \(maximum) messages" : "\(count) messages"
    }

    /// What is said when the list has changed.
    private var news: String {
        let read = message.map { message in
            "This message: \((message.status?.title ?? message.delivery.title).lowercased()). "
        }
        let newest = messages.first.map { " Newest: \($0.type.title) to \($0.to.clipped(to: 200))." }
        return (read ?? "") + count + "." + (newest ?? "")
    }

    /// What is there in place of rows.
    private var empty: HTML {
        let list = request.path(.outbox)
        if !query.filter.isEmpty {
            let all = list.with([("tenant", request.tenant)])
            return Self.template.part("noMatch").filled(["url": "\(all.text)"])
        }
        if case .before(_) = query.start { return Self.template.part("end").filled(["url": "\(list.text)"]) }
        let command = example
        return Self.template.part("empty").filled([
            "command": "\(command)", "copy": Controls.copy(command, label: "Copy command"),
        ])
    }

    private var pager: HTML {
        guard let first = messages.first, let last = messages.last,
            found.page.hasOlder || found.page.hasNewer
        else {
            return ""
        }
        let list = message.map { request.path(.outbox).below($0.id) } ?? request.path(.outbox)
        func link(_ part: String, _ bound: (String, String)) -> HTML {
            Self.template.part(part).filled(["url": "\(list.with(query.parameters(bounds: bound)).text)"])
        }
        return Self.template.part("pager").filled([
            "newer": found.page.hasNewer ? link("newer", ("after", String(first.seq))) : "",
            "older": found.page.hasOlder ? link("older", ("before", String(last.seq))) : "",
        ])
    }

    private var actions: HTML {
        guard let newest = messages.first else { return "" }
        // Only what the reader has seen, not what comes until the button is pressed. Pages of older messages do not
        // show the newest.
        let through = found.page.hasNewer ? found.last : newest.seq
        let fields = query.filter.parameters.compactMap { name, value in value.map { (name: name, value: $0) } }
        return Controls.button(
            query.filter.isEmpty ? "Delete all" : "Delete all shown", to: request.path(.outbox).below("delete"),
            kind: "small danger", fields: fields + [("through", String(through))],
            confirm: "Delete \(count)? Codes in them keep working.", request)
    }

    // MARK: The filter

    private var filter: FilterBar {
        FilterBar(
            list: Self.id, path: request.path(.outbox),
            chips: [
                FilterBar.Chip("type", "Type", OutboxMessage.Kind.known.map { ($0.rawValue, $0.title) }),
                FilterBar.Chip("status", "Status", OutboxMessage.Status.all.map { ($0.rawValue, $0.title) }),
                FilterBar.Chip("delivery", "Delivery", OutboxMessage.Delivery.all.map { ($0.rawValue, $0.title) }),
                FilterBar.Chip("channel", "Channel", [("email", "Email"), ("sms", "SMS")]),
            ], value: { query.filter[$0] }, others: [("to", "To")],
            kept: [
                ("tenant", request.tenant), ("show", query.mailForm == .html ? nil : query.mailForm.rawValue),
            ])
    }

    /// Milliseconds until the first of the messages expires or arrives.
    private var due: Int64? {
        let call = request.call
        guard call.settings.clock.frozenAt == nil else { return nil }
        return (messages + [message].compactMap(\.self)).compactMap { message -> Int64? in
            let isExpiring = message.status == .pending && canExpire
            let next = message.delivery == .scheduled ? message.deliverAt : isExpiring ? message.expiresAt : nil
            let time = next.flatMap(Timestamp.init(rfc3339:))
            return time.map { $0.milliseconds - call.now.milliseconds }.flatMap { $0 > 0 ? $0 : nil }
        }.min()
    }

    /// A command that makes a first message, by whatever the project allows.
    private var example: String {
        let call = request.call
        let isLink = call.settings.allowsEmailLinkSignIn
        var body: JSON = ["requestType": isLink ? "EMAIL_SIGNIN" : "PASSWORD_RESET", "email": "alice@example.test"]
        if isLink {
            body["continueUrl"] = .string(call.origin)
            body["canHandleCodeInApp"] = true
        }
        let key = PercentEncoding.encode(call.project.ownAPIKey)
        return """
            curl -X POST '\(call.origin)/identitytoolkit.googleapis.com/v1/accounts:sendOobCode?key=\(key)' \\
              -H 'Content-Type: application/json' \\
              -d '\(body.text)'
            """
    }
}

/// What the outbox is filtered by, and the page of it that is shown, as the URLs of its views have it.
struct OutboxQuery: Sendable {
    private static let bounds = ["before", "after"]
    private static let form = "show"

    let filter: ListingQuery<OutboxListing.Filter>
    private let values: [String: String]

    /// - Parameter value: The value of a parameter.
    init(_ value: (String) -> String?) {
        // What was pasted often has a space or a line break around it.
        filter = ListingQuery { value($0)?.trimmed }
        var values: [String: String] = [:]
        for name in Self.bounds + [Self.form] { values[name] = value(name)?.trimmed.nonEmpty }
        self.values = values
    }

    init(_ request: ConsoleRequest) { self.init { request.query[$0] } }

    private var before: Int64? { values["before"].flatMap { Int64($0) } }
    private var after: Int64? { values["after"].flatMap { Int64($0) } }
    var start: ListingStart { ListingStart(before: before, after: after) }
    var search: OutboxSearch { OutboxSearch(filter.selection, from: start) }
    var mailForm: MailFormat { values[Self.form].flatMap(MailFormat.init(rawValue:)) ?? .html }

    /// The parameters of a view.
    ///
    /// - Parameters:
    ///   - bounds: Those of another page; `nil` for this one.
    ///   - form: Another form of the mail; `nil` for this one.
    func parameters(
        bounds: (name: String, value: String?)? = nil, form: MailFormat? = nil
    ) -> [(name: String, value: String?)] {
        let form = form ?? mailForm
        return filter.parameters + (bounds.map { [$0] } ?? Self.bounds.map { ($0, values[$0]) })
            + [(Self.form, form == .html ? nil : form.rawValue)]
    }
}

/// How a mail is shown.
enum MailFormat: String, Sendable, CaseIterable {
    /// As its reader sees it.
    case html
    case text
    /// The links in it, and where they lead.
    case links
    case header
    /// The HTML, as text.
    case markup
    /// The whole mail as it goes over the wire.
    case source

    /// Whether only a mail with HTML has it.
    var needsHTML: Bool { self == .html || self == .markup }

    var title: String {
        switch self {
        case .html: "Mail"
        case .text: "Text"
        case .links: "Links"
        case .header: "Headers"
        case .markup: "HTML"
        case .source: "Source"
        }
    }
}
