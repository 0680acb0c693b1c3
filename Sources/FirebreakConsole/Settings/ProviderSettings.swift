import FirebreakControl
import FirebreakHTTP
import FirebreakOperations
import FirebreakPages
import FirebreakWire

/// Configurations of identity providers in the console's settings.
enum ProviderList {
    struct Provider: Sendable {
        var id: String
        var name: String
        /// `nil` where the provider has no configuration.
        var isEnabled: Bool?
        /// The client ID, the issuer or the entity ID.
        var detail: String
    }

    private static var template: Template { SettingsPanel.template }

    @Sendable static func show(_ request: ConsoleRequest) async throws -> RouteResponse {
        let settings = try await SettingsPage(.providers, request)
        return settings.answer(try await html(settings))
    }

    static func html(_ settings: SettingsPage) async throws -> HTML {
        let configured = try await configured(settings.request, tenant: settings.tenant)
        let known = DefaultSupportedIdps.known.map { provider in
            configured.first { $0.id == provider.id }
                ?? Provider(id: provider.id, name: provider.name, isEnabled: nil, detail: "")
        }
        func own(_ prefix: String) -> [Provider] { configured.filter { $0.id.startsWithBytes(of: prefix) } }
        let panels = [
            panel("known", "Well-known providers", detail: "Client ID", known, settings),
            panel(
                "oidc", "OpenID Connect", detail: "Issuer", own("oidc."), adding: ("oidc", "Add OpenID Connect"),
                settings),
            panel("saml", "SAML", detail: "Entity ID", own("saml."), adding: ("saml", "Add SAML"), settings),
        ]
        let rule = settings.request.call.settings.rules.providers
        let rules = SettingsPage.path("rules", settings.request).text
        let note: HTML =
            rule == .any
            ? "every provider can be used, configured or not"
            : "only enabled providers can be used"
        return """
            <p class="quiet">Rule <a href="\(rules)">providers</a> is <code>\(rule.rawValue)</code>: \(note).</p>
            \(panels)
            """
    }

    /// All configurations of the project or tenant.
    static func configured(_ request: ConsoleRequest, tenant: TenantID?) async throws -> [Provider] {
        var providers: [Provider] = []
        for kind in ProviderConfigKinds.all {
            for document in try await documents(kind, request, tenant) { providers.append(provider(document)) }
        }
        return providers
    }

    private static func documents<Kind: ProviderConfigKind>(
        _ kind: Kind.Type, _ request: ConsoleRequest, _ tenant: TenantID?
    ) async throws -> [JSON] {
        var documents: [JSON] = []
        var next: String?
        repeat {
            let parameters: JSON = next.map { ["pageToken": .string($0)] } ?? .emptyObject
            let page = try await request.runAsAdmin(ListProviderConfigs<Kind>.self, parameters, tenant: tenant)
            documents += page[Kind.collection]?.arrayValue ?? []
            next = page["nextPageToken"]?.stringValue
        } while next != nil
        return documents
    }

    private static func provider(_ document: JSON) -> Provider {
        let id = document["name"]?.stringValue?.separated(by: "/").last.map(String.init) ?? ""
        let detail = ["issuer", "idpConfig.idpEntityId", "clientId"].lazy
            .compactMap { document[path: $0]?.stringValue?.nonEmpty }.first
        let known = DefaultSupportedIdps.known.first { $0.id == id }?.name
        return Provider(
            id: id, name: document["displayName"]?.stringValue?.nonEmpty ?? known ?? id,
            isEnabled: document["enabled"]?.boolValue ?? false, detail: detail ?? "")
    }

    // MARK: The page

    /// A collection of configurations.
    ///
    /// - Parameters:
    ///   - detail: What ``Provider/detail`` is.
    ///   - adding: Where a provider is added; `nil` where all that there can be are listed.
    private static func panel(
        _ id: String, _ title: String, detail: String, _ providers: [Provider],
        adding: (id: String, label: String)? = nil, _ settings: SettingsPage
    ) -> HTML {
        let rows = providers.map { row($0, settings) }
        let action = adding.map { adding in
            template.part("link").filled([
                "url": "\(ProviderSettings.path(adding.id, settings).text)", "label": "\(adding.label)",
            ])
        }
        return template.part("providers").filled([
            "id": "\(id)", "title": "\(title)", "detail": "\(detail)", "action": action ?? "",
            "rows": rows.isEmpty ? template.part("noProviders").filled() : "\(rows)",
        ])
    }

