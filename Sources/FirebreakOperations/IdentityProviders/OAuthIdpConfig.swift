package import FirebreakDiscovery
package import FirebreakWire

/// OpenID Connect providers: `oidc.acme`.
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
