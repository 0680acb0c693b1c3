import FirebreakControl
import FirebreakHTTP
import FirebreakModel
import FirebreakOperations
import FirebreakPages
import FirebreakWire
import HTTPTypes

/// The texts of messages in the console's settings, with a preview, and what is said of all mails.
struct TemplateSettings {
    private static let template = Template(asset: "console/templates")
    private static let resetForm = "template-reset"

    private let page: SettingsPage
    private var request: ConsoleRequest { page.request }
    /// The ID of the one that is shown.
    private let type: String
    /// Empty for messages whose texts cannot be configured.
    private let settings: [SettingValue]
    private let locale: String
    /// The section's other form, and how mails are sent.
    private let mail: HTML
    /// Whether there is a text of the service to begin with.
    private let canStart: Bool
    /// Whether that is shown.
    private var isFromService: Bool { request.query["from"] == "service" }

    /// The type that the query names.
    private static func type(_ request: ConsoleRequest) throws -> String {
        let type = request.query["type"] ?? "PASSWORD_RESET"
        guard MailPreview.types.contains(type) else {
            throw ConsoleProblem.notFound("There is no message of type \(type).")
        }
        return type
    }

    /// The language of the preview: as the form, the query or the project has it.
    private static func locale(_ request: ConsoleRequest) -> String {
        let named = request.form["locale"] ?? request.query["locale"] ?? request.call.settings.defaultLocale
        return (Language(matching: named) ?? .english).rawValue
    }

    private static func path(_ type: String, locale: String?, _ request: ConsoleRequest) -> ConsolePath {
        SettingsPage.path("templates", request).with([("type", type), ("locale", locale)])
    }

    // MARK: The section

    @Sendable static func view(_ request: ConsoleRequest) async throws -> RouteResponse {
        let settings = try await SettingsPage(.templates, request)
        let type = try type(request)
        guard request.query["from"] == "service" else { return settings.answer(html(type, settings)) }
        let entered = try await serviceText(type, request)
        return settings.answer(
            html(type, settings, entered),
            notice: .init(.information, "This is the service’s text. It is used once you save it."))
    }

    /// Saves the texts of one type.
    @Sendable static func save(_ request: ConsoleRequest) async throws -> RouteResponse {
        let settings = try await SettingsPage(.templates, request)
        let type = try type(request)
        let form = settings.scope.form(SettingsSection.template(type))
        return try await settings.save(form, to: path(type, locale: locale(request), request)) { entered, _ in
            html(type, settings, entered)
        }
    }

    /// Saves what is said of all mails.
    @Sendable static func saveMail(_ request: ConsoleRequest) async throws -> RouteResponse {
        let settings = try await SettingsPage(.templates, request)
        let type = try type(request)
        return try await settings.save(settings.form) { entered, problem in
            html(type, settings, mail: mail(settings, entered, problem: problem))
        }
    }

    private static func html(
        _ type: String, _ settings: SettingsPage, _ entered: [String: String]? = nil, mail given: HTML? = nil
    ) -> HTML {
        let shown = settings.scope.form(SettingsSection.template(type)).shown(entered)
        let isAsByDefault = shown.allSatisfy { $0.stored == $0.standard }
        return TemplateSettings(
            page: settings, type: type, settings: shown, locale: locale(settings.request),
            mail: given ?? mail(settings),
            canStart: settings.scope.hasAllSettings && isAsByDefault && entered == nil
        ).html
    }

    private static func mail(
        _ settings: SettingsPage, _ entered: [String: String]? = nil, problem: SettingProblem? = nil
    ) -> HTML {
        let form = SettingsPanel.Form(
            id: "mail", title: "All emails", introduction: settings.section.introduction(settings.scope),
            settings: settings.form.shown(entered, problem: problem),
            path: SettingsPage.path("templates", settings.request).below("mail"))
        let configuration = settings.scope.document[path: "notification.sendEmail"]
        guard let server = configuration?["smtp"], configuration?["method"] == "CUSTOM_SMTP" else {
            return SettingsPanel.form(form, settings.request)
        }
        let facts: [(name: String, value: String)] = [
            ("Sender", "senderEmail"), ("Host", "host"), ("Port", "port"), ("User", "username"),
            ("Security", "securityMode"),
        ].compactMap { name, member in
            let value = server[member]
            return (value?.stringValue ?? value?.integerValue.map { String($0) }).map { (name, $0) }
        }
        return "\(SettingsPanel.form(form, settings.request))\(mailServer(facts))"
    }

    /// What the configuration shows as the texts of a type that has none of the project's own. It shows a sender and an
    /// address for replies as well, which are no texts.
    private static func serviceText(_ type: String, _ request: ConsoleRequest) async throws -> [String: String] {
        let config = try await request.runAsAdmin(GetConfig.self, .emptyObject)
        let parts = SettingsSection.template(type)
        let values = parts.reduce(into: [:]) { $0.merge($1.values(of: config)) { $1 } }
        let texts = [".subject", ".body", ".bodyFormat"]
        return values.filter { name, _ in texts.contains { name.endsWithBytes(of: $0) } }
    }

