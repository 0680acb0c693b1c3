import FirebreakControl
import FirebreakHTTP
import FirebreakModel
import FirebreakOperations
import FirebreakPages
import FirebreakWire

/// The first page of the settings: what differs from the profile's defaults, and how apps reach the project.
struct SettingsOverview {
    private struct Deviation {
        var section: SettingsSection
        var name: String
        var label: String
        var value: String
        var standard: String
    }

    private let request: ConsoleRequest
    private let deviations: [Deviation]
    private let keys: [APIKeyEntry]
    /// The key that was to be added, where that failed.
    private let enteredKey: String?
    /// Why it could not be added.
    private let keyProblem: String?

    private var profile: Profile { request.call.settings.profile }

    private static var template: Template { SettingsPanel.template }

    // MARK: Requests

    @Sendable static func show(_ request: ConsoleRequest) async throws -> RouteResponse {
        let page = try await SettingsPage(.overview, request)
        return page.answer(try await html(page))
    }

    /// Adds and removes API keys.
    @Sendable static func saveKey(_ request: ConsoleRequest) async throws -> RouteResponse {
        let page = try await SettingsPage(.overview, request)
        do {
            if let key = request.form["remove"] {
                _ = try await request.run(DeleteAPIKey.self, ["key": .string(key)])
                return page.saved(.settingsRemoved)
            }
            let key = (request.form["key"] ?? "").trimmed
            _ = try await request.run(CreateAPIKey.self, key.isEmpty ? .emptyObject : ["key": .string(key)])
        } catch {
            let notice = try page.notice(of: error)
            let problem = page.problem(of: error)
            return page.answer(
                try await html(page, enteredKey: request.form["key"], keyProblem: problem?.text), notice: notice)
        }
        return page.saved(.settingsAdded)
    }

    private static func html(
        _ page: SettingsPage, enteredKey: String? = nil, keyProblem: String? = nil
    ) async throws -> HTML {
        let request = page.request
        var deviations = SettingsSection.all.flatMap { section in
            page.deviations(section).map { setting in
                Deviation(
                    section: section, name: setting.field.name, label: setting.field.label,
                    value: setting.difference.stored, standard: setting.difference.standard)
            }
        }
        let providers = try await ProviderList.configured(request, tenant: nil).map(\.id)
        if !providers.isEmpty {
            deviations.append(
                Deviation(
                    section: .providers, name: "providerConfigs", label: "Configured providers",
                    value: providers.joined(separator: ", "), standard: "none"))
        }
        let keys = try await request.run(ListAPIKeys.self).apiKeys
        let overview = SettingsOverview(
            request: request, deviations: deviations, keys: keys, enteredKey: enteredKey,
            keyProblem: keyProblem)
        return "\([overview.project, overview.changes, overview.keyList, overview.snippet])"
    }

    // MARK: The page

    private var project: HTML {
        let meaning =
            switch profile {
            case .local: "production’s behaviour, made practical on one machine"
            case .emulator: "the official emulator’s behaviour, to the letter"
            case .production: "production’s behaviour and defaults"
            }
        let facts: [HTML] = [
            Controls.fact("Project ID", Self.copyable(request.project.rawValue)),
            Controls.fact("Project number", Self.copyable(request.call.settings.projectNumber)),
            Controls.fact("Profile", "<code>\(profile.rawValue)</code>: \(meaning)"),
        ]
        return Self.template.part("project").filled(["facts": "\(facts)"])
    }

    private static func copyable(_ text: String) -> HTML {
        template.part("copyable").filled(["text": "\(text)", "copy": Controls.copy(text)])
    }

    // MARK: What differs

    private var changes: HTML {
        let rows: [HTML] = deviations.map { deviation in
            Self.template.part("deviation").filled([
                "name": "\(deviation.name)", "label": "\(deviation.label)", "section": "\(deviation.section.title)",
                "url": "\(SettingsPage.path(deviation.section.id, request).text)",
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

    private var keyList: HTML {
        let path = SettingsPage.path("", request).below("keys")
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
            "key", "New key", value: enteredKey, problem: keyProblem, attributes: #" placeholder="a random one""#)
        return Self.template.part("keys").filled([
            "keys": "\(rows)", "url": "\(path.text)", "token": request.formToken, "field": field,
        ])
    }

    private var snippet: HTML {
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
            connectAuthEmulator(auth, \(literal(request.call.origin)));
            """
        return Self.template.part("snippet").filled(["code": "\(code)", "copy": Controls.copy(code)])
    }
}
