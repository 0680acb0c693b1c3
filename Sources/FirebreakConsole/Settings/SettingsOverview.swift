import FirebreakControl
import FirebreakHTTP
import FirebreakModel
import FirebreakOperations
import FirebreakPages
import FirebreakWire

/// The console's settings: sections that are one form, and the overview.
enum SettingsViews {
    typealias Handler = @Sendable (ConsoleRequest) async throws -> RouteResponse

    // MARK: Forms

    /// A section as it is.
    static func view(_ section: SettingsSection) -> Handler {
        { request in
            let settings = try await SettingsPage(section, request)
            return settings.answer(html(settings))
        }
    }

    /// Saves the form of a section, or puts settings back to their defaults.
    static func save(_ section: SettingsSection) -> Handler {
        { request in
            let settings = try await SettingsPage(section, request)
            let form = settings.form
            if let name = request.form["reset"] { return try await reset(name, of: form, settings) { html(settings) } }
            let entered = form.entered(in: request.form)
            do {
                try await settings.scope.save(entered, of: form, request)
            } catch {
                let notice = try settings.notice(of: error)
                return settings.answer(html(settings, entered, problem: error as? SettingProblem), notice: notice)
            }
            return settings.saved()
        }
    }

    /// - Parameter html: The view, for an error.
    static func reset(
        _ name: String, of form: SettingsForm, _ settings: SettingsPage, to path: ConsolePath? = nil,
        _ html: () async throws -> HTML
    ) async throws -> RouteResponse {
        do {
            try await settings.scope.save(settings.scope.reset(name, of: form), settings.request)
        } catch {
            return settings.answer(try await html(), notice: try settings.notice(of: error))
        }
        return settings.request.redirect(to: path ?? settings.path, notice: .settingsReset)
    }

    /// A section with its form.
    ///
    /// - Parameter lists: What is below the form, by default as it is stored.
    static func html(
        _ settings: SettingsPage, _ entered: [String: String]? = nil, problem: SettingProblem? = nil,
        lists: HTML? = nil
    ) -> HTML {
        let section = settings.section
        let form = SettingsPages.Form(
            id: section.id, title: section.title, introduction: section.introduction(settings.scope),
            settings: settings.form.shown(entered, problem: problem), path: settings.path)
        return "\(SettingsPages.form(form, settings.request))\(lists ?? TestNumberViews.panel(settings))"
    }

    // MARK: Overview

    @Sendable static func overview(_ request: ConsoleRequest) async throws -> RouteResponse {
        let settings = try await SettingsPage(.overview, request)
        return settings.answer(try await overview(settings))
    }

    /// Adds and removes API keys.
    @Sendable static func saveKey(_ request: ConsoleRequest) async throws -> RouteResponse {
        let settings = try await SettingsPage(.overview, request)
        do {
            if let key = request.form["remove"] {
                _ = try await request.run(DeleteAPIKey.self, ["key": .string(key)])
                return settings.saved(.settingsRemoved)
            }
            let key = (request.form["key"] ?? "").trimmed
            _ = try await request.run(CreateAPIKey.self, key.isEmpty ? .emptyObject : ["key": .string(key)])
        } catch {
            let notice = try settings.notice(of: error)
            return settings.answer(try await overview(settings, enteredKey: request.form["key"]), notice: notice)
        }
        return settings.saved(.settingsAdded)
    }

    private static func overview(_ settings: SettingsPage, enteredKey: String? = nil) async throws -> HTML {
        let request = settings.request
        var deviations = SettingsSection.all.flatMap { section in
            settings.deviations(section).map { setting in
                SettingsOverview.Deviation(
                    section: settings.describe(section), name: setting.field.name, label: setting.field.label,
                    value: setting.difference.stored, standard: setting.difference.standard)
            }
        }
        let providers = try await ProviderViews.configured(request, tenant: nil).map(\.id)
        if !providers.isEmpty {
            deviations.append(
                SettingsOverview.Deviation(
                    section: settings.describe(.providers), name: "providerConfigs", label: "Configured providers",
                    value: providers.joined(separator: ", "), standard: "none"))
        }
        let overview = SettingsOverview(
            deviations: deviations, projectNumber: request.call.settings.projectNumber,
            profile: request.call.settings.profile, keys: try await request.run(ListAPIKeys.self).apiKeys,
            origin: request.call.origin, enteredKey: enteredKey)
        return overview.html(settings.request)
    }
}

