import FirebreakWire

/// A resource of the configuration API, by the name of its field in requests.
package enum AdminResource: String, Sendable, CaseIterable {
    case config
    case defaultSupportedIdpConfig
    case inboundSamlConfig
    case oauthIdpConfig
    case tenant

    /// The name of its message in the discovery document of v2.
    package var messageName: String {
        let name =
            switch self {
            case .config: "Config"
            case .defaultSupportedIdpConfig: "DefaultSupportedIdpConfig"
            case .inboundSamlConfig: "InboundSamlConfig"
            case .oauthIdpConfig: "OAuthIdpConfig"
            case .tenant: "Tenant"
            }
        return "GoogleCloudIdentitytoolkitAdminV2" + name
    }

    /// The resource of an identity provider.
    ///
    /// - Parameter id: Such as `oidc.acme`, `saml.acme` or `google.com`.
    package static func provider(_ id: String) -> AdminResource {
        if id.startsWithBytes(of: "oidc.") { return .oauthIdpConfig }
        return id.startsWithBytes(of: "saml.") ? .inboundSamlConfig : .defaultSupportedIdpConfig
    }

    package var shape: MessageShape { DiscoveryMessages.v2[messageName] }
}
