package import FirebreakDiscovery

/// Google's resources as far as a document can set them: without what only answers have, but with the hash
/// configuration, which is read-only in production alone.
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

    /// How the password hashes of a project's users were made: an import request without what else it says.
    package static let passwordHash = DiscoveryMessages.v1["GoogleCloudIdentitytoolkitV1UploadAccountRequest"]
        .settable().without(["allowOverwrite", "delegatedProjectNumber", "sanityCheck", "tenantId", "users"])

    /// The document says which provider it is by the key.
    private static func provider(_ resource: AdminResource) -> MessageShape {
        resource.shape.settable().without(["name"])
    }
}
