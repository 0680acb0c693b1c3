package import FirebreakDiscovery

/// Google's resources as far as a document can set them: without output-only members, but with the hash configuration,
/// which is read-only in production only.
package enum FixtureShapes {
    /// A project's configuration.
    package static let config = AdminResource.config.shape.settable(keeping: ["hashConfig"])

    package static let tenant = AdminResource.tenant.shape.settable(keeping: ["hashConfig"])

    /// `oidc.acme`.
    package static let oauthProvider = provider(.oauthIdpConfig)

    /// `saml.acme`.
    package static let samlProvider = provider(.inboundSamlConfig)

    /// `google.com`.
    package static let knownProvider = provider(.defaultSupportedIdpConfig)

    /// How the password hashes of a project's users were made: the hash members of an import request.
    static let passwordHash = DiscoveryMessages.v1["GoogleCloudIdentitytoolkitV1UploadAccountRequest"]
        .settable().without(["allowOverwrite", "delegatedProjectNumber", "sanityCheck", "tenantId", "users"])

    /// The key in the document names the provider.
    private static func provider(_ resource: AdminResource) -> MessageShape {
        resource.shape.settable().without(["name"])
    }
}
