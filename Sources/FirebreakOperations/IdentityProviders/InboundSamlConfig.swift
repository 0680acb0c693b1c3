package import FirebreakDiscovery
package import FirebreakWire

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
