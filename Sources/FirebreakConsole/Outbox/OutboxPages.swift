import FirebreakControl
import FirebreakModel
import FirebreakPages
import FirebreakWire

/// The console's views of the outbox: the list, and a message beside it.
enum OutboxPages {
    private static let template = Template(asset: "console/outbox")
    /// What is refreshed, and what the filter's form names.
    private static let id = "outbox"

    static func page(_ view: OutboxView, _ context: ConsoleContext) -> HTML {
        let isReading = if case .nothing = view.reading { false } else { true }
        let rows = view.messages.map { row($0, view, context) }
        let stream = context.path(.outbox).below("stream").with([("after", String(view.position))])
        return template.filled([
            "id": "\(id)", "state": isReading ? "reads" : "",
            "stream": "\(stream.text)", "news": "\(news(view))",
            "due": view.due.map { #" data-due="\#(String($0))""# } ?? "",
            "count": "\(count(view))", "actions": actions(view, context), "filter": filter(view, context),
            "rows": "\(rows)", "empty": rows.isEmpty ? empty(view, context) : "", "pager": pager(view, context),
            "reading": reading(view, context),
        ])
    }

    private static func reading(_ view: OutboxView, _ context: ConsoleContext) -> HTML {
        switch view.reading {
        case .nothing: template.part("nothing").filled()
        case .gone:
            template.part("gone").filled(["url": "\(context.path(.outbox).with(view.query.parameters()).text)"])
        case .message(let read): MessagePane(read, view, context).html
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

    private static func row(_ message: OutboxMessage, _ view: OutboxView, _ context: ConsoleContext) -> HTML {
        let tenant = message.tenant.map { template.part("tenant").filled(["name": "\($0.clipped(to: 60))"]) }
        let entry = template.part("entry").filled([
            "url": "\(context.path(.outbox).below(message.id).with(view.query.parameters()).text)",
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
    private static func empty(_ view: OutboxView, _ context: ConsoleContext) -> HTML {
        let list = context.path(.outbox)
        if !view.query.filter.isEmpty { return template.part("noMatch").filled(["url": "\(list.text)"]) }
        if case .before(_) = view.query.start { return template.part("end").filled(["url": "\(list.text)"]) }
        return template.part("empty").filled([
            "command": "\(view.example)", "copy": Controls.copy(view.example, label: "Copy command"),
        ])
    }

    private static func pager(_ view: OutboxView, _ context: ConsoleContext) -> HTML {
        guard let first = view.messages.first, let last = view.messages.last,
            view.found.page.hasOlder || view.found.page.hasNewer
        else {
            return ""
        }
        let list = view.read.map { context.path(.outbox).below($0.id) } ?? context.path(.outbox)
        func link(_ part: String, _ bound: (String, String)) -> HTML {
            template.part(part).filled(["url": "\(list.with(view.query.parameters(bounds: bound)).text)"])
        }
        return template.part("pager").filled([
            "newer": view.found.page.hasNewer ? link("newer", ("after", String(first.seq))) : "",
            "older": view.found.page.hasOlder ? link("older", ("before", String(last.seq))) : "",
        ])
    }

    private static func actions(_ view: OutboxView, _ context: ConsoleContext) -> HTML {
        guard let newest = view.messages.first else { return "" }
        // What comes until the button is pressed, nobody has seen. Pages of older ones do not show the newest.
        let through = view.found.page.hasNewer ? view.found.last : newest.seq
        let fields = view.query.filter.parameters.compactMap { name, value in value.map { (name: name, value: $0) } }
        return Controls.button(
            view.query.filter.isEmpty ? "Delete all" : "Delete all shown", to: context.path(.outbox).below("delete"),
            kind: "small danger", fields: fields + [("through", String(through))],
            confirm: "Delete \(count(view))? Codes in them keep working.", context)
    }

    // MARK: The filter

    private static func filter(_ view: OutboxView, _ context: ConsoleContext) -> HTML {
        let list = context.path(.outbox)
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
