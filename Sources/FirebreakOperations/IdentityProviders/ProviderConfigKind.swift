package import FirebreakDiscovery
package import FirebreakWire

/// One of the three collections of provider configurations (tenants-config.md B1).
package protocol ProviderConfigKind: SendableMetatype {
    /// The collection's name, in paths, in resource names and as the member of a list.
    static var collection: String { get }
    /// The query parameter that names a new configuration.
    static var idParameter: String { get }
    static var resource: AdminResource { get }

    /// - Throws: What the client is told when no such configuration can have this ID.
    static func check(id: String?) throws(WireError)

    /// - Throws: What the client is told when something that the configuration needs is missing or wrong.
    static func check(_ document: JSON) throws(WireError)
}

extension ProviderConfigKind {
    /// A member of the resource that is stored; its name is that of the request's path.
    static func stored(_ name: String) -> MessageShape? { name == "name" ? nil : resource.shape.settable(name) }
}

/// The three collections.
package enum ProviderConfigKinds {
    package static let all: [any ProviderConfigKind.Type] = [
        DefaultSupportedIdpConfig.self, OAuthIdpConfig.self, InboundSamlConfig.self,
    ]

    /// The collection that a provider's ID belongs to.
    package static func of(_ id: String) -> any ProviderConfigKind.Type {
        if id.hasPrefix("oidc.") { return OAuthIdpConfig.self }
        return id.hasPrefix("saml.") ? InboundSamlConfig.self : DefaultSupportedIdpConfig.self
    }
}

/// Providers that everybody knows: `google.com`.
package enum DefaultSupportedIdpConfig: ProviderConfigKind {
    package static let collection = "defaultSupportedIdpConfigs"
    package static let idParameter = "idpId"
    package static let resource = AdminResource.defaultSupportedIdpConfig

    package static func check(id: String?) throws(WireError) {
        guard let id, !id.isEmpty else { throw .missingProviderID }
        guard DefaultSupportedIdps.known.contains(where: { $0.id == id }) else { throw .invalidProviderID }
    }

    package static func check(_ document: JSON) throws(WireError) {}
}

/// Providers by OpenID Connect: `oidc.acme`.
package enum OAuthIdpConfig: ProviderConfigKind {
    package static let collection = "oauthIdpConfigs"
    package static let idParameter = "oauthIdpConfigId"
    package static let resource = AdminResource.oauthIdpConfig

    package static func check(id: String?) throws(WireError) { try OwnConfigID.check(id, prefix: "oidc.") }

    package static func check(_ document: JSON) throws(WireError) {
        guard document["clientId"]?.stringValue?.isEmpty == false else { throw .missingOAuthClientID }
        guard let issuer = document["issuer"]?.stringValue?.nonEmpty else { throw .missingIssuer }
        guard let url = AbsoluteURL(issuer), url.scheme == "https", url.host?.isEmpty == false else {
            throw .invalidIssuer
        }
        let usesCode = document[path: "responseType.code"] == true
        guard !usesCode || document[path: "responseType.idToken"] != true else {
            throw .invalidConfig("Only one of idToken and code can be the response type.")
        }
        guard !usesCode || document["clientSecret"]?.stringValue?.isEmpty == false else {
            throw .invalidConfig("The code flow needs a client secret.")
        }
    }
}

/// Providers by SAML: `saml.acme`.
package enum InboundSamlConfig: ProviderConfigKind {
    package static let collection = "inboundSamlConfigs"
    package static let idParameter = "inboundSamlConfigId"
    package static let resource = AdminResource.inboundSamlConfig

    package static func check(id: String?) throws(WireError) { try OwnConfigID.check(id, prefix: "saml.") }

    package static func check(_ document: JSON) throws(WireError) {
        guard let provider = document["idpConfig"], provider.objectValue != nil else {
            throw .invalidConfig("idpConfig is missing.")
        }
        guard provider["idpEntityId"]?.stringValue?.isEmpty == false else {
            throw .invalidConfig("idpConfig.idpEntityId is missing.")
        }
        guard provider["ssoUrl"]?.stringValue.flatMap(AbsoluteURL.init)?.isWeb == true else {
            throw .invalidConfig("idpConfig.ssoUrl is not a URL.")
        }
        let certificates = provider["idpCertificates"]?.arrayValue ?? []
        guard !certificates.isEmpty,
            certificates.allSatisfy({ $0["x509Certificate"]?.stringValue?.isEmpty == false })
        else { throw .invalidConfig("idpConfig.idpCertificates is empty.") }
        guard let own = document["spConfig"], own["spEntityId"]?.stringValue?.isEmpty == false else {
            throw .missingSAMLRelyingParty
        }
        guard own["callbackUri"]?.stringValue.flatMap(AbsoluteURL.init)?.isWeb == true else {
            throw .invalidConfig("spConfig.callbackUri is not a URL.")
        }
    }
}

/// The rule for IDs of configurations that a project names itself.
private enum OwnConfigID {
    static func check(_ id: String?, prefix: String) throws(WireError) {
        guard let id, !id.isEmpty else { throw .missingConfigID }
        let rest = id.utf8.dropFirst(prefix.utf8.count)
        guard id.hasPrefix(prefix), (1...64).contains(rest.count),
            rest.allSatisfy({ $0.isASCIIAlphanumeric || "-_.".utf8.contains($0) })
        else { throw .invalidConfigID }
    }
}