    private static func row(_ provider: Provider, _ settings: SettingsPage) -> HTML {
        let path = ProviderSettings.path(provider.id, settings)
        let state =
            switch provider.isEnabled {
            case true?: Controls.badge("enabled", "success")
            case false?: Controls.badge("disabled", "warning")
            case nil: Controls.badge("not configured")
            }
        return template.part("provider").filled([
            "id": "\(provider.id)", "name": "\(provider.name)", "url": "\(path.text)", "state": state,
            "detail": "\(provider.detail)", "actions": actions(provider, path, settings.request),
        ])
    }

    private static func actions(_ provider: Provider, _ path: ConsolePath, _ request: ConsoleRequest) -> HTML {
        let hidden: HTML = #"<span class="visually-hidden"> \#(provider.name)</span>"#
        guard let isEnabled = provider.isEnabled else {
            return template.part("link").filled(["url": "\(path.text)", "label": "Set up\(hidden)"])
        }
        let change = Controls.button(
            isEnabled ? "Disable\(hidden)" : "Enable\(hidden)", to: path, kind: "small",
            fields: [("action", isEnabled ? "disable" : "enable")], request)
        let edit = template.part("link").filled(["url": "\(path.text)", "label": "Edit\(hidden)"])
        let delete = Controls.button(
            "Delete\(hidden)", to: path, kind: "small danger", fields: [("action", "delete")],
            confirm: "Delete the configuration of \(provider.name)?", request)
        return "\([edit, change, delete])"
    }
}

/// The configuration of an identity provider as a form.
struct ProviderSettings: Sendable {
    /// The ID in the path: of a configuration, or `oidc` or `saml` for a new one.
    private let id: String
    private let kind: any ProviderConfigKind.Type
    /// `nil` where there is none yet.
    private let document: JSON?
    let form: SettingsForm

    private static let newID = "configId"

    /// - Throws: ``ConsoleProblem`` for a provider that neither is configured nor can be.
    init(_ id: String, _ settings: SettingsPage) async throws {
        self.id = id
        let isNew = id == "oidc" || id == "saml"
        kind = ProviderConfigKinds.of(isNew ? id + "." : id)
        document = isNew ? nil : try await Self.document(id, kind, settings)
        guard isNew || document != nil || DefaultSupportedIdps.known.contains(where: { $0.id == id }) else {
            throw ConsoleProblem.notFound("There is no configuration of a provider \(id).")
        }
        var parts = Self.parts(of: id)
        if isNew {
            parts.insert(
                StoredSetting(
                    Self.newID, "ID", "Begins with <code>\(id).</code>; it cannot be changed later.", .line,
                    placeholder: "\(id).acme"), at: 0)
        }
        form = SettingsForm(parts, of: document ?? .emptyObject, defaults: document ?? .emptyObject)
    }

    private static func document<Kind: ProviderConfigKind>(
        _ id: String, _ kind: Kind.Type, _ settings: SettingsPage
    ) async throws -> JSON? {
        do {
            return try await settings.request.runAsAdmin(
                GetProviderConfig<Kind>.self, ["configId": .string(id)], tenant: settings.tenant)
        } catch let error as WireError where error == .configurationNotFound {
            return nil
        }
    }

    static func path(_ id: String, _ settings: SettingsPage) -> ConsolePath {
        SettingsPage.path("providers", settings.request).below(id).with([("tenant", settings.tenant?.rawValue)])
    }

    // MARK: Requests

    @Sendable static func show(_ request: ConsoleRequest) async throws -> RouteResponse {
        let settings = try await SettingsPage(.providers, request)
        let provider = try await ProviderSettings(request.parameter("id"), settings)
        return settings.answer(provider.html(settings, provider.atFirst))
    }

