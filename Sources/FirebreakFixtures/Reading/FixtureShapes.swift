package import FirebreakDiscovery

/// Google's resources as far as a document can set them: without output-only members, but with the hash configuration,
/// which is read-only in production only.
package enum FixtureShapes {
    /// A project's configuration.
    package static let config = AdminResource.config.shape.settable(keeping: ["hashConfig"])

    package static let tenant = AdminResource.tenant.shape.settable(keeping: ["hashConfig"])

    /// The shapes of providers, which the key in the document names.
    private static let providers = Dictionary(
        uniqueKeysWithValues: [AdminResource.oauthIdpConfig, .inboundSamlConfig, .defaultSupportedIdpConfig].map {
            ($0, $0.shape.settable().without(["name"]))
        })

    /// The settings of a provider.
    ///
    /// - Parameter id: Such as `oidc.acme`.
    package static func provider(_ id: String) -> MessageShape { providers[.provider(id)] ?? .anything }

    /// How the password hashes of a project's users were made: the hash members of an import request.
    static let passwordHash = DiscoveryMessages.v1["GoogleCloudIdentitytoolkitV1UploadAccountRequest"]
        .settable().without(["allowOverwrite", "delegatedProjectNumber", "sanityCheck", "tenantId", "users"])
}
