import FirebreakOperations
import HTTPTypes

extension Route {
    /// v2: configuration of projects, tenants and identity providers (coverage.md rows 48–91).
    static let configuration: [Route] = projectConfiguration + tenants + identityProviders

    private static let projects = "identitytoolkit.projects."

    private static let projectConfiguration: [Route] =
        [
            .pending(.get, "/v2/defaultSupportedIdps", "identitytoolkit.defaultSupportedIdps.list"),
            .pending(.get, "/v2/passwordPolicy", "identitytoolkit.getPasswordPolicy"),
            .pending(.get, "/v2/recaptchaConfig", "identitytoolkit.getRecaptchaConfig"),
            .pending(
                .post, "/v2/projects/{targetProjectId}/identityPlatform:initializeAuth",
                projects + "identityPlatform.initializeAuth"),
        ]
        // Tools write the configuration under Google's older admin path, too (clients.md section 5).
        + ["/v2", "/admin/v2"].flatMap { base in
            [
                Route(.get, base + "/projects/{targetProjectId}/config", projects + "getConfig", GetConfig.self),
                Route(
                    .patch, base + "/projects/{targetProjectId}/config", projects + "updateConfig", UpdateConfig.self),
            ]
        }

    private static let tenantPath = "/v2/projects/{targetProjectId}/tenants/{tenantId}"

    private static let tenants: [Route] = [
        Route(.post, "/v2/projects/{targetProjectId}/tenants", projects + "tenants.create", CreateTenant.self),
        Route(.get, "/v2/projects/{targetProjectId}/tenants", projects + "tenants.list", ListTenants.self),
        Route(.get, tenantPath, projects + "tenants.get", GetTenant.self),
        Route(.patch, tenantPath, projects + "tenants.patch", UpdateTenant.self),
        Route(.delete, tenantPath, projects + "tenants.delete", DeleteTenant.self),
        .pending(.post, tenantPath + ":getIamPolicy", projects + "tenants.getIamPolicy"),
        .pending(.post, tenantPath + ":setIamPolicy", projects + "tenants.setIamPolicy"),
        .pending(.post, tenantPath + ":testIamPermissions", projects + "tenants.testIamPermissions"),
    ]

    private static let identityProviders: [Route] =
        ["defaultSupportedIdpConfigs", "inboundSamlConfigs", "oauthIdpConfigs"].flatMap { collection in
            family(collection, under: "/v2/projects/{targetProjectId}", id: projects)
                + family(collection, under: tenantPath, id: projects + "tenants.")
        }

    /// The five methods of a collection of provider configurations.
    private static func family(_ collection: String, under base: String, id: String) -> [Route] {
        let path = "\(base)/\(collection)"
        let id = "\(id)\(collection)"
        return [
            .pending(.post, path, "\(id).create"),
            .pending(.get, path, "\(id).list"),
            .pending(.get, "\(path)/{configId}", "\(id).get"),
            .pending(.patch, "\(path)/{configId}", "\(id).patch"),
            .pending(.delete, "\(path)/{configId}", "\(id).delete"),
        ]
    }
}