    private var html: HTML {
        let path = Self.path(type, locale: locale, request)
        let preview = SettingsPage.path("templates", request).below("preview")
            .with([("type", type), ("locale", locale)])
        let shown = preview.with([("from", isFromService ? "service" : nil)])
        let canReset = settings.contains { $0.isChanged }
        return Self.template.filled([
            "types": "\(MailPreview.types.map(link))",
            "title": "\(OutboxMessage.Kind(rawValue: type).title)",
            "introduction": introduction, "url": "\(path.text)", "token": request.formToken,
            "settings": SettingsPanel.settings(settings, resetForm: nil), "buttons": buttons(canReset),
            "languages": Controls.select(
                "locale", "Language", Language.allCases.map { ($0.rawValue, $0.ownName) },
                selected: locale, attributes: #" form="template-form""#),
            "look": MailTools.look, "preview": "\(preview.text)", "shown": "\(shown.text)", "mail": mail,
            "resetForm": canReset ? SettingsPanel.resetForm(Self.resetForm, path, request) : "",
        ])
    }

    private var introduction: HTML {
        guard !settings.isEmpty else {
            return """
                The configuration has no text for this message: it is always the built-in one, in the language of the \
                request.
                """
        }
        return """
            Where a field is empty, the built-in text is used, in the language of the request. Placeholders: \
            \(Self.list(MailPreview.placeholders(of: type))). Emails that were sent stay as they were.
            """
    }

    /// Placeholders as they are written.
    private static func list(_ names: [String]) -> HTML {
        let items: [HTML] = names.map { "<code>%\($0)%</code>" }
        return items.dropFirst().reduce(items.first ?? "") { "\($0), \($1)" }
    }

    private func buttons(_ canReset: Bool) -> HTML {
        guard !settings.isEmpty else { return "" }
        var buttons = [Self.template.part("save").filled()]
        if canReset { buttons.append(SettingsPanel.resetAll(Self.resetForm)) }
        if canStart {
            let path = Self.path(type, locale: locale, request).with([("from", "service")])
            buttons.append(Self.template.part("start").filled(["url": "\(path.text)"]))
        }
        return "\(buttons)"
    }

    private func link(_ id: String) -> HTML {
        let isChanged = !page.scope.form(SettingsSection.template(id)).deviations.isEmpty
        return Self.template.part("type").filled([
            "url": "\(Self.path(id, locale: locale, request).text)",
            "label": "\(OutboxMessage.Kind(rawValue: id).title)",
            "current": id == type ? #" aria-current="page""# : "",
            "changed": isChanged ? Self.template.part("changed").filled() : "",
        ])
    }

    /// The mail server that the configuration names.
    private static func mailServer(_ facts: [(name: String, value: String)]) -> HTML {
        let facts: [HTML] = facts.map { Controls.fact("\($0.name)", "\($0.value)") }
        return template.part("smtp").filled(["facts": "\(facts)"])
    }

    // MARK: The preview

    /// A message with sample values, as configured; by a form, as that has it.
    @Sendable static func preview(_ request: ConsoleRequest) async throws -> RouteResponse {
        let type = try type(request)
        let draft: JSON? =
            if request.context.head.method == .post {
                try Self.draft(type) { $0.entered(in: request.form) }
            } else if request.query["from"] == "service" {
                try await Self.draft(of: serviceText(type, request), type)
            } else { nil }
        guard let preview = MailPreview(type, locale: locale(request), draft: draft, request.call)
        else { throw ConsoleProblem.notFound("There is no message of type \(type).") }
        let page = html(of: preview, type)
        return RouteResponse(
            status: .ok, contentType: RouteResponse.html, body: Array(page.text.utf8),
            headers: [.contentSecurityPolicy: MailDocument.policy, .cacheControl: "no-store"])
    }

    /// The template that a form has, which was not saved.
    private static func draft(_ type: String, _ entered: (SettingsForm) -> [String: String]) throws -> JSON? {
        guard let key = MailPreview.templateKey(of: type) else { return nil }
        let form = SettingsForm(SettingsSection.template(type), of: .emptyObject, defaults: .emptyObject)
        var change = SettingsChange(clearsByAbsence: true)
        try form.write(entered(form), to: &change)
        return change.body[path: "notification.sendEmail.\(key)"] ?? .emptyObject
    }

    private static func draft(of values: [String: String], _ type: String) throws -> JSON? {
        try draft(type) { form in
            form.shown(values).reduce(into: [:]) { $0[$1.field.name] = $1.value }
        }
    }

    /// The content of the frame: a message as its recipient sees it. Its HTML is as a project words it. It may contain
    /// anything: nothing in the frame runs or loads.
    private static func html(of preview: MailPreview, _ type: String) -> HTML {
        var lines = warnings(of: preview, type).map { template.part("previewWarning").filled(["text": $0]) }
        for (name, value) in [("From", preview.from), ("Reply to", preview.replyTo), ("Subject", preview.subject)] {
            guard let value else { continue }
            lines.append(template.part("previewFact").filled(["name": "\(name)", "value": "\(value)"]))
        }
        if preview.html == nil { lines.append(template.part("previewText").filled(["text": "\(preview.text)"])) }
        return template.part("preview").filled([
            "facts": "\(lines)", "mail": preview.html.map { HTML(trusted: $0) } ?? "",
        ])
    }
}

extension TemplateSettings {
    /// What is wrong with the placeholders of a text.
    private static func warnings(of preview: MailPreview, _ type: String) -> [HTML] {
        var warnings: [HTML] = []
        if !preview.unknownPlaceholders.isEmpty {
            let (verb, noun): (HTML, HTML) =
                preview.unknownPlaceholders.count == 1
                ? ("is not a", "placeholder and stays") : ("are not", "placeholders and stay")
            warnings.append(
                """
                \(list(preview.unknownPlaceholders)) \(verb) \(noun) as written. This mail has \
                \(list(MailPreview.placeholders(of: type))).
                """)
        }
        if !preview.emptyPlaceholders.isEmpty {
            let verb: HTML = preview.emptyPlaceholders.count == 1 ? "has" : "have"
            warnings.append("\(list(preview.emptyPlaceholders)) \(verb) no value in this mail.")
        }
        if preview.lacksLink { warnings.append("The body has no <code>%LINK%</code>, so the mail has no link.") }
        return warnings
    }
}

// The texts of mails, and how they are sent.

extension SettingsSection {
    static let templates = SettingsSection(
        id: "templates", title: "Templates",
        introduction: { _ in "For emails of every type." },
        parts: { scope in scope.hasAllSettings ? [callback, locale(scope)] : [locale(scope)] },
        lists: { _ in MailPreview.types.flatMap(template) })

