package import FirebreakDiscovery
package import FirebreakWire

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
