import FirebreakTestSupport
import FirebreakWire
import HTTPTypes

@testable import FirebreakOperations

extension Provocation {
    private static let google: JSON = ["sub": "1", "email": "alice@example.test"]

    /// Only configured providers.
    private static func configured(_ profile: Profile) async throws -> TestServer {
        let server = try await TestServer.openPhones(profile)
        _ = try await server.control(.patch, "/rules", ["providers": "configured"])
        return server
    }

    private static func createAuthURI(_ body: JSON, _ server: TestServer) async throws -> TestAnswer {
        try await server.app("accounts:createAuthUri", body)
    }

    /// An admin links an identity to an account.
    private static func link(_ identity: JSON, _ server: TestServer) async throws -> TestAnswer {
        let user = try await server.user()
        return try await server.update(user.id, ["linkProviderUserInfo": identity])
    }

    static let identityProviders: [Provocation] = authURIs + credentials + links + revocations

    private static let authURIs: [Provocation] = [
        Provocation(.invalidContinueURI) { server in
            try await createAuthURI(["identifier": "a@x.test", "continueUri": "nonsense"], server)
        },
        Provocation(.invalidOAuthContinueURI(provider: "<providerId>"), in: .ours) { server in
            try await createAuthURI(["providerId": "google.com", "continueUri": "https://evil.test/"], server)
        },
        Provocation(.invalidIdentifier) { server in
            try await createAuthURI(["identifier": "nobody", "continueUri": "http://localhost/"], server)
        },
        Provocation(.invalidProviderID) { server in
            try await createAuthURI(["providerId": "password", "continueUri": "http://localhost/"], server)
        },
        Provocation(.missingContinueURI) { server in try await createAuthURI(["identifier": "a@x.test"], server) },
        Provocation(.missingContinueURI, in: .ours) { server in
            try await server.app(
                "accounts:sendOobCode",
                ["requestType": "EMAIL_SIGNIN", "email": "alice@example.test", "canHandleCodeInApp": true])
        },
        Provocation(.missingIdentifier) { server in try await createAuthURI([:], server) },
        Provocation(.missingIdentifier) { server in
            try await server.app("accounts:signInWithCustomToken", ["token": "{}"])
        },
    ]

    private static let credentials: [Provocation] = [
        Provocation(.invalidCredentialOrProviderID("<requestUri>")) { server in
            try await server.idp([("id_token", google.text)])
        },
        Provocation(.credentialWithoutToken("<requestUri>")) { server in
            try await server.idp([("providerId", "google.com")])
        },
        Provocation(.appleAccessToken("<requestUri>")) { server in
            try await server.idp([("providerId", "apple.com"), ("access_token", "x")])
        },
        Provocation(.invalidGameCenterResponse("<problem>")) { server in
            try await server.app("accounts:signInWithGameCenter")
        },
        Provocation(.invalidPendingToken) { server in
            try await server.idp("google.com", google, ["pendingToken": "nonsense"])
        },
        Provocation(.invalidProviderID, in: .ours) { server in try await server.idp("password", google) },
        Provocation(.invalidRequestURI) { server in
            try await server.idp("google.com", google, ["requestUri": "nonsense"])
        },
        Provocation(.missingIOSBundleID) { server in
            let keys: JSON = ["keys": [try TestSigner.rsaKey256(keyID: "k")]]
            _ = try await server.control(
                .patch, "/rules", ["credentials": "verified", "credentialKeys": ["gc.apple.com": keys]])
            return try await server.app(
                "accounts:signInWithGameCenter",
                [
                    "playerId": "p", "publicKeyUrl": "https://static.gc.apple.com/key.cer", "salt": "c2FsdA==",
                    "signature": "c2lnbmF0dXJl", "timestamp": .string("\(TestServer.start)000"),
                ])
        },
        Provocation(.missingRequestURI) { server in try await server.app("accounts:signInWithIdp") },
        Provocation(.providerDisabled, on: configured) { server in
            try await server.configureProvider("google.com", ["enabled": false])
            return try await server.idp("google.com", google)
        },
        Provocation(.providerNotConfigured, on: configured) { server in try await server.idp("google.com", google) },
        Provocation(.providerNotConfigured, on: configured) { server in
            try await createAuthURI(["providerId": "google.com", "continueUri": "http://localhost/"], server)
        },
    ]

