import FirebreakControl
import FirebreakHTTP
import FirebreakModel
import FirebreakOperations
import FirebreakPages
import FirebreakWire

/// The console's settings: sections that are one form, and the overview.
enum SettingsViews {
    typealias Handler = @Sendable (ConsoleVisit) async throws -> RouteResponse

    // MARK: Forms

    /// A section as it is.
    static func view(_ section: SettingsSection) -> Handler {
        { visit in
            let settings = try await SettingsVisit(section, visit)
            return settings.answer(html(settings))
        }
    }

    /// Saves the form of a section, or puts settings back to their defaults.
    static func save(_ section: SettingsSection) -> Handler {
        { visit in
            let settings = try await SettingsVisit(section, visit)
            let form = settings.form
            if let name = visit.form["reset"] { return try await reset(name, of: form, settings) { html(settings) } }
            let entered = form.entered(in: visit.form)
            do {
                try await settings.scope.save(entered, of: form, visit)
            } catch {
                let notice = try settings.notice(of: error)
                return settings.answer(html(settings, entered, problem: error as? SettingProblem), notice: notice)
            }
            return settings.saved()
        }
    }

    /// - Parameter html: The view, for an error.
    static func reset(
        _ name: String, of form: SettingsForm, _ settings: SettingsVisit, to path: ConsolePath? = nil,
        _ html: () async throws -> HTML
    ) async throws -> RouteResponse {
        do {
            try await settings.scope.save(settings.scope.reset(name, of: form), settings.visit)
        } catch {
            return settings.answer(try await html(), notice: try settings.notice(of: error))
        }
        return settings.visit.redirect(to: path ?? settings.path, notice: .settingsReset)
    }

    /// A section with its form.
    ///
    /// - Parameter lists: What is below the form, by default as it is stored.
    static func html(
        _ settings: SettingsVisit, _ entered: [String: String]? = nil, problem: SettingProblem? = nil,
        lists: HTML? = nil
    ) -> HTML {
        let section = settings.section
        let form = SettingsPages.Form(
            id: section.id, title: section.title, introduction: section.introduction(settings.scope),
            settings: settings.form.shown(entered, problem: problem), path: settings.path)
        return "\(SettingsPages.form(form, settings.context))\(lists ?? TestNumberViews.panel(settings))"
    }

    // MARK: Overview

    @Sendable static func overview(_ visit: ConsoleVisit) async throws -> RouteResponse {
        let settings = try await SettingsVisit(.overview, visit)
        return settings.answer(try await overview(settings))
    }

    /// Adds and removes API keys.
    @Sendable static func saveKey(_ visit: ConsoleVisit) async throws -> RouteResponse {
        let settings = try await SettingsVisit(.overview, visit)
        do {
            if let key = visit.form["remove"] {
                _ = try await visit.run(DeleteAPIKey.self, ["key": .string(key)])
                return settings.saved(.settingsRemoved)
            }
            let key = (visit.form["key"] ?? "").trimmed
            _ = try await visit.run(CreateAPIKey.self, key.isEmpty ? .emptyObject : ["key": .string(key)])
        } catch {
            let notice = try settings.notice(of: error)
            return settings.answer(try await overview(settings, enteredKey: visit.form["key"]), notice: notice)
        }
        return settings.saved(.settingsAdded)
    }

    private static func overview(_ settings: SettingsVisit, enteredKey: String? = nil) async throws -> HTML {
        let visit = settings.visit
        var deviations = SettingsSection.all.flatMap { section in
            settings.deviations(section).map { setting in
                SettingsOverview.Deviation(
                    section: settings.describe(section), name: setting.field.name, label: setting.field.label,
                    value: setting.difference.stored, standard: setting.difference.standard)
            }
        }
        let providers = try await ProviderViews.configured(visit, tenant: nil).map(\.id)
        if !providers.isEmpty {
            deviations.append(
                SettingsOverview.Deviation(
                    section: settings.describe(.providers), name: "providerConfigs", label: "Configured providers",
                    value: providers.joined(separator: ", "), standard: "none"))
        }
        let overview = SettingsOverview(
            deviations: deviations, projectNumber: visit.call.settings.projectNumber,
            profile: visit.call.settings.profile, keys: try await visit.run(ListAPIKeys.self).apiKeys,
            origin: visit.call.origin, enteredKey: enteredKey)
        return overview.html(settings.context)
    }
}
