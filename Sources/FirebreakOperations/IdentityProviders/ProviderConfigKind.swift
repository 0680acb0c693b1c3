package import FirebreakDiscovery
package import FirebreakWire

/// One of the three collections of provider configurations (tenants-config.md B1).
package protocol ProviderConfigKind: SendableMetatype {
    /// The collection's name, used in paths, in resource names and as the member of a list.
    static var collection: String { get }
    /// The query parameter that names a new configuration.
    static var idParameter: String { get }
    static var resource: AdminResource { get }
    /// The name of the resource's type, used in messages.
    static var resourceName: String { get }

    /// - Throws: The error for the client if no such configuration can have this ID.
    static func check(id: String?, _ profile: Profile) throws(WireError)

    /// - Throws: The error for the client if a required member is missing or invalid.
    static func check(_ document: JSON) throws(WireError)
}

extension ProviderConfigKind {
    /// The shape of a stored member of the resource; the name comes from the request's path and is not stored.
    static func stored(_ name: String) -> MessageShape? { name == "name" ? nil : resource.shape.settable(name) }
}

/// The three collections.
package enum ProviderConfigKinds {
    package static let all: [any ProviderConfigKind.Type] = [
        DefaultSupportedIdpConfig.self, OAuthIdpConfig.self, InboundSamlConfig.self,
    ]

    /// The collection that a provider's ID belongs to.
    package static func of(_ id: String) -> any ProviderConfigKind.Type {
        switch AdminResource.provider(id) {
        case .oauthIdpConfig: OAuthIdpConfig.self
        case .inboundSamlConfig: InboundSamlConfig.self
        case .config, .defaultSupportedIdpConfig, .tenant: DefaultSupportedIdpConfig.self
        }
    }
}

/// The rule for configuration IDs chosen by a project.
enum OwnConfigID {
    /// - Parameter name: Of the parameter, as it begins a sentence of production.
    static func check(_ id: String?, _ name: String, prefix: String, _ profile: Profile) throws(WireError) {
        guard let id, !id.isEmpty else { throw .missingConfigID }
        let rest = id.utf8.dropFirst(prefix.utf8.count)
        guard id.startsWithBytes(of: prefix), (1...64).contains(rest.count),
            rest.allSatisfy({ $0.isASCIIAlphanumeric || "-_.".utf8.contains($0) }),
            profile.isReference || isWord(rest)
        else { throw .invalidConfigID(name, prefix: prefix) }
    }

    /// What production asks of the part behind the prefix (production.md section 10).
    private static func isWord(_ rest: some BidirectionalCollection<UInt8>) -> Bool {
        guard rest.count >= 2, let first = rest.first, let last = rest.last else { return false }
        return (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first) && last.isASCIIAlphanumeric
    }
}