    private static let callback = StoredSetting(
        "notification.sendEmail.callbackUri", "Action link",
        "The page that links in emails lead to, instead of this server’s.", .line, placeholder: "this server",
        isURL: true)

    private static func locale(_ scope: SettingsScope) -> StoredSetting {
        var values = Language.allCases.map(\.rawValue)
        let stored = scope.document[path: "notification.defaultLocale"]?.stringValue
        if let stored, !values.contains(stored) { values.append(stored) }
        return StoredSetting(
            "notification.defaultLocale", "Default language", "Of messages whose request names none.",
            .choice(values.map { .init($0, $0) }))
    }

    /// The settings of one type of message; none where its texts cannot be configured.
    static func template(_ type: String) -> [any SettingPart] {
        guard let key = MailPreview.templateKey(of: type) else { return [] }
        let path = "notification.sendEmail.\(key)"
        return [
            StoredSetting(path + ".subject", "Subject", "", .line, placeholder: "the built-in one"),
            TemplateBody(path: path),
            StoredSetting(path + ".senderDisplayName", "Sender’s name", "", .line, placeholder: "none"),
            StoredSetting(
                path + ".senderLocalPart", "Sender’s address", "The part before <code>@</code>.", .line,
                placeholder: "noreply"),
            StoredSetting(
                path + ".replyTo", "Reply to", "An address, or the part before <code>@</code>.", .line,
                placeholder: "none"),
        ]
    }
}

/// The body of a mail and its format, which has a meaning only beside one.
struct TemplateBody: SettingPart {
    let path: String

    private var body: String { path + ".body" }
    private var format: String { path + ".bodyFormat" }

    var paths: [String] { [body, format] }
    var empty: JSON { "" }

    var fields: [SettingField] {
        [
            SettingField(body, "Body", "", .text(rows: 12), placeholder: "the built-in one"),
            SettingField(
                format, "Format", "", .choice([.init("HTML", "HTML"), .init("PLAIN_TEXT", "plain text")])),
        ]
    }

    func values(of document: JSON) -> [String: String] {
        let template = document[path: path]
        let text = template?["body"]?.stringValue ?? ""
        let isPlain = !text.isEmpty && template?["bodyFormat"]?.stringValue != "HTML"
        return [body: text.withPlainLineBreaks, format: isPlain ? "PLAIN_TEXT" : "HTML"]
    }

    func write(_ values: [String: String], to change: inout SettingsChange) {
        let text = values[body]?.nonEmpty
        change.set(text.map(JSON.string), at: body, empty: empty)
        change.set(text.map { _ in .string(values[format] ?? "HTML") }, at: format, empty: empty)
    }
}
