import FirebreakControl
import FirebreakHTTP
import FirebreakModel
import FirebreakOperations
import FirebreakPages
import FirebreakWire
import HTTPTypes

/// The console's views of the outbox.
enum OutboxViews {
    @Sendable static func list(_ request: ConsoleRequest) async throws -> RouteResponse { try await show(nil, request) }

    @Sendable static func message(_ request: ConsoleRequest) async throws -> RouteResponse {
        try await show(request.parameter("id"), request)
    }

    /// The HTML of a mail, for the frame in the message's view.
    @Sendable static func mail(_ request: ConsoleRequest) async throws -> RouteResponse {
        guard let message = try await find(request.parameter("id"), request), let html = message.html else {
            throw ConsoleProblem.notFound("There is no such mail.")
        }
        var answer = RouteResponse(
            status: .ok, contentType: RouteResponse.html, body: Array(MailDocument.html(html).utf8),
            headers: [.contentSecurityPolicy: MailDocument.policy, .xContentTypeOptions: "nosniff"])
        answer.headers[.cacheControl] = "no-store"
        return answer
    }

    /// Tells whenever the views may show something else.
    @Sendable static func stream(_ request: ConsoleRequest) async throws -> RouteResponse {
        let seen = request.exchange.headers[.lastEventID] ?? request.query["after"]
        let project = request.call.project
        let position = seen.flatMap { Int($0) } ?? OutboxSignals.position(in: project)
        return RouteResponse(events: OutboxSignals(of: project, after: position))
    }

    // MARK: Forms

    @Sendable static func delete(_ request: ConsoleRequest) async throws -> RouteResponse {
        guard let message = request.exchange.parameters["id"] else {
            let last = request.form["through"].flatMap { Int64($0) } ?? 0
            try await search(OutboxQuery { request.form[$0] }).delete(through: last, request.call)
            return request.redirect(to: request.path(.outbox), notice: .messagesDeleted)
        }
        try await DeleteMessages.delete(id: message, request.call)
        return request.redirect(to: back(request), notice: .messageDeleted)
    }

    /// Does what the person with the mail would do.
    @Sendable static func open(_ request: ConsoleRequest) async throws -> RouteResponse {
        let id = request.parameter("id")
        var parameters: JSON = ["id": .string(id)]
        parameters["newPassword"] = request.form["newPassword"].map(JSON.string)
        do {
            let opened = try await request.run(OpenMessage.self, parameters)
            guard !opened.applied else { return request.redirect(to: back(request, id), notice: .messageOpened) }
            return try await show(id, request, notice: OutboxPages.notice(opened))
        } catch let error as WireError {
            return try await show(id, request, notice: request.notice(of: error), status: 400)
        }
    }

    /// The list, or a message beside it, with the filter that it had.
    private static func back(_ request: ConsoleRequest, _ message: String? = nil) -> ConsolePath {
        let list = request.path(.outbox)
        return (message.map { list.below($0) } ?? list).with(query(request).parameters())
    }

    // MARK: What is shown

    private static func query(_ request: ConsoleRequest) -> OutboxQuery { OutboxQuery { request.query[$0] } }

    private static func search(_ query: OutboxQuery) -> OutboxSearch {
        OutboxSearch(query.filter.selection, from: query.start)
    }

    private static func find(_ id: String, _ request: ConsoleRequest) async throws -> OutboxMessage? {
        do { return try await request.run(GetMessage.self, ["id": .string(id)]) } catch let error as WireError {
            guard error.wording(in: request.call.settings.profile).kind.httpStatus == 404 else { throw error }
            return nil
        }
    }