    private static let links: [Provocation] = [
        Provocation(.federatedUserIDAlreadyLinked) { server in
            _ = try await server.idpUser("google.com", google)
            let user = try await server.user("bob@example.test")
            return try await server.idp("google.com", google, ["idToken": user.token])
        },
        Provocation(.federatedUserIDAlreadyLinked, in: .ours) { server in
            _ = try await server.idpUser("google.com", ["sub": "1", "email": "bob@example.test"])
            return try await link(["providerId": "google.com", "rawId": "1"], server)
        },
        Provocation(.missingLinkedProviderID) { server in try await link(["rawId": "1"], server) },
        Provocation(.missingLinkedRawID) { server in try await link(["providerId": "google.com"], server) },
        Provocation(.invalidProviderID, in: .ours) { server in
            try await link(["providerId": "phone", "rawId": "1"], server)
        },
        Provocation(.providerAlreadyLinked, in: .ours) { server in
            let user = try await server.idpUser("google.com", google)
            return try await server.idp(
                "google.com", ["sub": "2", "email": "bob@example.test"], ["idToken": user.token])
        },
        Provocation(.linkProviderNotAllowed, in: .ours) { server in
            let user = try await server.user()
            return try await server.app(
                "accounts:update",
                ["idToken": user.token, "linkProviderUserInfo": ["providerId": "google.com", "rawId": "1"]])
        },
        Provocation(.missingRelyingParty) { server in
            let user = try await server.user()
            return try await server.app("accounts:issueSamlResponse", ["idToken": user.token])
        },
    ]

    private static let revocations: [Provocation] = [
        Provocation(.missingProviderID) { server in try await server.appV2("accounts:revokeToken") },
        Provocation(.missingProviderID) { server in
            try await server.providers(.post, .defaultSupportedIdpConfigs, "", ["enabled": true])
        },
        Provocation(.invalidProviderID) { server in
            try await server.appV2("accounts:revokeToken", ["providerId": "google.com"])
        },
        Provocation(.codeFlowNotEnabled, on: configured) { server in
            try await server.appV2("accounts:revokeToken", ["providerId": "apple.com"])
        },
    ]

    // MARK: Configurations

    static let providerConfigurations: [Provocation] = [
        Provocation(.configurationExists("<id>", resource: "<resource>")) { server in
            _ = try await server.createProvider(.oauthIdpConfigs, "oidc.acme")
            return try await server.createProvider(.oauthIdpConfigs, "oidc.acme")
        },
        Provocation(.configurationExists("<id>", resource: "<resource>")) { server in
            _ = try await server.createProvider(.inboundSamlConfigs, "saml.acme")
            return try await server.createProvider(.inboundSamlConfigs, "saml.acme")
        },
        Provocation(.configurationNotFound) { server in
            try await server.providers(.get, .oauthIdpConfigs, "/oidc.acme")
        },
        Provocation(.configurationNotFound) { server in
            try await server.providers(.get, .inboundSamlConfigs, "/saml.acme")
        },
        Provocation(.configurationNotFound) { server in
            try await server.providers(.get, .defaultSupportedIdpConfigs, "/google.com")
        },
        Provocation(.configurationNotFound) { server in
            try await server.providers(.delete, .oauthIdpConfigs, "/oidc.acme")
        },
        Provocation(.invalidConfig("<explanation>")) { server in
            try await server.createProvider(.inboundSamlConfigs, "saml.acme", ["enabled": true])
        },
        oauth(.bothResponseTypes, ["responseType": ["code": true, "idToken": true]]),
        oauth(.codeFlowWithoutSecret, ["responseType": ["code": true]]),
        Provocation(.invalidConfigID("<parameter>", prefix: "<prefix>")) { server in
            try await server.createProvider(.oauthIdpConfigs, "acme")
        },
        oauth(.invalidIssuer, ["issuer": "nonsense"]),
        Provocation(.missingConfigID) { server in
            try await server.providers(.post, .oauthIdpConfigs, "", ProviderCollection.oauthIdpConfigs.good)
        },
        oauth(.missingIssuer, ["issuer": ""]),
        oauth(.missingOAuthClientID, ["clientId": ""]),
        Provocation(.missingSAMLRelyingParty) { server in
            let good = ProviderCollection.inboundSamlConfigs.good
            return try await server.createProvider(
                .inboundSamlConfigs, "saml.acme",
                good.merging(["spConfig": ["callbackUri": "https://app.example.test/acs"]]))
        },
    ]

    /// A configuration for OpenID Connect with something wrong.
    private static func oauth(_ error: WireError, _ changes: JSON) -> Provocation {
        Provocation(error) { server in
            try await server.createProvider(
                .oauthIdpConfigs, "oidc.acme", ProviderCollection.oauthIdpConfigs.good.merging(changes))
        }
    }
}
