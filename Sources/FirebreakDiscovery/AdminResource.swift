/// A resource of the configuration API, by the field that it is of requests.
package enum AdminResource: String, Sendable, CaseIterable {
    case config
    case defaultSupportedIdpConfig
    case inboundSamlConfig
    case oauthIdpConfig
    case tenant

    /// Of the message in the discovery document of v2.
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
