import FirebreakControl
import FirebreakHTTP
import FirebreakModel
import FirebreakOperations
import FirebreakPages
import FirebreakWire
import HTTPTypes

/// The texts of messages in the console's settings, with a preview.
enum TemplateViews {
    private static let labels = [
        "EMAIL_SIGNIN": "Sign-in link", "PASSWORD_RESET": "Password reset", "VERIFY_EMAIL": "Address verification",
        "VERIFY_AND_CHANGE_EMAIL": "New address", "RECOVER_EMAIL": "Address change",
        "REVERT_SECOND_FACTOR_ADDITION": "Second factor added", "SMS_SIGN_IN": "SMS: sign-in",
        "SMS_MFA_ENROLLMENT": "SMS: new second factor", "SMS_MFA_SIGN_IN": "SMS: second factor",
    ]

    /// The type that the query names.
    private static func type(_ visit: ConsoleVisit) throws -> String {
        let type = visit.query["type"] ?? "PASSWORD_RESET"
        guard MailPreview.types.contains(type) else {
            throw ConsoleProblem.notFound("There is no message of type \(type).")
        }
        return type
    }

    /// The language of the preview: as the form, the query or the project has it.
    private static func locale(_ visit: ConsoleVisit) -> String {
        let named = visit.form["locale"] ?? visit.query["locale"] ?? visit.call.settings.defaultLocale
        return (Language(matching: named) ?? .english).rawValue
    }

    // MARK: The section

    @Sendable static func view(_ visit: ConsoleVisit) async throws -> RouteResponse {
        let settings = try await SettingsVisit(.templates, visit)
        let type = try type(visit)
        guard visit.query["from"] == "service" else { return settings.answer(try await html(type, settings)) }
        let entered = try await serviceText(type, settings)
        return settings.answer(
            try await html(type, settings, entered),
            notice: .init(.information, "This is the service’s text. It is used once you save it."))
    }

    /// Saves the texts of one type.
    @Sendable static func save(_ visit: ConsoleVisit) async throws -> RouteResponse {
        let settings = try await SettingsVisit(.templates, visit)
        let type = try type(visit)
        let form = settings.scope.form(SettingsSection.template(type))
        let path = TemplatePages.path(type, locale: locale(visit), settings.context)
        if let name = visit.form["reset"] {
            return try await SettingsViews.reset(name, of: form, settings, to: path) { try await html(type, settings) }
        }
        let entered = form.entered(in: visit.form)
        do {
            try await settings.scope.save(entered, of: form, visit)
        } catch {
            return settings.answer(try await html(type, settings, entered), notice: try settings.notice(of: error))
        }
        return visit.redirect(to: path, notice: .settingsSaved)
    }

    /// Saves what is said of all mails.
    @Sendable static func saveMail(_ visit: ConsoleVisit) async throws -> RouteResponse {
        let settings = try await SettingsVisit(.templates, visit)
        let form = settings.form
        let type = try type(visit)
        if let name = visit.form["reset"] {
            return try await SettingsViews.reset(name, of: form, settings) { try await html(type, settings) }
        }
        let entered = form.entered(in: visit.form)
        do {
            try await settings.scope.save(entered, of: form, visit)
        } catch {
            let notice = try settings.notice(of: error)
            let mail = mail(settings, entered, problem: error as? SettingProblem)
            return settings.answer(try await html(type, settings, mail: mail), notice: notice)
        }
        return settings.saved()
    }

    private static func html(
        _ type: String, _ settings: SettingsVisit, _ entered: [String: String]? = nil, mail given: HTML? = nil
    ) async throws -> HTML {
        let types = MailPreview.types.map { id in
            TemplatePages.MessageType(
                id: id, label: labels[id] ?? id,
                isChanged: !settings.scope.form(SettingsSection.template(id)).deviations.isEmpty)
        }
        let shown = settings.scope.form(SettingsSection.template(type)).shown(entered)
        let page = TemplatePages(
            types: types, current: type, settings: shown, locale: locale(settings.visit),
            mail: given ?? mail(settings),
            canStart: settings.scope.profile.facts.modelsConfiguration
                && shown.allSatisfy { $0.stored == $0.standard } && entered == nil)
        return page.html(settings.context)
    }

    private static func mail(
        _ settings: SettingsVisit, _ entered: [String: String]? = nil, problem: SettingProblem? = nil
    ) -> HTML {
        let form = SettingsPages.Form(
            id: "mail", title: "All mails", introduction: settings.section.introduction(settings.scope),
            settings: settings.form.shown(entered, problem: problem),
            path: SettingsFrame.path("templates", settings.context).below("mail"))
        let configuration = settings.scope.document[path: "notification.sendEmail"]
        guard let server = configuration?["smtp"], configuration?["method"] == "CUSTOM_SMTP" else {
            return SettingsPages.form(form, settings.context)
        }
        let facts: [(name: String, value: String)] = [
            ("Sender", "senderEmail"), ("Host", "host"), ("Port", "port"), ("User", "username"),
            ("Security", "securityMode"),
        ].compactMap { name, member in
            let value = server[member]
            return (value?.stringValue ?? value?.integerValue.map { String($0) }).map { (name, $0) }
        }
        return "\(SettingsPages.form(form, settings.context))\(TemplatePages.mailServer(facts))"
    }

    /// What the configuration shows as the texts of a type that has none of the project's own.
    private static func serviceText(_ type: String, _ settings: SettingsVisit) async throws -> [String: String] {
        let config = try await settings.visit.runAsAdmin(GetConfig.self, .emptyObject)
        let parts = SettingsSection.template(type)
        return parts.reduce(into: [:]) { $0.merge($1.values(of: config)) { $1 } }
    }

    // MARK: The preview

    /// A message with sample values, as configured; by a form, as that has it.
    @Sendable static func preview(_ visit: ConsoleVisit) async throws -> RouteResponse {
        let type = try type(visit)
        let draft = visit.exchange.head.method == .post ? try draft(type, visit) : nil
        guard let preview = MailPreview(type, locale: locale(visit), draft: draft, visit.call)
        else { throw ConsoleProblem.notFound("There is no message of type \(type).") }
        var facts: [(name: String, value: String)] = []
        for (name, value) in [("From", preview.from), ("Reply to", preview.replyTo), ("Subject", preview.subject)] {
            if let value { facts.append((name, value)) }
        }
        let page = TemplatePages.preview(facts, html: preview.html, text: preview.text)
        return RouteResponse(
            status: .ok, contentType: RouteResponse.html, body: Array(page.text.utf8),
            headers: [.contentSecurityPolicy: MailDocument.policy, .cacheControl: "no-store"])
    }

    /// The template in a form that was not saved.
    private static func draft(_ type: String, _ visit: ConsoleVisit) throws -> JSON? {
        guard let key = MailPreview.templateKey(of: type) else { return nil }
        let form = SettingsForm(SettingsSection.template(type), of: .emptyObject, defaults: .emptyObject)
        var change = SettingsChange(clearsByAbsence: true)
        try form.write(form.entered(in: visit.form), to: &change)
        return change.body[path: "notification.sendEmail.\(key)"] ?? .emptyObject
    }
}
