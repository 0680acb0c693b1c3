import FirebreakOperations
import HTTPTypes

extension Route {
    /// v2: configuration of projects, tenants and identity providers (coverage.md section 4).
    static let configuration: [Route] = projectConfiguration + tenants + identityProviders

    private static let projects = "identitytoolkit.projects."

    private static let projectConfiguration: [Route] = [
        Route(
            .get, "/v2/defaultSupportedIdps", "identitytoolkit.defaultSupportedIdps.list",
            DefaultSupportedIdps.self),
        Route(.get, "/v2/passwordPolicy", "identitytoolkit.getPasswordPolicy", GetPasswordPolicy.self),
        Route(.get, "/v2/recaptchaConfig", "identitytoolkit.getRecaptchaConfig", GetRecaptchaConfig.self),
        Route(
            .post, "/v2/projects/{targetProjectId}/identityPlatform:initializeAuth",
            projects + "identityPlatform.initializeAuth", InitializeAuth.self),
        Route(.get, "/v2/projects/{targetProjectId}/config", projects + "getConfig", GetConfig.self),
        Route(.patch, "/v2/projects/{targetProjectId}/config", projects + "updateConfig", UpdateConfig.self),
    ]

    private static let tenantPath = "/v2/projects/{targetProjectId}/tenants/{tenantId}"

    private static let tenants: [Route] = [
        Route(.post, "/v2/projects/{targetProjectId}/tenants", projects + "tenants.create", CreateTenant.self),
        Route(.get, "/v2/projects/{targetProjectId}/tenants", projects + "tenants.list", ListTenants.self),
        Route(.get, tenantPath, projects + "tenants.get", GetTenant.self).with { $0.managesTenant = true },
        Route(.patch, tenantPath, projects + "tenants.patch", UpdateTenant.self).with { $0.managesTenant = true },
        Route(.delete, tenantPath, projects + "tenants.delete", DeleteTenant.self).with { $0.managesTenant = true },
        Route(.post, tenantPath + ":getIamPolicy", projects + "tenants.getIamPolicy", GetIAMPolicy.self)
            .with { $0.managesTenant = true },
        Route(.post, tenantPath + ":setIamPolicy", projects + "tenants.setIamPolicy", SetIAMPolicy.self)
            .with { $0.managesTenant = true },
        Route(
            .post, tenantPath + ":testIamPermissions", projects + "tenants.testIamPermissions",
            TestIAMPermissions.self
        ).with { $0.managesTenant = true },
    ]

    private static let identityProviders: [Route] =
        [("/v2/projects/{targetProjectId}", projects), (tenantPath, projects + "tenants.")].flatMap { base, id in
            family(DefaultSupportedIdpConfig.self, under: base, id: id)
                + family(InboundSamlConfig.self, under: base, id: id)
                + family(OAuthIdpConfig.self, under: base, id: id)
        }

    /// The five methods of a collection of provider configurations.
    private static func family<Kind: ProviderConfigKind>(
        _ kind: Kind.Type, under base: String, id: String
    ) -> [Route] {
        let path = "\(base)/\(Kind.collection)"
        let one = "\(path)/{\(configIDParameter)}"
        let id = "\(id)\(Kind.collection)"
        return [
            Route(.post, path, "\(id).create", CreateProviderConfig<Kind>.self)
                .with { $0.queryMembers = [Kind.idParameter] },
            Route(.get, path, "\(id).list", ListProviderConfigs<Kind>.self),
            Route(.get, one, "\(id).get", GetProviderConfig<Kind>.self),
            Route(.patch, one, "\(id).patch", UpdateProviderConfig<Kind>.self),
            Route(.delete, one, "\(id).delete", DeleteProviderConfig<Kind>.self),
        ].map { $0.with { $0.managesTenant = true } }
    }

    /// The path parameter that names a provider configuration.
    static let configIDParameter = "configId"
}
