package import FirebreakWire
package import HTTPTypes
import Testing

/// The three collections of provider configurations (tenants-config.md B1).
package enum ProviderCollection: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case defaultSupportedIdpConfigs, oauthIdpConfigs, inboundSamlConfigs

    package var testDescription: String { rawValue }

    /// The query parameter that names a new configuration.
    package var idParameter: String {
        switch self {
        case .defaultSupportedIdpConfigs: "idpId"
        case .oauthIdpConfigs: "oauthIdpConfigId"
        case .inboundSamlConfigs: "inboundSamlConfigId"
        }
    }

    /// IDs that the collection takes, ascending.
    package var ids: [String] {
        switch self {
        case .defaultSupportedIdpConfigs: ["apple.com", "github.com", "google.com"]
        case .oauthIdpConfigs: ["oidc.aa", "oidc.acme", "oidc.b-2_c.d"]
        case .inboundSamlConfigs: ["saml.aa", "saml.acme", "saml.b-2_c.d"]
        }
    }

    /// A configuration that nothing is wrong with.
    package var good: JSON {
        switch self {
        case .defaultSupportedIdpConfigs: ["clientId": "client", "clientSecret": "secret", "enabled": true]
        case .oauthIdpConfigs:
            [
                "clientId": "client", "displayName": "Acme", "enabled": true, "issuer": "https://idp.example.test",
                "responseType": ["idToken": true],
            ]
        case .inboundSamlConfigs:
            [
                "displayName": "Acme", "enabled": true,
                "idpConfig": [
                    "idpCertificates": [["x509Certificate": "CERT"]], "idpEntityId": "idp",
                    "ssoUrl": "https://idp.example.test/sso",
                ],
                "spConfig": ["callbackUri": "https://app.example.test/__/auth/handler", "spEntityId": "app"],
            ]
        }
    }

    /// The answer for a configuration that does not exist (production.md section 10).
    package static func missing(_ profile: Profile) -> String {
        profile == .emulator ? "CONFIGURATION_NOT_FOUND" : "404 CONFIGURATION_NOT_FOUND"
    }

    /// The answer for one that exists (production.md section 10).
    package func exists(_ id: String, _ profile: Profile) -> String {
        guard profile != .emulator else { return "CONFIGURATION_EXISTS" }
        let name =
            switch self {
            case .defaultSupportedIdpConfigs: "DefaultSupportedIdpConfig"
            case .oauthIdpConfigs: "OAuthIdpConfig"
            case .inboundSamlConfigs: "InboundSamlConfig"
            }
        return "409 CONFIGURATION_EXISTS : The \(name) already exists with config_id: \(id)"
    }

    /// The collection that has the configuration of a provider.
    package static func of(_ provider: String) -> ProviderCollection {
        provider.hasPrefix("oidc.")
            ? .oauthIdpConfigs : provider.hasPrefix("saml.") ? .inboundSamlConfigs : .defaultSupportedIdpConfigs
    }
}

/// Providers that everybody knows, ascending.
package enum DefaultSupportedIDs {
    package static let all = [
        "apple.com", "facebook.com", "gc.apple.com", "github.com", "google.com", "linkedin.com", "microsoft.com",
        "playgames.google.com", "twitter.com", "yahoo.com",
    ]
}

extension TestServer {
    /// Calls a method of a collection as an admin; `rest` is what follows the collection in the URL.
    package func providers(
        _ method: HTTPRequest.Method, _ collection: ProviderCollection, _ rest: String = "", _ body: JSON? = nil,
        tenant: String? = nil
    ) async throws -> TestAnswer {
        let tenant = tenant.map { "/tenants/\($0)" } ?? ""
        let path = "/identitytoolkit.googleapis.com/v2/projects/example\(tenant)/\(collection.rawValue)\(rest)"
        return try await send(method, path, body, headers: [.authorization: "Bearer owner"])
    }

    package func createProvider(
        _ collection: ProviderCollection, _ id: String, _ body: JSON? = nil, tenant: String? = nil
    ) async throws -> TestAnswer {
        let query = "?\(collection.idParameter)=\(FormURLEncoding.encode(id))"
        return try await providers(.post, collection, query, body ?? collection.good, tenant: tenant)
    }

    /// Configures a provider in its collection, enabled unless the changes say otherwise.
    package func configureProvider(_ id: String, _ changes: JSON = [:], tenant: String? = nil) async throws {
        let collection = ProviderCollection.of(id)
        let answer = try await createProvider(collection, id, collection.good.merging(changes), tenant: tenant)
        try #require(answer.status == 200, "\(answer.text)")
    }

    package func patchProvider(
        _ collection: ProviderCollection, _ id: String, mask: String?, _ body: JSON, tenant: String? = nil
    ) async throws -> TestAnswer {
        let query = mask.map { "?updateMask=\(FormURLEncoding.encode($0))" } ?? ""
        return try await providers(.patch, collection, "/\(id)\(query)", body, tenant: tenant)
    }
}
