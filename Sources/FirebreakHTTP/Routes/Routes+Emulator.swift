import FirebreakOperations
import HTTPTypes

extension Route {
    /// The reference's own API, which requires no credentials (emulator-api.md).
    static let emulator = config + scope(base) + scope(base + "/tenants/{tenantId}")

    private static let base = "/emulator/v1/projects/{targetProjectId}"

    private static let config = [
        Route(
            .get, base + "/config", "emulator.projects.config.get", host: nil, credential: .none,
            GetEmulatorConfig.self),
        Route(
            .patch, base + "/config", "emulator.projects.config.update", host: nil, credential: .none,
            UpdateEmulatorConfig.self
        ).with { $0.needsBody = true },
    ]

    /// What a project and a tenant both have.
    private static func scope(_ base: String) -> [Route] {
        [
            Route(
                .delete, base + "/accounts", "emulator.projects.accounts.delete", host: nil, credential: .none,
                DeleteAllAccounts.self),
            Route(
                .get, base + "/oobCodes", "emulator.projects.oobCodes.list", host: nil, credential: .none,
                ListOobCodes.self),
            Route(
                .delete, base + "/oobCodes", "emulator.projects.oobCodes.delete", host: nil, credential: .none,
                DeleteOobCodes.self
            ).with { $0.isAddedVerb = true },
            Route(
                .get, base + "/verificationCodes", "emulator.projects.verificationCodes.list", host: nil,
                credential: .none, ListVerificationCodes.self),
            Route(
                .delete, base + "/verificationCodes", "emulator.projects.verificationCodes.delete", host: nil,
                credential: .none, DeleteVerificationCodes.self
            ).with { $0.isAddedVerb = true },
        ]
    }
}
