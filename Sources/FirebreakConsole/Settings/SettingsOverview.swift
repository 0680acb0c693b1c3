import FirebreakModel
import FirebreakPages
import FirebreakWire

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

    func html(_ context: ConsoleContext) -> HTML {
        "\([project(context), changes(context), keyList(context), snippet(context)])"
    }

    private func project(_ context: ConsoleContext) -> HTML {
        let meaning =
            switch profile {
            case .local: "production’s behaviour, made practical on one machine"
            case .emulator: "the official emulator’s behaviour, to the letter"
            case .production: "production’s behaviour and defaults"
            }
        let facts: [HTML] = [
            Controls.fact("Project ID", Self.copyable(context.project.rawValue)),
            Controls.fact("Project number", Self.copyable(projectNumber)),
            Controls.fact("Profile", "<code>\(profile.rawValue)</code>: \(meaning)"),
        ]
        return Self.template.part("project").filled(["facts": "\(facts)"])
    }

    private static func copyable(_ text: String) -> HTML {
        template.part("copyable").filled(["text": "\(text)", "copy": Controls.copy(text)])
    }

    // MARK: What differs

    private func changes(_ context: ConsoleContext) -> HTML {
        let rows: [HTML] = deviations.map { deviation in
            Self.template.part("deviation").filled([
                "name": "\(deviation.name)", "label": "\(deviation.label)", "section": "\(deviation.section.title)",
                "url": "\(SettingsFrame.path(deviation.section.id, context).text)",
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

    private func keyList(_ context: ConsoleContext) -> HTML {
        let path = SettingsFrame.path("", context).below("keys")
        let rows: [HTML] = keys.map { key in
            let action =
                key.derived
                ? Controls.badge("derived")
                : Controls.button(
                    #"Delete<span class="visually-hidden"> \#(key.key)</span>"#, to: path, kind: "small danger",
                    fields: [("remove", key.key)],
                    confirm: "Delete this key? Apps that use it then reach the default project.", context)
            return Self.template.part("key").filled([
                "key": "\(key.key)", "copy": Controls.copy(key.key), "action": action,
            ])
        }
        let field = Controls.field(
            "key", "New key", value: enteredKey, attributes: #" placeholder="a random one""#)
        return Self.template.part("keys").filled([
            "keys": "\(rows)", "url": "\(path.text)", "token": context.token, "field": field,
        ])
    }

    private func snippet(_ context: ConsoleContext) -> HTML {
        func literal(_ text: String) -> String { JSON.string(text).text }
        let project = context.project.rawValue
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
