import FirebreakOperations
import HTTPTypes

extension Route {
    /// The reference's own API, which requires no credentials (emulator-api.md).
    static let emulator: [Route] =
        [
            Route(
                .get, base + "/config", "emulator.projects.config.get", host: nil, credential: .none,
                GetEmulatorConfig.self),
            Route(
                .patch, base + "/config", "emulator.projects.config.update", host: nil, credential: .none,
                UpdateEmulatorConfig.self
            ).with { $0.needsBody = true },
        ]
        + [base, base + "/tenants/{tenantId}"].flatMap { base in
            [
                Route(
                    .delete, base + "/accounts", "emulator.projects.accounts.delete", host: nil, credential: .none,
                    DeleteAllAccounts.self),
                Route(
                    .get, base + "/oobCodes", "emulator.projects.oobCodes.list", host: nil, credential: .none,
                    ListOobCodes.self),
                Route(
                    .get, base + "/verificationCodes", "emulator.projects.verificationCodes.list", host: nil,
                    credential: .none, ListVerificationCodes.self),
            ]
        }

    private static let base = "/emulator/v1/projects/{targetProjectId}"
}
