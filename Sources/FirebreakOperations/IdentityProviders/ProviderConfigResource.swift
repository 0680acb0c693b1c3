package import FirebreakDiscovery
import FirebreakStore
package import FirebreakWire

/// Provider configurations in requests and responses (tenants-config.md B1).
package enum ProviderConfigResource {
    /// The stored part of a body.
    package static func document(from body: JSON, _ kind: any ProviderConfigKind.Type) -> JSON {
        var document = JSON.emptyObject
        for member in body.objectValue ?? [] where !member.value.isNull {
            guard let shape = kind.stored(member.key) else { continue }
            guard case .object = shape, let given = member.value.objectValue else {
                document[member.key] = member.value
                continue
            }
            document[member.key] = .object(given.filter { shape.settable($0.key) != nil && !$0.value.isNull })
        }
        return document
    }

    /// The stored form of a configuration for other servers: all that clients write.
    package static func written(_ document: JSON) -> JSON {
        var written = document
        written[RequestSigningKey.member] = nil
        return written
    }

    /// Takes over the given values, down to the innermost ones; everything else stays.
    package static func merge(_ body: JSON, into document: inout JSON, _ kind: any ProviderConfigKind.Type) {
        ChangedPart.leaves.mask(for: body).applyProduction(body, to: &document, of: kind.resource.shape)
    }

    /// The paths of a mask that name stored members; production ignores others.
    static func mask(_ text: String?, _ kind: any ProviderConfigKind.Type) -> FieldMask? {
        FieldMask(text)?.filtered { path in
            guard let first = path.first, let shape = kind.stored(first) else { return false }
            return path.count == 1 || shape.settable(path[1]) != nil
        }
    }

    /// The resource with its name; only enabled response types are included, as in production.
    static func shown(_ record: ProviderConfigRecord, _ kind: any ProviderConfigKind.Type, _ call: OperationContext)
        -> JSON
    {
        let showsNumber = call.behavior.namesResourcesAsProduction
        let project = showsNumber ? call.settings.project.projectNumber : call.projectID.rawValue
        let tenant = call.tenant.map { "/tenants/\($0)" } ?? ""
        var resource: JSON = ["name": .string("projects/\(project)\(tenant)/\(kind.collection)/\(record.id)")]
        let document = call.behavior.shown(RequestSigningKey.shown(record.document))
        for member in document.objectValue ?? [] { resource[member.key] = member.value }
        if let types = resource["responseType"]?.objectValue {
            resource["responseType"] = .object(types.filter { $0.value != false })
        }
        if kind == OAuthIdpConfig.self, resource["responseType"]?.objectValue?.isEmpty ?? true {
            resource["responseType"] = OAuthIdpConfig.defaultResponseType
        }
        return call.behavior.modelsConfiguration ? kind.resource.shape.ordered(resource) : resource
    }
}

/// Well-known providers: `google.com`.
package enum DefaultSupportedIdpConfig: ProviderConfigKind {
    package static let collection = "defaultSupportedIdpConfigs"
    package static let idParameter = "idpId"
    package static let resource = AdminResource.defaultSupportedIdpConfig
    package static let resourceName = "DefaultSupportedIdpConfig"

    package static func check(id: String?, _ profile: Profile) throws(WireError) {
        guard let id, !id.isEmpty else { throw .missingProviderID }
        guard DefaultSupportedIdps.known.contains(where: { $0.id == id }) else { throw .invalidProviderID }
    }

    package static func check(_ document: JSON) throws(WireError) {}
}

/// OpenID Connect providers: `oidc.acme`.
package enum OAuthIdpConfig: ProviderConfigKind {
    package static let collection = "oauthIdpConfigs"
    package static let idParameter = "oauthIdpConfigId"
    package static let resource = AdminResource.oauthIdpConfig
    package static let resourceName = "OAuthIdpConfig"
    /// The response type of a configuration that has none on (production.md section 10).
    static let defaultResponseType: JSON = ["idToken": true]

    package static func check(id: String?, _ profile: Profile) throws(WireError) {
        try OwnConfigID.check(id, "Oauth_idp_config_id", prefix: "oidc.", profile)
    }

    package static func check(_ document: JSON) throws(WireError) {
        guard document["clientId"]?.stringValue?.isEmpty == false else { throw .missingOAuthClientID }
        guard let issuer = document["issuer"]?.stringValue?.nonEmpty else { throw .missingIssuer }
        guard let url = AbsoluteURL(issuer), url.scheme == "https", url.host?.isEmpty == false else {
            throw .invalidIssuer
        }
        let usesCode = document[path: "responseType.code"] == true
        guard !usesCode || document[path: "responseType.idToken"] != true else {
            throw .bothResponseTypes
        }
        guard !usesCode || document["clientSecret"]?.stringValue?.isEmpty == false else {
            throw .codeFlowWithoutSecret
        }
    }
}

/// SAML providers: `saml.acme`.
package enum InboundSamlConfig: ProviderConfigKind {
    package static let collection = "inboundSamlConfigs"
    package static let idParameter = "inboundSamlConfigId"
    package static let resource = AdminResource.inboundSamlConfig
    package static let resourceName = "InboundSamlConfig"

    package static func check(id: String?, _ profile: Profile) throws(WireError) {
        try OwnConfigID.check(id, "Inbound_saml_config_id", prefix: "saml.", profile)
    }

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
