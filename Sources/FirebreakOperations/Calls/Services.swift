package import FirebreakCredentials
package import FirebreakStore
package import FirebreakWire
package import Logging
import Synchronization

/// The dependencies of operations; created once per server and passed down. A class, because every call carries it.
package final class Services: Sendable {
    package let storage: Storage
    package let projects: ProjectRegistry
    /// Holds the key that signs tokens.
    package let signer: TokenSigner
    package let defaultProject: ProjectID
    package let profile: Profile
    package let unknownKeys: UnknownKeys
    package let singleProject: SingleProject
    /// Whether the log has said that paths and keys mean different projects, or keys turned out to be told apart.
    let knowsOtherProjects = Atomic<Bool>(false)
    /// The token of admins on other machines instead of `owner`; `nil` if they may use `owner` as well.
    package let adminToken: String?
    /// The server's time; projects have clocks of their own on top of it.
    package let now: @Sendable () -> Timestamp
    package let logger: Logger
    package let passwordHashes: PasswordHashing
    /// Runs work that would block the other connections of an event loop.
    package let workers: WorkerExecutor
    /// Calls blocking functions.
    package let send: OutgoingRequest.Sender
    /// Takes requests to deliver later, in order and with retries.
    package let announce: @Sendable ([OutgoingRequest]) -> Void
    /// Finds functions that no project configures; `nil` where there are none.
    package let functions: (any FunctionsFinder)?
    /// Where messages go besides the outbox.
    package let deliveries: MessageDeliveries

    package init(
        storage: Storage, projects: ProjectRegistry, signer: TokenSigner, defaultProject: ProjectID,
        profile: Profile, unknownKeys: UnknownKeys, singleProject: SingleProject = .off, adminToken: String? = nil,
        now: @escaping @Sendable () -> Timestamp,
        logger: Logger, passwordHashes: WorkerExecutor = .passwordHashes,
        workers: WorkerExecutor = .bulk,
        send: @escaping OutgoingRequest.Sender,
        announce: @escaping @Sendable ([OutgoingRequest]) -> Void,
        functions: (any FunctionsFinder)? = nil,
        deliveries: MessageDeliveries = .none
    ) {
        self.storage = storage
        self.projects = projects
        self.signer = signer
        self.defaultProject = defaultProject
        self.profile = profile
        self.unknownKeys = unknownKeys
        self.singleProject = singleProject
        self.adminToken = adminToken
        self.now = now
        self.logger = logger
        self.passwordHashes = PasswordHashing(passwordHashes)
        self.workers = workers
        self.send = send
        self.announce = announce
        self.functions = functions
        self.deliveries = deliveries
    }
}

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
            !record.isDeleted || !settings.behavior.createsTenantsOnMention
        {
            guard !record.isDeleted else { throw WireError.tenantDeleted.because(.deletedTenant(tenant)) }
            return record
        }
        guard settings.behavior.createsTenantsOnMention else {
            throw WireError.invalidTenantID.because(.unknownTenant(tenant))
        }
        let record = try await project.write(at: settings.clock.time(at: now())) { tx in
            // A concurrent request may have created it in the meantime.
            if let record = try tx.tenantRecord(tenant), !record.isDeleted { return record }
            try Limit.tenants.check(try tx.tenantCount() + 1)
            let record = TenantRecord(id: tenant, document: TenantDefaults.implicit)
            try tx.save(record)
            return record
        }
        return record
    }
}