    /// Adds or changes a configuration; with `action` switches it or deletes it.
    @Sendable static func save(_ request: ConsoleRequest) async throws -> RouteResponse {
        let settings = try await SettingsPage(.providers, request)
        let provider = try await ProviderSettings(request.parameter("id"), settings)
        if let action = request.form["action"] {
            do { try await provider.perform(action, settings) } catch {
                let notice = try settings.notice(of: error)
                return settings.answer(try await ProviderList.html(settings), notice: notice)
            }
            return settings.saved(action == "delete" ? .settingsRemoved : .settingsSaved)
        }
        let entered = provider.form.entered(in: request.form)
        do { try await provider.save(entered, settings) } catch {
            let notice = try settings.notice(of: error)
            return settings.answer(
                provider.html(settings, entered, problem: settings.problem(of: error)), notice: notice)
        }
        return settings.saved()
    }

    // MARK: The form

    /// What the form begins with: who sets up a provider wants it on.
    private var atFirst: [String: String]? { document == nil ? ["enabled": "on"] : nil }

    private static func parts(of id: String) -> [any SettingPart] {
        let enabled = StoredSetting("enabled", "Enabled", "Users can sign in with it.", .box)
        let client = [
            StoredSetting("clientId", "Client ID", "The ID that the provider gave the app."),
            StoredSetting("clientSecret", "Client secret"),
        ]
        if id.startsWithBytes(of: "oidc") {
            let own: [any SettingPart] = [
                StoredSetting("displayName", Words.displayName), enabled,
                StoredSetting(
                    "issuer", "Issuer", "An <code>https</code> URL, which the provider’s documentation names."),
                ResponseType(),
            ]
            return own + client
        }
        if id.startsWithBytes(of: "saml") { return [StoredSetting("displayName", Words.displayName), enabled] + saml }
        return [enabled] + client + (id == "apple.com" ? apple : [])
    }

    private static let saml: [any SettingPart] = [
        StoredSetting("idpConfig.idpEntityId", "Entity ID of the provider", group: "Provider"),
        StoredSetting("idpConfig.ssoUrl", "Sign-in URL", group: "Provider"),
        SAMLCertificates(),
        StoredSetting("idpConfig.signRequest", "Requests are signed", "", .box, group: "Provider"),
        StoredSetting("spConfig.spEntityId", "Entity ID of the project", group: "Project"),
        StoredSetting(
            "spConfig.callbackUri", "Callback URL", "Where the provider sends its response.", group: "Project"),
    ]

    private static let apple: [any SettingPart] = [
        StoredSetting("appleSignInConfig.bundleIds", "Bundle IDs", "One on each line.", .list(rows: 2), group: "Apple"),
        StoredSetting("appleSignInConfig.codeFlowConfig.teamId", "Team ID", group: "Apple"),
        StoredSetting("appleSignInConfig.codeFlowConfig.keyId", "Key ID", group: "Apple"),
        StoredSetting("appleSignInConfig.codeFlowConfig.privateKey", "Private key", "", .text(rows: 4), group: "Apple"),
    ]

    func html(
        _ settings: SettingsPage, _ entered: [String: String]? = nil, problem: SettingProblem? = nil
    ) -> HTML {
        var page = SettingsPanel.Form(
            id: "provider", title: title, settings: form.shown(entered, problem: problem),
            path: Self.path(id, settings))
        page.submit = document == nil ? "Add provider" : "Save"
        page.canReset = false
        page.more = #"<a class="button" href="\#(settings.path.text)">Cancel</a>"#
        let form = SettingsPanel.form(page, settings.request)
        let certificate = document?[path: "spConfig.spCertificates"]?.arrayValue?.first
        guard let text = certificate?["x509Certificate"]?.stringValue, let end = certificate?["expiresAt"]?.stringValue
        else { return form }
        return "\(form)\(Self.certificate(text, end: end))"
    }

    private var title: String {
        switch id {
        case "oidc": "New OpenID Connect provider"
        case "saml": "New SAML provider"
        default: DefaultSupportedIdps.known.first { $0.id == id }?.name ?? id
        }
    }

    // MARK: Saving

    func save(_ entered: [String: String], _ settings: SettingsPage) async throws {
        var change = SettingsChange(clearsByAbsence: true)
        try form.write(entered, to: &change)
        if document == nil {
            let newID = entered[Self.newID] ?? id
            try await create(kind, newID, change.body, settings)
        } else if !change.paths.isEmpty {
            try await update(kind, change, settings)
        }
    }

