import FirebreakControl
import FirebreakOperations
import FirebreakPages
import FirebreakWire

/// Configurations of identity providers in the console's settings.
enum ProviderViews {
    // MARK: The list

    @Sendable static func list(_ visit: ConsoleVisit) async throws -> RouteResponse {
        let settings = try await SettingsVisit(.providers, visit)
        return settings.answer(try await html(settings))
    }

    private static func html(_ settings: SettingsVisit) async throws -> HTML {
        let configured = try await configured(settings.visit, tenant: settings.tenant)
        let known = DefaultSupportedIdps.known.map { provider in
            configured.first { $0.id == provider.id }
                ?? ProviderPages.Provider(id: provider.id, name: provider.name, isEnabled: nil, detail: "")
        }
        func own(_ prefix: String) -> [ProviderPages.Provider] { configured.filter { $0.id.begins(with: prefix) } }
        let collections = [
            ProviderPages.Collection(id: "known", title: "Well-known", detail: "Client ID", providers: known),
            ProviderPages.Collection(
                id: "oidc", title: "OpenID Connect", detail: "Issuer", providers: own("oidc."),
                adding: ("oidc", "Add OpenID Connect")),
            ProviderPages.Collection(
                id: "saml", title: "SAML", detail: "Entity ID", providers: own("saml."),
                adding: ("saml", "Add SAML")),
        ]
        let rule = settings.visit.call.settings.rules.providers
        let rules = SettingsFrame.path("rules", settings.context).text
        let note: HTML =
            rule == .any
            ? "every provider can be used, configured or not"
            : "only enabled providers can be used"
        return """
            <p class="quiet">Rule <a href="\(rules)">providers</a> is <code>\(rule.rawValue)</code>: \(note).</p>
            \(ProviderPages.list(collections, tenant: settings.tenant?.rawValue, settings.context))
            """
    }

    /// All configurations of the project or tenant.
    static func configured(_ visit: ConsoleVisit, tenant: TenantID?) async throws -> [ProviderPages.Provider] {
        var providers: [ProviderPages.Provider] = []
        for kind in ProviderConfigKinds.all {
            for document in try await documents(kind, visit, tenant) { providers.append(provider(document)) }
        }
        return providers
    }

    private static func documents<Kind: ProviderConfigKind>(
        _ kind: Kind.Type, _ visit: ConsoleVisit, _ tenant: TenantID?
    ) async throws -> [JSON] {
        var documents: [JSON] = []
        var next: String?
        repeat {
            let request: JSON = next.map { ["pageToken": .string($0)] } ?? .emptyObject
            let page = try await visit.runAsAdmin(ListProviderConfigs<Kind>.self, request, tenant: tenant)
            documents += page[Kind.collection]?.arrayValue ?? []
            next = page["nextPageToken"]?.stringValue
        } while next != nil
        return documents
    }

    private static func provider(_ document: JSON) -> ProviderPages.Provider {
        let id = document["name"]?.stringValue?.separated(by: "/").last.map(String.init) ?? ""
        let detail = ["issuer", "idpConfig.idpEntityId", "clientId"].lazy
            .compactMap { document[path: $0]?.stringValue?.nonEmpty }.first
        let known = DefaultSupportedIdps.known.first { $0.id == id }?.name
        return ProviderPages.Provider(
            id: id, name: document["displayName"]?.stringValue?.nonEmpty ?? known ?? id,
            isEnabled: document["enabled"]?.boolValue ?? false, detail: detail ?? "")
    }

    // MARK: One configuration

    @Sendable static func one(_ visit: ConsoleVisit) async throws -> RouteResponse {
        let settings = try await SettingsVisit(.providers, visit)
        let provider = try await ProviderSettings(visit.parameter("id"), settings)
        return settings.answer(provider.html(settings))
    }

    /// Adds or changes a configuration; with `action` switches it or deletes it.
    @Sendable static func save(_ visit: ConsoleVisit) async throws -> RouteResponse {
        let settings = try await SettingsVisit(.providers, visit)
        let provider = try await ProviderSettings(visit.parameter("id"), settings)
        if let action = visit.form["action"] {
            do { try await provider.perform(action, settings) } catch {
                return settings.answer(try await html(settings), notice: try settings.notice(of: error))
            }
            return settings.saved(action == "delete" ? .settingsRemoved : .settingsSaved)
        }
        let entered = provider.form.entered(in: visit.form)
        do { try await provider.save(entered, settings) } catch {
            let notice = try settings.notice(of: error)
            return settings.answer(provider.html(settings, entered, problem: error as? SettingProblem), notice: notice)
        }
        return settings.saved()
    }
}
