import FirebreakPages
import FirebreakWire

/// Configurations of identity providers in the settings.
enum ProviderPages {
    struct Provider: Sendable {
        var id: String
        var name: String
        /// `nil` where the provider has no configuration.
        var isEnabled: Bool?
        /// The client ID, the issuer or the entity ID.
        var detail: String
    }

    /// A collection of configurations.
    struct Collection: Sendable {
        var id: String
        var title: String
        /// What ``Provider/detail`` is.
        var detail: String
        var providers: [Provider]
        /// Where a provider is added; `nil` where all that there can be are listed.
        var adding: (id: String, label: String)?
    }

    private static var template: Template { SettingsPages.template }

    static func path(_ id: String, tenant: String?, _ context: ConsoleContext) -> ConsolePath {
        SettingsFrame.path("providers", context).below(id).with([("tenant", tenant)])
    }

    static func list(_ collections: [Collection], tenant: String?, _ context: ConsoleContext) -> HTML {
        let parts: [HTML] = collections.map { collection in
            let rows = collection.providers.map { row($0, tenant: tenant, context) }
            let action = collection.adding.map { adding in
                template.part("link").filled([
                    "url": "\(path(adding.id, tenant: tenant, context).text)", "label": "\(adding.label)",
                ])
            }
            return template.part("providers").filled([
                "id": "\(collection.id)", "title": "\(collection.title)", "detail": "\(collection.detail)",
                "action": action ?? "",
                "rows": rows.isEmpty ? template.part("noProviders").filled() : "\(rows)",
            ])
        }
        return "\(parts)"
    }

    private static func row(_ provider: Provider, tenant: String?, _ context: ConsoleContext) -> HTML {
        let path = path(provider.id, tenant: tenant, context)
        let state =
            switch provider.isEnabled {
            case true?: Controls.badge("enabled", "success")
            case false?: Controls.badge("disabled", "warning")
            case nil: Controls.badge("not configured")
            }
        return template.part("provider").filled([
            "id": "\(provider.id)", "name": "\(provider.name)", "url": "\(path.text)", "state": state,
            "detail": "\(provider.detail)", "actions": actions(provider, path, context),
        ])
    }

    private static func actions(_ provider: Provider, _ path: ConsolePath, _ context: ConsoleContext) -> HTML {
        let hidden: HTML = #"<span class="visually-hidden"> \#(provider.name)</span>"#
        guard let isEnabled = provider.isEnabled else {
            return template.part("link").filled(["url": "\(path.text)", "label": "Set up\(hidden)"])
        }
        let change = Controls.button(
            isEnabled ? "Disable\(hidden)" : "Enable\(hidden)", to: path, kind: "small",
            fields: [("action", isEnabled ? "disable" : "enable")], context)
        let edit = template.part("link").filled(["url": "\(path.text)", "label": "Edit\(hidden)"])
        let delete = Controls.button(
            "Delete\(hidden)", to: path, kind: "small danger", fields: [("action", "delete")],
            confirm: "Delete the configuration of \(provider.name)?", context)
        return "\([edit, change, delete])"
    }

    /// The certificate of signed SAML requests.
    static func certificate(_ text: String, end: String) -> HTML {
        SettingsPages.panel(
            id: "certificate", title: "Signed requests", introduction: "",
            template.part("certificate").filled(["text": "\(text)", "end": TimeText.html(end)]))
    }
}