    /// - Parameter id: The message that is read.
    private static func show(
        _ id: String?, _ request: ConsoleRequest, notice: ConsoleFrame.Notice? = nil, status: Int = 200
    ) async throws -> RouteResponse {
        let query = query(request)
        // Before anything is read, so that no change after it is missed.
        let position = OutboxSignals.position(in: request.call.project)
        let message: OutboxMessage? = if let id { try await find(id, request) } else { nil }
        let reading: OutboxView.Reading =
            if let message { .message(try await read(message, query, request)) } else { id == nil ? .nothing : .gone }
        let found = try await search(query).find(request.call)
        let view = OutboxView(
            query: query, position: position, found: found, now: request.call.now.rfc3339,
            due: due(found.page.elements + [message].compactMap(\.self), request.call), example: example(request.call),
            reading: reading)
        let isGone = id != nil && message == nil
        return request.page(
            .outbox, title: message.map { "\($0.headline) – Outbox" }, notice: notice, status: isGone ? 404 : status,
            OutboxPages.page(view, request))
    }

    private static func read(
        _ message: OutboxMessage, _ query: OutboxQuery, _ request: ConsoleRequest
    ) async throws -> ReadMessage {
        var source: String?
        if query.mailForm == .source, message.html != nil {
            let stored = try await GetMessage.message(GetMessage.Request(id: message.id), request.call)
            let mail = try MessageProjection.eml.rendered(stored, request.call)
            source = String(decoding: mail.body, as: UTF8.self).substituting("\r\n", with: "\n")
        }
        return ReadMessage(message, source: source, canExpire: canExpire(request.call))
    }

    private static func canExpire(_ call: ControlCall) -> Bool { call.settings.rules.expiry == .on }

    /// Milliseconds until the first of the messages expires or arrives.
    private static func due(_ messages: [OutboxMessage], _ call: ControlCall) -> Int64? {
        guard call.settings.clock.frozenAt == nil else { return nil }
        let canExpire = canExpire(call)
        return messages.compactMap { message -> Int64? in
            let isExpiring = message.status == .pending && canExpire
            let next = message.delivery == .scheduled ? message.deliverAt : isExpiring ? message.expiresAt : nil
            let time = next.flatMap(Timestamp.init(rfc3339:))
            return time.map { $0.milliseconds - call.now.milliseconds }.flatMap { $0 > 0 ? $0 : nil }
        }.min()
    }

