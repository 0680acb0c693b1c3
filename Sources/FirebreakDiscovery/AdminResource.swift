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

    package var shape: MessageShape { DiscoveryMessages.v2[messageName] }
}
