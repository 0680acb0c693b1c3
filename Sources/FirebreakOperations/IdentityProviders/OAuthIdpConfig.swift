package import FirebreakDiscovery
package import FirebreakWire

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