    /// A command that makes a first message, by whatever the project allows.
    private static func example(_ call: ControlCall) -> String {
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

/// The console's views of the outbox: the list, and a message beside it.
enum OutboxPages {
    private static let template = Template(asset: "console/outbox")
    /// What is refreshed, and what the filter's form names.
    private static let id = "outbox"

    static func page(_ view: OutboxView, _ request: ConsoleRequest) -> HTML {
        let isReading = if case .nothing = view.reading { false } else { true }
        let rows = view.messages.map { row($0, view, request) }
        let stream = request.path(.outbox).below("stream").with([("after", String(view.position))])
        return template.filled([
            "id": "\(id)", "state": isReading ? "reads" : "",
            "stream": "\(stream.text)", "news": "\(news(view))",
            "due": view.due.map { #" data-due="\#(String($0))""# } ?? "",
            "count": "\(count(view))", "actions": actions(view, request), "filter": filter(view, request),
            "rows": "\(rows)", "empty": rows.isEmpty ? empty(view, request) : "", "pager": pager(view, request),
            "reading": reading(view, request),
        ])
    }

    private static func reading(_ view: OutboxView, _ request: ConsoleRequest) -> HTML {
        switch view.reading {
        case .nothing: template.part("nothing").filled()
        case .gone:
            template.part("gone").filled(["url": "\(request.path(.outbox).with(view.query.parameters()).text)"])
        case .message(let read): MessagePane(read, view, request).html
        }
    }

    /// What opening a link without a browser led to, where nothing has changed by it.
    static func notice(_ opened: OpenedMessage) -> ConsoleFrame.Notice {
        let target = opened.redirect ?? ""
        return ConsoleFrame.Notice(
            .information,
            """
            The app gets <code>\(target.clipped(to: 1200))</code> \(Controls.copy(target.clipped(to: 4000))) \
            The code is used when the app signs in with it.
            """)
    }

    // MARK: The list

    private static func row(_ message: OutboxMessage, _ view: OutboxView, _ request: ConsoleRequest) -> HTML {
        let tenant = message.tenant.map { template.part("tenant").filled(["name": "\($0.clipped(to: 60))"]) }
        let entry = template.part("entry").filled([
            "url": "\(request.path(.outbox).below(message.id).with(view.query.parameters()).text)",
            "current": message.id == view.read?.id ? #" aria-current="true""# : "",
            "to": "\(message.to.clipped(to: 200))", "what": what(message, view),
            "kind": "\(message.type.title.clipped(to: 60))", "tenant": tenant ?? "", "badges": "\(message.badges)",
            "time": TimeText.short(message.createdAt, now: view.now),
        ])
        // Any difference makes it another row: the links contain the filter.
        let version = stableHash(entry.text.utf8).bigEndian
        return template.part("row").filled([
            "id": "\(message.id)", "version": "\(withUnsafeBytes(of: version) { Hex.encode($0) })", "entry": entry,
        ])
    }

    /// The subject or the code; of what was not delivered, why or when.
    private static func what(_ message: OutboxMessage, _ view: OutboxView) -> HTML {
        if message.delivery == .scheduled, let arrival = message.deliverAt {
            return "arrives \(TimeText.short(arrival, now: view.now))"
        }
        guard message.subject == nil, message.code == nil else { return "\(message.headline)" }
        return "\((message.reason ?? "").clipped(to: 200))"
    }

    private static func count(_ view: OutboxView) -> String {
        let (count, maximum) = (view.found.count, OutboxSearch.maximumCount)
        if count == 1 { return "1 message" }
        return count > maximum ? "more than \(maximum) messages" : "\(count) messages"
    }

    /// What is said when the list has changed.
    private static func news(_ view: OutboxView) -> String {
        let read = view.read.map { message in
            "This message: \(message.status?.rawValue ?? message.delivery.rawValue). "
        }
        let newest = view.messages.first.map { " Newest: \($0.type.title) to \($0.to.clipped(to: 200))." }
        return (read ?? "") + count(view) + "." + (newest ?? "")
    }

    /// What is there in place of rows.
    private static func empty(_ view: OutboxView, _ request: ConsoleRequest) -> HTML {
        let list = request.path(.outbox)
        if !view.query.filter.isEmpty { return template.part("noMatch").filled(["url": "\(list.text)"]) }
        if case .before(_) = view.query.start { return template.part("end").filled(["url": "\(list.text)"]) }
        return template.part("empty").filled([
            "command": "\(view.example)", "copy": Controls.copy(view.example, label: "Copy command"),
        ])
    }

    private static func pager(_ view: OutboxView, _ request: ConsoleRequest) -> HTML {
        guard let first = view.messages.first, let last = view.messages.last,
            view.found.page.hasOlder || view.found.page.hasNewer
        else {
            return ""
        }
        let list = view.read.map { request.path(.outbox).below($0.id) } ?? request.path(.outbox)
        func link(_ part: String, _ bound: (String, String)) -> HTML {
            template.part(part).filled(["url": "\(list.with(view.query.parameters(bounds: bound)).text)"])
        }
        return template.part("pager").filled([
            "newer": view.found.page.hasNewer ? link("newer", ("after", String(first.seq))) : "",
            "older": view.found.page.hasOlder ? link("older", ("before", String(last.seq))) : "",
        ])
    }

    private static func actions(_ view: OutboxView, _ request: ConsoleRequest) -> HTML {
        guard let newest = view.messages.first else { return "" }
        // What comes until the button is pressed, nobody has seen. Pages of older ones do not show the newest.
        let through = view.found.page.hasNewer ? view.found.last : newest.seq
        let fields = view.query.filter.parameters.compactMap { name, value in value.map { (name: name, value: $0) } }
        return Controls.button(
            view.query.filter.isEmpty ? "Delete all" : "Delete all shown", to: request.path(.outbox).below("delete"),
            kind: "small danger", fields: fields + [("through", String(through))],
            confirm: "Delete \(count(view))? Codes in them keep working.", request)
    }

    // MARK: The filter

    private static func filter(_ view: OutboxView, _ request: ConsoleRequest) -> HTML {
        let list = request.path(.outbox)
        let query = view.query
        func select(_ name: String, _ label: HTML, _ options: [(value: String, label: String)]) -> HTML {
            // A value that is not offered is shown as well: the list is filtered by it.
            let other = query.filter[name].flatMap { value in
                options.contains { $0.value == value } ? nil : (value: value, label: value.clipped(to: 60))
            }
            return Controls.select(
                name, label, [("", "Any")] + options + (other.map { [$0] } ?? []), selected: query.filter[name] ?? "")
        }
        return template.part("filter").filled([
            "id": "\(id)", "url": "\(list.text)",
            "to": Controls.field(
                "to", "Recipient", type: "search", value: query.filter["to"]?.clipped(to: 400), class: "search",
                attributes: #" placeholder="Address or number, or a part of it" spellcheck="false""#),
            "type": select("type", "Type", OutboxMessage.Kind.all.map { ($0.rawValue, $0.title) }),
            "status": select("status", "Status", options(["pending", "used", "expired", "superseded"])),
            "delivery": select("delivery", "Delivery", options(OutboxMessage.Delivery.all.map(\.rawValue))),
            "channel": select("channel", "Channel", [("email", "E-mail"), ("sms", "SMS")]),
            "tenant": tenants(view, select),
            "form": query.mailForm == .html ? "" : Controls.hidden("show", query.mailForm.rawValue),
            "clear": query.filter.isEmpty ? "" : template.part("clear").filled(["url": "\(list.text)"]),
        ])
    }

    private static func options(_ values: [String]) -> [(value: String, label: String)] {
        values.map { ($0, $0.prefix(1).uppercased() + $0.dropFirst()) }
    }

    private static func tenants(
        _ view: OutboxView, _ select: (String, HTML, [(value: String, label: String)]) -> HTML
    ) -> HTML {
        guard let tenants = view.tenants else {
            return Controls.field("tenant", "Tenant", value: view.query.filter["tenant"]?.clipped(to: 400))
        }
        guard !tenants.isEmpty || view.query.filter["tenant"] != nil else { return "" }
        return select(
            "tenant", "Tenant",
            tenants.map { id, name in (id, name.map { "\($0) (\(id))".clipped(to: 80) } ?? id) })
    }
}

/// What the views of the outbox show: a page of the list, and beside it a message.
struct OutboxView: Sendable {
    var query: OutboxQuery
    /// What is shown here contains all changes up to this one.
    var position: Int
    var found: OutboxSearch.Findings
    /// The project's time.
    var now: String
    /// Milliseconds until something changes by the clock alone.
    var due: Int64?
    /// A command that makes a message.
    var example: String
    var reading: Reading

    /// What is beside the list.
    enum Reading: Sendable {
        case nothing
        /// A message that does not exist, or not any more.
        case gone
        case message(ReadMessage)
    }

    var messages: [OutboxMessage] { found.page.elements }

    /// The project's tenants with their names; `nil` if they are too many to choose from.
    var tenants: [(id: String, name: String?)]? {
        found.tenants.count > OutboxSearch.maximumTenants ? nil : found.tenants
    }

    /// The message that is read.
    var read: OutboxMessage? {
        if case .message(let read) = reading { read.message } else { nil }
    }
}

/// A message that is read.
struct ReadMessage: Sendable {
    var message: OutboxMessage
    /// The whole mail, where it is shown.
    var source: String?
    /// Whether codes of the project expire.
    var canExpire: Bool

    init(_ message: OutboxMessage, source: String?, canExpire: Bool) {
        self.message = message
        self.source = source
        self.canExpire = canExpire
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

    private var before: Int64? { values["before"].flatMap { Int64($0) } }
    private var after: Int64? { values["after"].flatMap { Int64($0) } }
    var start: ListingStart { ListingStart(before: before, after: after) }
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
    /// The HTML, as text.
    case markup
    /// The whole mail as it goes over the wire.
    case source

    var title: String {
        switch self {
        case .html: "Mail"
        case .text: "Text"
        case .markup: "HTML"
        case .source: "Source"
        }
    }
}
