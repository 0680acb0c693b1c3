import FirebreakStore
package import FirebreakWire

extension Services {
    /// The settings of a project and, if one is given, its tenant.
    ///
    /// - Throws: `INVALID_TENANT_ID` or `TENANT_DELETED` for a tenant that does not exist; profile `emulator` creates
    ///   it instead (wire.md section 6).
    package func settings(of project: Project, tenant: TenantID?) async throws -> EffectiveSettings {
        let settings = try await project.settings()
        guard let tenant else { return EffectiveSettings(project: settings, tenant: nil) }
        let record = try await tenantRecord(tenant, of: project, settings)
        return EffectiveSettings(
            project: settings,
            tenant: TenantSettings(id: tenant, document: record.document, profile: settings.profile))
    }

    /// The settings for a method that manages the tenant.
    ///
    /// - Throws: `INVALID_PROJECT_ID` while the project has no tenants, `TENANT_NOT_FOUND` for one that does not exist
    ///   (production.md section 14.1).
    package func settings(of project: Project, managed tenant: TenantID?) async throws -> EffectiveSettings {
        do {
            return try await settings(of: project, tenant: tenant)
        } catch let error as WireError where error == .invalidTenantID || error == .tenantDeleted {
            guard try await project.settings().allowsTenants else {
                throw WireError.invalidProjectID.because(.setting(.tenants))
            }
            guard let reason = error.reason else { throw WireError.tenantNotFound }
            throw WireError.tenantNotFound.because(reason)
        }
    }

    private func tenantRecord(
        _ tenant: TenantID, of project: Project, _ settings: ProjectSettings
    ) async throws -> TenantRecord {
        if let record = try await project.tenantRecord(tenant),
            !record.isDeleted || !settings.facts.createsTenantsOnMention
        {
            guard !record.isDeleted else { throw WireError.tenantDeleted.because(.deletedTenant(tenant)) }
            return record
        }
        guard settings.facts.createsTenantsOnMention else {
            throw WireError.invalidTenantID.because(.unknownTenant(tenant))
        }
        let record = try await project.write(at: settings.clock.time(at: now())) { tx in
            // A concurrent request may have created it in the meantime.
            if let record = try tx.tenantRecord(tenant), !record.isDeleted { return record }
            let record = TenantRecord(id: tenant, document: TenantDefaults.implicit)
            try tx.save(record)
            return record
        }
        return record
    }
}
