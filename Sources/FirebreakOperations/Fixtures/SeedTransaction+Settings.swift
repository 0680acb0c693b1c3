import FirebreakFixtures
import FirebreakStore
import FirebreakWire

/// Profile, clock, configuration, rules and tenants: what decides how everything else is taken.
extension SeedTransaction {
    /// Stores what the fixture says of the project itself.
    ///
    /// - Returns: The settings that the rest of the transaction goes by.
    mutating func settings() throws -> ProjectSettings {
        try storeProfile()
        if let clock = part.clock { try attempt(part.path / "clock") { seeding in try seeding.store(clock) } }
        let defaults = services.projects.defaults
        let profile = try defaults.documents(of: project.id, from: tx).profile
        if let config = part.config?.withoutNulls {
            try attempt(part.path / "config") { seeding in try seeding.store(config: config, profile) }
        }
        if !rules.isEmpty {
            try attempt(part.path / "rules") { seeding in try PatchRules.store(seeding.rules, profile, seeding.tx) }
        }
        return ProjectSettings(try defaults.documents(of: project.id, from: tx), .none)
    }

    /// A project keeps its profile for good, once there is something in it that was made under that.
    private mutating func storeProfile() throws {
        guard let name = part.profile, let profile = Profile(rawValue: name) else { return }
        let current = try services.projects.defaults.documents(of: project.id, from: tx).profile
        guard profile != current else { return }
        guard try tx.isEmpty else {
            return note(
                part.path / "profile",
                "the project has the profile \(current.rawValue) and is not empty; use strategy replace")
        }
        try tx.set(.profile, to: .string(profile.rawValue))
    }

    private func store(_ clock: ClockFixture) throws {
        try ProjectClock(showing: clock.at, isFrozen: clock.isFrozen, at: services.now()).store(in: tx)
    }

    /// Members that the fixture does not name stay.
    private func store(config: JSON, _ profile: Profile) throws {
        try ConfigShape.check(config, profile)
        let config = profile.isReference ? config : try PhoneSettings.normalizingTestNumbers(in: config)
        let stored = try tx.setting(.config) ?? ConfigDefaults.document(project.id, profile)
        let changed = config.merged(into: stored)
        if changed != stored { try tx.set(.config, to: changed) }
    }

    // MARK: Tenants

    /// Stores a tenant.
    ///
    /// - Returns: The settings of its part of the fixture; `nil` when it will not do.
    mutating func scope(of tenant: TenantFixture, _ call: Call) throws -> Scope? {
        guard call.scope.project.allowsTenants else {
            note(tenant.path, "tenants are off in this project: set config.multiTenant.allowTenants to true")
            return nil
        }
        let known = try tx.tenantRecord(tenant.id).flatMap { $0.isDeleted ? nil : $0 }
        guard known == nil || !isStrict else {
            note(tenant.path, "there is such a tenant already")
            return nil
        }
        var body = tenant.document.withoutNulls
        if known == nil, body["displayName"] == nil { body["displayName"] = .string(tenant.id.rawValue) }
        let document =
            known.map { body.merged(into: $0.document) } ?? TenantResource.document(from: body, call)
        if !call.profile.isReference {
            do throws(WireError) { try TenantResource.checkDisplayName(document["displayName"]?.stringValue) } catch {
                note(
                    tenant.path,
                    "displayName must be a letter and 3 to 19 letters, digits and hyphens; the tenant's ID is not that")
                return nil
            }
        }
        if document != known?.document { try tx.save(TenantRecord(id: tenant.id, document: document)) }
        return Scope(
            project: call.scope.project,
            tenant: TenantSettings(id: tenant.id, document: document, profile: call.profile))
    }

    // MARK: Identity providers

    func store(_ provider: ProviderFixture, _ call: Call, _ tx: Transaction) throws {
        let kind = ProviderConfigKinds.of(provider.id)
        try kind.check(id: provider.id)
        let body = ProviderConfigResource.document(from: provider.document, kind)
        let known = try tx.providerConfig(kind.collection, id: provider.id)
        guard known == nil || !isStrict else { throw WireError.configurationExists }
        let document = known.map { body.merged(into: $0.document) } ?? body
        try kind.check(document)
        guard document != known?.document else { return }
        try tx.save(ProviderConfigRecord(id: provider.id, document: document), in: kind.collection)
    }
}

extension JSON {
    /// Members of which one excludes the others, so that they are replaced as a whole.
    private static let wholes: Set<String> = ["smsRegionConfig"]

    /// `document` with this resource's members in place of its own, down to the innermost that are given.
    fileprivate func merged(into document: JSON) -> JSON {
        var result = document
        FieldMask(paths: paths(below: [])).applyProduction(self, to: &result)
        return result
    }

    private func paths(below path: [String]) -> [[String]] {
        guard let members = objectValue, !members.isEmpty, !Self.wholes.contains(path.last ?? "") else { return [path] }
        return members.flatMap { $0.value.paths(below: path + [$0.key]) }
    }
}
