import FirebreakFixtures
import FirebreakOperations
import FirebreakStore
import FirebreakWire

/// Profile, clock, configuration, rules and tenants: what decides how everything else is taken.
extension FixtureTransaction {
    /// Stores what the fixture says of the project itself.
    ///
    /// - Returns: The settings that the rest of the transaction goes by.
    mutating func settings() throws -> ProjectSettings {
        if let clock = part.clock { try attempt(part.path / "clock") { seeding in try seeding.store(clock) } }
        let current = try currentSettings()
        if let config = part.config { try store(config: right(config.withoutNulls, at: part.path / "config"), current) }
        for rule in rules {
            try attempt(part.path / "rules" / rule.key) { seeding in
                try PatchRules.store([rule], current.profile, seeding.tx)
            }
        }
        return try currentSettings()
    }

    /// Stores a configuration. One that will not do is tried member by member, so that each problem is told.
    private mutating func store(config: JSON, _ current: ProjectSettings) throws {
        let known = problems.count
        let path = part.path / "config"
        try attempt(path) { seeding in try seeding.stored(config: config, current) }
        guard problems.count > known, let members = config.objectValue, members.count > 1 else { return }
        let whole = problems.count
        for member in members {
            try attempt(path / member.key) { seeding in
                try seeding.stored(config: .object([member]), try seeding.currentSettings())
            }
        }
        // Problems of the members say more than that of the whole, if there are any.
        if problems.count > whole { forgetProblems(known..<whole) }
    }

    private func currentSettings() throws -> ProjectSettings {
        var documents = try services.projects.defaults.documents(of: project.id, from: tx)
        // A fixture's messages are no calls: they are not for faults.
        documents.faults = []
        return ProjectSettings(documents, .none)
    }

    /// The project's, as the transaction has it.
    func profile() throws -> Profile { try services.projects.defaults.documents(of: project.id, from: tx).profile }

    /// A project keeps its profile for good, once there is something in it that was made under that.
    ///
    /// - Returns: Whether the project has the profile that the fixture is for.
    mutating func storeProfile() throws -> Bool {
        guard let name = part.profile, let profile = Profile(rawValue: name) else { return true }
        let current = try self.profile()
        guard profile != current else { return true }
        guard try tx.isEmpty else {
            note(
                part.path / "profile",
                "the project has the profile \(current.rawValue) and is not empty; use strategy replace")
            return false
        }
        try tx.set(.profile, to: .string(profile.rawValue))
        return true
    }

    private func store(_ clock: ClockFixture) throws {
        try ProjectClock(showing: clock.at, isFrozen: clock.isFrozen, at: services.now()).store(in: tx)
    }

    /// Members that the fixture does not name stay.
    private func stored(config: JSON, _ settings: ProjectSettings) throws {
        var document = settings.config
        try ConfigChange(config, .leaves, settings).apply(to: &document, at: settings.clock.time(at: services.now()))
        try Limit.configuration.check(document, before: settings.config)
        if document != settings.config { try tx.set(.config, to: document) }
    }

    // MARK: Tenants

    /// Stores a tenant.
    ///
    /// - Returns: The settings of its part of the fixture; `nil` when it will not do.
    mutating func scope(of tenant: TenantFixture, _ call: OperationContext) throws -> EffectiveSettings? {
        guard call.settings.project.allowsTenants else {
            guard !areSettingsWrong else { return nil }
            note(tenant.path, "tenants are off in this project: set config.multiTenant.allowTenants to true")
            return nil
        }
        let known = try tx.tenantRecord(tenant.id).flatMap { $0.isDeleted ? nil : $0 }
        guard known == nil || !isStrict else {
            note(tenant.path, "there is such a tenant already")
            return nil
        }
        var body = right(tenant.document.withoutNulls, at: tenant.path)
        if known == nil, body["displayName"] == nil { body["displayName"] = .string(tenant.id.rawValue) }
        if call.behavior.namesTenants {
            let name = body["displayName"] ?? known?.document["displayName"]
            do throws(WireError) { try TenantDisplayName.check(name?.stringValue) } catch {
                let rule = "must be a letter and 3 to 19 letters, digits and hyphens"
                if tenant.document["displayName"] == nil {
                    note(tenant.path, "displayName \(rule); the tenant's ID is not that")
                } else {
                    note(tenant.path / "displayName", rule)
                }
                return nil
            }
        }
        var document: JSON?
        try attempt(tenant.path) { seeding in
            let call = call.scoped(to: seeding.scope(tenant.id, known?.document ?? .emptyObject, call))
            document = try TenantChange(body, .leaves, call).document(after: known?.document)
        }
        guard let document else { return nil }
        if known == nil, try !Limit.tenants.allows(tx.tenantCount() + 1) {
            note(tenant.path, Limit.tenants.sentence)
            return nil
        }
        if document != known?.document { try tx.save(TenantRecord(id: tenant.id, document: document)) }
        return scope(tenant.id, document, call)
    }

    private func scope(_ tenant: TenantID, _ document: JSON, _ call: OperationContext) -> EffectiveSettings {
        EffectiveSettings(
            project: call.settings.project,
            tenant: TenantSettings(id: tenant, document: document, profile: call.profile))
    }

    // MARK: Identity providers

    func store(_ provider: ProviderFixture, _ call: OperationContext, _ tx: Transaction) throws {
        let kind = ProviderConfigKinds.of(provider.id)
        try kind.check(id: provider.id, call.profile)
        let body = ProviderConfigResource.document(from: provider.document, kind)
        let known = try tx.providerConfig(kind.collection, id: provider.id)
        guard known == nil || !isStrict else {
            throw WireError.configurationExists(provider.id, resource: kind.resourceName)
        }
        var document = known?.document ?? .emptyObject
        ProviderConfigResource.merge(body, into: &document, kind)
        try kind.check(document)
        guard document != known?.document else { return }
        try Limit.provider.check(document, before: known?.document)
        if known == nil { try Limit.providers.check(try tx.providerConfigCount() + 1) }
        try tx.save(ProviderConfigRecord(id: provider.id, document: document), in: kind.collection)
    }
}
