package import FirebreakModel
package import FirebreakOperations
import FirebreakStore
import FirebreakWire

/// Summarises a project (firebreak.md section 4). A project that was never written to is reported as empty.
package enum GetProject: ControlOperation {
    /// - Throws: Only storage errors.
    package static func run(_ request: NoParameters, _ call: ControlCall) async throws -> ProjectSummary {
        let settings = call.settings
        let expiry = call.expiryMoment
        let (counts, cursor) = try await call.project.read { tx in
            let counts = ProjectSummary.Counts(
                accounts: try tx.accountCount(), accountsWithTenants: try tx.totalAccountCount(),
                tenants: try tx.tenantCount(), messages: try tx.messageCount(),
                openCodes: try tx.openCodeCount(at: expiry))
            return (counts, try tx.lastMessageSeq())
        }
        return ProjectSummary(
            projectID: settings.project.rawValue, projectNumber: settings.projectNumber,
            profile: settings.profile.rawValue, counts: counts,
            clock: ClockState(settings.clock, at: call.services.now()),
            configDigest: digest(of: settings.config), outboxCursor: cursor, apiKeys: APIKeyEntry.all(of: call),
            expiresAt: ProjectEnd.text(of: settings.project, call))
    }

    private static func digest(of config: JSON) -> String {
        withUnsafeBytes(of: stableHash(config.text.utf8).bigEndian) { Hex.encode($0) }
    }
}
