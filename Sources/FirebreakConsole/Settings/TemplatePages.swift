import FirebreakPages
import FirebreakWire

/// The texts of messages in the settings, and what becomes of them.
struct TemplatePages: Sendable {
    struct MessageType: Sendable {
        var id: String
        var label: String
        var isChanged: Bool

        init(id: String, label: String, isChanged: Bool) {
            self.id = id
            self.label = label
            self.isChanged = isChanged
        }
    }

    var types: [MessageType]
    /// The ID of the one that is shown.
    var current: String
    /// Empty for messages whose texts cannot be configured.
    var settings: [ShownSetting]
    var locale: String
    /// The section's other form, and how mails are sent.
    var mail: HTML
    /// Whether there is a text of the service to begin with.
    var canStart: Bool

    init(
        types: [MessageType], current: String, settings: [ShownSetting], locale: String, mail: HTML, canStart: Bool
    ) {
        self.types = types
        self.current = current
        self.settings = settings
        self.locale = locale
        self.mail = mail
        self.canStart = canStart
    }

    private static let template = Template(asset: "console/templates")
    private static let resetForm = "template-reset"

    static func path(_ type: String, locale: String?, _ context: ConsoleContext) -> ConsolePath {
        SettingsFrame.path("templates", context).with([("type", type), ("locale", locale)])
    }

    func html(_ context: ConsoleContext) -> HTML {
        let path = Self.path(current, locale: locale, context)
        let preview = SettingsFrame.path("templates", context).below("preview")
            .with([("type", current), ("locale", locale)])
        let canReset = settings.contains { $0.isChanged }
        return Self.template.filled([
            "types": "\(types.map { link($0, context) })",
            "title": "\(types.first { $0.id == current }?.label ?? current)",
            "introduction": introduction, "url": "\(path.text)", "token": context.token,
            "settings": SettingsPages.settings(settings, resetForm: nil), "buttons": buttons(canReset, context),
            "languages": Controls.select(
                "locale", "Language of the preview", Language.allCases.map { ($0.rawValue, $0.ownName) },
                selected: locale),
            "preview": "\(preview.text)", "mail": mail,
            "resetForm": canReset ? SettingsPages.resetForm(Self.resetForm, path, context) : "",
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
            What is empty is the built-in text, in the language of the request. <code>%LINK%</code>, \
            <code>%EMAIL%</code>, <code>%APP_NAME%</code>, <code>%NEW_EMAIL%</code>, <code>%DISPLAY_NAME%</code> and \
            <code>%SECOND_FACTOR%</code> are replaced.
            """
    }

    private func buttons(_ canReset: Bool, _ context: ConsoleContext) -> HTML {
        guard !settings.isEmpty else { return "" }
        var buttons = [Self.template.part("save").filled()]
        if canReset { buttons.append(SettingsPages.resetAll(Self.resetForm)) }
        if canStart {
            let path = Self.path(current, locale: locale, context).with([("from", "service")])
            buttons.append(Self.template.part("start").filled(["url": "\(path.text)"]))
        }
        return "\(buttons)"
    }

    private func link(_ type: MessageType, _ context: ConsoleContext) -> HTML {
        Self.template.part("type").filled([
            "url": "\(Self.path(type.id, locale: locale, context).text)", "label": "\(type.label)",
            "current": type.id == current ? #" aria-current="page""# : "",
            "changed": type.isChanged ? Self.template.part("changed").filled() : "",
        ])
    }

    /// The mail server that the configuration names.
    static func mailServer(_ facts: [(name: String, value: String)]) -> HTML {
        let facts: [HTML] = facts.map { Controls.fact("\($0.name)", "\($0.value)") }
        return template.part("smtp").filled(["facts": "\(facts)"])
    }

    // MARK: The preview

    /// The content of the frame: a message as its recipient sees it.
    ///
    /// - Parameters:
    ///   - facts: Sender and subject.
    ///   - html: As a project words it. It may contain anything: nothing in the frame runs or loads.
    ///   - text: Shown where there is no HTML.
    static func preview(_ facts: [(name: String, value: String)], html: String?, text: String) -> HTML {
        var lines: [HTML] = facts.map { fact in
            template.part("previewFact").filled(["name": "\(fact.name)", "value": "\(fact.value)"])
        }
        if html == nil { lines.append(template.part("previewText").filled(["text": "\(text)"])) }
        return template.part("preview").filled([
            "facts": "\(lines)", "mail": html.map { HTML(trusted: $0) } ?? "",
        ])
    }
}