    func perform(_ action: String, _ settings: SettingsPage) async throws {
        switch action {
        case "enable", "disable":
            var change = SettingsChange(clearsByAbsence: true)
            change.set(.bool(action == "enable"), at: "enabled", empty: false)
            try await update(kind, change, settings)
        case "delete": try await delete(kind, settings)
        default: throw ConsoleProblem.notFound("There is no such action.")
        }
    }

    private func create<Kind: ProviderConfigKind>(
        _ kind: Kind.Type, _ id: String, _ body: JSON, _ settings: SettingsPage
    ) async throws {
        var parameters = body
        parameters[Self.newID] = nil
        parameters[Kind.idParameter] = .string(id)
        _ = try await settings.request.runAsAdmin(CreateProviderConfig<Kind>.self, parameters, tenant: settings.tenant)
    }

    private func update<Kind: ProviderConfigKind>(
        _ kind: Kind.Type, _ change: SettingsChange, _ settings: SettingsPage
    ) async throws {
        var parameters = change.body
        parameters["configId"] = .string(id)
        parameters["updateMask"] = .string(change.paths.joined(separator: ","))
        _ = try await settings.request.runAsAdmin(UpdateProviderConfig<Kind>.self, parameters, tenant: settings.tenant)
    }

    private func delete<Kind: ProviderConfigKind>(_ kind: Kind.Type, _ settings: SettingsPage) async throws {
        _ = try await settings.request.runAsAdmin(
            DeleteProviderConfig<Kind>.self, ["configId": .string(id)], tenant: settings.tenant)
    }

    /// The certificate of signed SAML requests.
    private static func certificate(_ text: String, end: String) -> HTML {
        SettingsPanel.panel(
            id: "certificate", title: "Signed requests", introduction: "",
            SettingsPanel.template.part("certificate").filled(["text": "\(text)", "end": TimeText.html(end)]))
    }
}

/// What an OpenID Connect provider answers: `responseType`, of which one member is true.
private struct ResponseType: SettingPart {
    let paths = ["responseType"]

    var fields: [SettingField] {
        [
            SettingField(
                "responseType", "Response type", "A code needs the client secret.",
                .choice([.init("idToken", "ID token"), .init("code", "code")]))
        ]
    }

    func values(of document: JSON) -> [String: String] {
        ["responseType": document[path: "responseType.code"] == true ? "code" : "idToken"]
    }

    func write(_ values: [String: String], to change: inout SettingsChange) {
        change.set([values["responseType"] ?? "idToken": true], at: "responseType", empty: empty)
    }
}

/// The certificates of a SAML provider, each an object of a list.
private struct SAMLCertificates: SettingPart {
    let paths = ["idpConfig.idpCertificates"]
    var empty: JSON { [] }

    private static let end = "-----END CERTIFICATE-----"

    var fields: [SettingField] {
        [
            SettingField(
                "idpConfig.idpCertificates", "Certificates", "Its responses are signed with one of them: PEM.",
                .text(rows: 6), group: "Provider")
        ]
    }

    func values(of document: JSON) -> [String: String] {
        let certificates = document[path: "idpConfig.idpCertificates"]?.arrayValue ?? []
        let texts = certificates.compactMap { $0["x509Certificate"]?.stringValue?.withPlainLineBreaks.trimmed }
        return ["idpConfig.idpCertificates": texts.joined(separator: "\n")]
    }

    func write(_ values: [String: String], to change: inout SettingsChange) {
        var rest = (values["idpConfig.idpCertificates"] ?? "")[...]
        var certificates: [JSON] = []
        while let end = rest.firstRange(of: Self.end) {
            certificates.append(["x509Certificate": .string(String(rest[..<end.upperBound]).trimmed)])
            rest = rest[end.upperBound...]
        }
        // Without the lines around it, which the method takes as well.
        if let text = String(rest).trimmed.nonEmpty { certificates.append(["x509Certificate": .string(text)]) }
        change.set(.array(certificates), at: "idpConfig.idpCertificates", empty: empty)
    }
}
