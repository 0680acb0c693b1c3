import FirebreakControl
import FirebreakHTTP
import FirebreakOperations
import FirebreakPages
import FirebreakWire

/// What settings are read from and stored in: a document, and the method that changes it.
struct SettingsScope: Sendable {
    enum Target: Sendable, Equatable {
        case project
        case tenant(TenantID)
        case rules
    }

    let target: Target
    let profile: Profile
    let document: JSON
    /// What the profile starts with.
    let defaults: JSON
    /// What the Functions emulator has.
    var foundFunctions: FoundFunctions?
    /// What a reset leads to: for rules also what the command line says.
    private let starting: JSON

    static func project(_ request: ConsoleRequest) -> SettingsScope {
        let settings = request.call.settings
        var document = settings.config
        var defaults = request.call.project.startingConfig(in: settings.profile)
        let callback = document[path: "notification.sendEmail.callbackUri"]?.stringValue
        if callback == ConfigDefaults.callbackURI(settings.project),
            var mail = document[path: "notification.sendEmail"],
            var notification = document["notification"]
        {
            // Written back, the default is still the default.
            mail["callbackUri"] = nil
            notification["sendEmail"] = mail
            document["notification"] = notification
        }
        if !settings.profile.behavior.modelsConfiguration {
            // It stores no list until it is changed.
            let domains = request.call.project.startingDomains(in: settings.profile).map(JSON.string)
            defaults["authorizedDomains"] = .array(domains)
            if document["authorizedDomains"] == nil { document["authorizedDomains"] = .array(domains) }
        }
        return SettingsScope(
            target: .project, profile: settings.profile, document: document, defaults: defaults,
            foundFunctions: request.call.services.functions?.latest, starting: defaults)
    }

    /// - Throws: `TENANT_NOT_FOUND`
    static func tenant(_ id: TenantID, _ request: ConsoleRequest) async throws -> SettingsScope {
        let settings = try await request.adminCall(tenant: id).settings
        let document = settings.tenant?.document ?? .emptyObject
        var defaults = TenantDefaults.explicit(in: settings.project)
        // Its name has no default.
        defaults["displayName"] = document["displayName"]
        return SettingsScope(
            target: .tenant(id), profile: settings.profile, document: document, defaults: defaults, starting: defaults)
    }

    static func rules(_ request: ConsoleRequest) throws -> SettingsScope {
        let settings = request.call.settings
        return SettingsScope(
            target: .rules, profile: settings.profile, document: settings.rules.document,
            defaults: Rules(profile: settings.profile).document,
            starting: try request.call.project.startingRules(in: settings.profile).document)
    }

    /// Whether the command line gave all projects another rule than the profile has.
    func isGivenByServer(_ rule: String) -> Bool { starting[rule] != defaults[rule] }

    /// Whether there is more than the few settings that the reference knows.
    var hasAllSettings: Bool { profile.behavior.modelsConfiguration }

    var tenant: TenantID? {
        guard case .tenant(let id) = target else { return nil }
        return id
    }

    /// A change to this document that does nothing yet.
    var change: SettingsChange {
        SettingsChange(clearsByAbsence: target == .rules || hasAllSettings)
    }

    func form(_ parts: [any SettingPart]) -> SettingsForm { SettingsForm(parts, of: document, defaults: defaults) }

    /// A change that puts settings back.
    func reset(_ name: String, of form: SettingsForm) -> SettingsChange {
        var change = change
        // Rules that are not stored follow profile and command line.
        (target == .rules
            ? SettingsForm(form.parts, of: document, defaults: .emptyObject, comparison: starting) : form)
            .reset(name, in: &change)
        return change
    }

    // MARK: Saving

    /// Saves what was entered in a form.
    func save(_ entered: [String: String], of form: SettingsForm, _ request: ConsoleRequest) async throws {
        var change = change
        try form.write(entered, to: &change)
        try await save(change, request)
    }

    func save(_ change: SettingsChange, _ request: ConsoleRequest) async throws {
        guard !change.paths.isEmpty else { return }
        var parameters = change.body
        parameters["updateMask"] = .string(change.paths.joined(separator: ","))
        switch target {
        case .project: _ = try await request.runAsAdmin(UpdateConfig.self, parameters)
        case .tenant(let id): _ = try await request.runAsAdmin(UpdateTenant.self, parameters, tenant: id)
        case .rules: try await saveRules(change, request)
        }
    }

    /// The fields of the form have whole documents, which the method merges into the stored ones.
    private func saveRules(_ change: SettingsChange, _ request: ConsoleRequest) async throws {
        var patch = JSON.emptyObject
        var withoutRemoved = JSON.emptyObject
        for name in change.paths {
            var value = change.body[name] ?? .null
            for member in document[name]?.objectValue ?? []
            where value.objectValue != nil && name != "messageWebhook" && name != "accountEvents" {
                guard value[member.key] == nil else { continue }
                // A lifetime or limit that is left out is as in the profile again, a key is gone.
                if let standard = defaults[name]?[member.key] {
                    value[member.key] = standard
                } else {
                    withoutRemoved[name] = value
                }
            }
            patch[name] = value
        }
        _ = try await request.run(PatchRules.self, patch)
        guard let removed = withoutRemoved.objectValue, !removed.isEmpty else { return }
        // They are known to be valid now, so nothing is lost between the two.
        _ = try await request.run(PatchRules.self, .object(removed.map { JSON.Member($0.key, .null) }))
        _ = try await request.run(PatchRules.self, withoutRemoved)
    }
}