/// The first page of the settings: what differs from the profile's defaults, and how apps reach the project.
struct SettingsOverview: Sendable {
    struct Deviation: Sendable {
        var section: SettingsFrame.Section
        var name: String
        var label: String
        var value: String
        var standard: String
    }

    var deviations: [Deviation]
    var projectNumber: String
    var profile: Profile
    var keys: [APIKeyEntry]
    /// Scheme, host and port of this server.
    var origin: String
    /// The key that was to be added, where that failed.
    var enteredKey: String?

    private static var template: Template { SettingsPages.template }

    func html(_ request: ConsoleRequest) -> HTML {
        "\([project(request), changes(request), keyList(request), snippet(request)])"
    }

    private func project(_ request: ConsoleRequest) -> HTML {
        let meaning =
            switch profile {
            case .local: "production’s behaviour, made practical on one machine"
            case .emulator: "the official emulator’s behaviour, to the letter"
            case .production: "production’s behaviour and defaults"
            }
        let facts: [HTML] = [
            Controls.fact("Project ID", Self.copyable(request.project.rawValue)),
            Controls.fact("Project number", Self.copyable(projectNumber)),
            Controls.fact("Profile", "<code>\(profile.rawValue)</code>: \(meaning)"),
        ]
        return Self.template.part("project").filled(["facts": "\(facts)"])
    }

    private static func copyable(_ text: String) -> HTML {
        template.part("copyable").filled(["text": "\(text)", "copy": Controls.copy(text)])
    }

    // MARK: What differs

    private func changes(_ request: ConsoleRequest) -> HTML {
        let rows: [HTML] = deviations.map { deviation in
            Self.template.part("deviation").filled([
                "name": "\(deviation.name)", "label": "\(deviation.label)", "section": "\(deviation.section.title)",
                "url": "\(SettingsFrame.path(deviation.section.id, request).text)",
                "value": "\(Self.short(deviation.value))", "default": "\(Self.short(deviation.standard))",
            ])
        }
        let table =
            rows.isEmpty
            ? Self.template.part("unchanged").filled(["profile": "\(profile.rawValue)"])
            : Self.template.part("deviationTable").filled(["rows": "\(rows)"])
        return Self.template.part("deviations").filled([
            "introduction": "What differs from the defaults of profile <code>\(profile.rawValue)</code>.",
            "table": table,
        ])
    }

    private static func short(_ text: String) -> String {
        text.count > 200 ? "\(text.prefix(200))…" : text
    }

    // MARK: How apps reach the project

    private func keyList(_ request: ConsoleRequest) -> HTML {
        let path = SettingsFrame.path("", request).below("keys")
        let rows: [HTML] = keys.map { key in
            let action =
                key.derived
                ? Controls.badge("derived")
                : Controls.button(
                    #"Delete<span class="visually-hidden"> \#(key.key)</span>"#, to: path, kind: "small danger",
                    fields: [("remove", key.key)],
                    confirm: "Delete this key? Apps that use it then reach the default project.", request)
            return Self.template.part("key").filled([
                "key": "\(key.key)", "copy": Controls.copy(key.key), "action": action,
            ])
        }
        let field = Controls.field(
            "key", "New key", value: enteredKey, attributes: #" placeholder="a random one""#)
        return Self.template.part("keys").filled([
            "keys": "\(rows)", "url": "\(path.text)", "token": request.formToken, "field": field,
        ])
    }

    private func snippet(_ request: ConsoleRequest) -> HTML {
        func literal(_ text: String) -> String { JSON.string(text).text }
        let project = request.project.rawValue
        let code = """
            import { initializeApp } from "firebase/app";
            import { connectAuthEmulator, getAuth } from "firebase/auth";

            const firebaseConfig = {
              apiKey: \(literal(keys.first?.key ?? "project:\(project)")),
              authDomain: \(literal("\(project).firebaseapp.com")),
              projectId: \(literal(project)),
            };

            const auth = getAuth(initializeApp(firebaseConfig));
            connectAuthEmulator(auth, \(literal(origin)));
            """
        return Self.template.part("snippet").filled(["code": "\(code)", "copy": Controls.copy(code)])
    }
}
