import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// Rule `providers: configured`: people sign in only with providers that are configured and enabled (production.md
/// sections 8 and 10.1).
struct ProviderRuleTests {
    private static let notFound = "OPERATION_NOT_ALLOWED : The identity provider configuration is not found."
    private static let disabled = "OPERATION_NOT_ALLOWED : The identity provider configuration is disabled."

    static let providers = ["google.com", "apple.com", "oidc.acme", "saml.acme"]

    private static func server(_ profile: Profile) async throws -> TestServer {
        let server = try await TestServer.open(profile)
        let answer = try await server.control(.patch, "/rules", ["providers": "configured"])
        try #require(answer["providers"] == "configured", "\(answer.text)")
        return server
    }

    private static func signIn(
        _ server: TestServer, _ provider: String, tenant: String? = nil, _ more: JSON = [:]
    ) async throws -> TestAnswer {
        var more = more
        more["tenantId"] = tenant.map(JSON.string)
        guard provider.hasPrefix("saml.") else { return try await server.idp(provider, ["sub": "1"], more) }
        guard server.profile == .emulator else {
            return try await server.saml(TestSAMLProvider.Response("1"), by: provider, more)
        }
        let response = #"{"assertion":{"subject":{"nameId":"1"}}}"#
        let form = [("providerId", provider), ("id_token", #"{"sub":"1"}"#), ("SAMLResponse", response)]
        return try await server.idp(form, more)
    }

    private static func configure(
        _ server: TestServer, _ provider: String, _ changes: JSON = [:], tenant: String? = nil
    ) async throws {
        guard provider.hasPrefix("saml.") else {
            return try await server.configureProvider(provider, changes, tenant: tenant)
        }
        try await server.configureSAML(provider, changes, tenant: tenant)
    }

    private static func createAuthURI(_ server: TestServer, _ provider: String, _ more: JSON = [:]) async throws
        -> TestAnswer
    {
        let body: JSON = ["providerId": .string(provider), "continueUri": "http://localhost/back"]
        return try await server.app("accounts:createAuthUri", body.merging(more))
    }

    private static func enable(_ server: TestServer, _ provider: String, _ isOn: Bool, tenant: String? = nil)
        async throws
    {
        let answer = try await server.patchProvider(
            .of(provider), provider, mask: "enabled", ["enabled": .bool(isOn)], tenant: tenant)
        try #require(answer.status == 200, "\(answer.text)")
    }

    // MARK: Sign-in

    @Test(arguments: Profile.allCases, providers)
    func `a provider must be configured and enabled`(_ profile: Profile, _ provider: String) async throws {
        let server = try await Self.server(profile)
        #expect(try await Self.signIn(server, provider).outcome == Self.notFound)

        try await Self.configure(server, provider, ["enabled": false])
        #expect(try await Self.signIn(server, provider).outcome == Self.disabled)
        #expect(try await server.admin("accounts:query")["recordsCount"] == "0")
        try await Self.enable(server, provider, true)
        #expect(try await Self.signIn(server, provider).outcome == "OK")
        try await Self.enable(server, provider, false)
        #expect(try await Self.signIn(server, provider).outcome == Self.disabled)
        _ = try await server.providers(.delete, .of(provider), "/\(provider)")
        #expect(try await Self.signIn(server, provider).outcome == Self.notFound)
    }

    /// Missing members are false.
    @Test(arguments: Profile.allCases)
    func `one that says nothing of it is disabled`(_ profile: Profile) async throws {
        let server = try await Self.server(profile)
        _ = try await server.createProvider(
            .oauthIdpConfigs, "oidc.acme", ["clientId": "client", "issuer": "https://idp.example.test"])

        #expect(try await Self.signIn(server, "oidc.acme").outcome == Self.disabled)
    }

    @Test(arguments: Profile.allCases)
    func `another provider's configuration does not count`(_ profile: Profile) async throws {
        let server = try await Self.server(profile)
        for provider in ["google.com", "oidc.acm", "oidc.acme2", "saml.acme"] {
            try await server.configureProvider(provider)
        }

        #expect(try await Self.signIn(server, "oidc.acme").outcome == Self.notFound)
        #expect(try await Self.signIn(server, "github.com").outcome == Self.notFound)
    }

    /// IDs may have capital letters.
    @Test(arguments: Profile.allCases, ["oidc.acMe", "saml.acMe"])
    func `a provider is found by the ID that it was given`(_ profile: Profile, _ provider: String) async throws {
        let server = try await Self.server(profile)
        try await Self.configure(server, provider)

        #expect(try await Self.signIn(server, provider).outcome == "OK")
        #expect(try await Self.createAuthURI(server, provider).outcome == "OK")
    }

    /// The reference does not look at configurations.
    @Test(arguments: Profile.allCases, providers)
    func `under rule any, a provider can be switched off all the same`(
        _ profile: Profile, _ provider: String
    ) async throws {
        let server = try await TestServer.open(profile)
        // The service takes no stand-in for a SAML response.
        guard profile != .production || !provider.hasPrefix("saml.") else { return }
        let off = profile == .emulator ? "OK" : Self.disabled
        #expect(try await Self.signIn(server, provider).outcome == "OK")

        try await Self.configure(server, provider, ["enabled": false])
        #expect(try await Self.signIn(server, provider).outcome == off)
        try await Self.enable(server, provider, true)
        #expect(try await Self.signIn(server, provider).outcome == "OK")
        try await Self.enable(server, provider, false)
        #expect(try await Self.signIn(server, provider).outcome == off)
        if profile != .emulator {
            #expect(try await Self.createAuthURI(server, provider).outcome == Self.disabled)
        }
        #expect(try await Self.signIn(server, "github.com").outcome == "OK", "others are not concerned")
        _ = try await server.providers(.delete, .of(provider), "/\(provider)")
        #expect(try await Self.signIn(server, provider).outcome == "OK")
    }

    /// Only what was said counts: nobody has switched it off.
    @Test(arguments: Profile.allCases)
    func `under rule any, one that says nothing of it is on`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        _ = try await server.createProvider(
            .oauthIdpConfigs, "oidc.acme", ["clientId": "client", "issuer": "https://idp.example.test"])

        #expect(try await Self.signIn(server, "oidc.acme").outcome == "OK")
    }

    @Test func `a fresh production project wants configurations`() async throws {
        let server = try TestServer(.production)
        let body: JSON = [
            "requestUri": "https://example.firebaseapp.com",
            "postBody": .string(TestServer.form([("providerId", "google.com"), ("id_token", #"{"sub":"1"}"#)])),
        ]
        #expect(try await server.app("accounts:signInWithIdp", body).outcome == Self.notFound)

        try await server.configureProvider("google.com")
        #expect(try await server.app("accounts:signInWithIdp", body).outcome == "OK")
    }

    @Test(arguments: Profile.allCases)
    func `the rule holds for links as well`(_ profile: Profile) async throws {
        let server = try await Self.server(profile)
        let user = try await server.user()
        #expect(try await Self.signIn(server, "google.com", ["idToken": user.token]).outcome == Self.notFound)
        #expect(try await server.account(user.id).entry("google.com") == nil)

        try await server.configureProvider("google.com")
        let linked = try await Self.signIn(server, "google.com", ["idToken": user.token])
        #expect(linked["localId"] == .string(user.id))
    }

    @Test(arguments: Profile.allCases)
    func `other ways to sign in need no configuration`(_ profile: Profile) async throws {
        let server = try await Self.server(profile)
        _ = try await server.user()

        #expect(try await server.signIn("alice@example.test").status == 200)
        #expect(try await server.customUser("custom").id == "custom")
        _ = try await server.anonymousUser()
    }

    @Test(arguments: Profile.allCases)
    func `a pending token is no way around it`(_ profile: Profile) async throws {
        let server = try await Self.server(profile)
        try await server.configureProvider("microsoft.com")
        let answer = try await Self.signIn(
            server, "microsoft.com", ["returnIdpCredential": true, "returnSecureToken": true])
        let token = try #require(answer.string("pendingToken"), "\(answer.text)")
        let body: JSON = ["requestUri": "http://localhost", "pendingToken": .string(token)]
        #expect(try await server.app("accounts:signInWithIdp", body).outcome == "OK")

        try await Self.enable(server, "microsoft.com", false)
        #expect(try await server.app("accounts:signInWithIdp", body).outcome == Self.disabled)
    }

    // MARK: Tenants

    @Test(arguments: Profile.allCases, providers)
    func `a tenant has configurations of its own`(_ profile: Profile, _ provider: String) async throws {
        let server = try await Self.server(profile)
        let tenant = try await server.makeTenant()
        try await Self.configure(server, provider)
        #expect(try await Self.signIn(server, provider).outcome == "OK")
        #expect(try await Self.signIn(server, provider, tenant: tenant).outcome == Self.notFound)
        #expect(
            try await Self.createAuthURI(server, provider, ["tenantId": .string(tenant)]).outcome == Self.notFound)

        try await Self.configure(server, provider, tenant: tenant)
        #expect(try await Self.signIn(server, provider, tenant: tenant).outcome == "OK")
        #expect(try await Self.createAuthURI(server, provider, ["tenantId": .string(tenant)]).outcome == "OK")
        try await Self.enable(server, provider, false, tenant: tenant)
        #expect(try await Self.signIn(server, provider, tenant: tenant).outcome == Self.disabled)
        #expect(try await Self.signIn(server, provider).outcome == "OK")
    }

    // MARK: createAuthUri

    @Test(arguments: Profile.allCases, providers)
    func `nobody is sent to a provider that is not enabled`(_ profile: Profile, _ provider: String) async throws {
        let server = try await Self.server(profile)
        #expect(try await Self.createAuthURI(server, provider).outcome == Self.notFound)

        try await Self.configure(server, provider, ["enabled": false])
        #expect(try await Self.createAuthURI(server, provider).outcome == Self.disabled)
        try await Self.enable(server, provider, true)
        #expect(try await Self.createAuthURI(server, provider)["providerId"] == .string(provider))
    }

    @Test(arguments: Profile.allCases)
    func `the provider is looked at before the domain`(_ profile: Profile) async throws {
        let server = try await Self.server(profile)
        let unlisted: JSON = ["continueUri": "http://unlisted.test"]
        let refusal = "INVALID_CONTINUE_URI : Invalid OAuth request for google.com"
        try await server.set("authorizedDomains", ["localhost"])

        #expect(try await Self.createAuthURI(server, "google.com", unlisted).outcome == Self.notFound)
        try await server.configureProvider("google.com", ["enabled": false])
        #expect(try await Self.createAuthURI(server, "google.com", unlisted).outcome == Self.disabled)
        try await Self.enable(server, "google.com", true)
        #expect(try await Self.createAuthURI(server, "google.com", unlisted).outcome == refusal)
    }

    /// production.md section 2
    @Test(arguments: [Profile.local, .production])
    func `the machine itself need not be listed for a provider`(_ profile: Profile) async throws {
        let server = try await Self.server(profile)
        try await server.configureProvider("google.com")
        try await server.set("authorizedDomains", [])

        for uri in ["http://localhost/x", "http://localhost:5000/x"] as [JSON] {
            #expect(try await Self.createAuthURI(server, "google.com", ["continueUri": uri]).outcome == "OK")
        }
        let other = try await Self.createAuthURI(server, "google.com", ["continueUri": "http://127.0.0.1/x"])
        #expect(other.outcome == "INVALID_CONTINUE_URI : Invalid OAuth request for google.com")
    }

    @Test(arguments: Profile.allCases)
    func `asking for an address needs no configuration`(_ profile: Profile) async throws {
        let server = try await Self.server(profile)
        let body: JSON = ["identifier": "a@x.test", "continueUri": "http://localhost"]

        #expect(try await server.app("accounts:createAuthUri", body).outcome == "OK")
    }

    // MARK: revokeToken

    private static func revoke(_ server: TestServer, _ user: SignedInUser) async throws -> TestAnswer {
        let body: JSON = ["providerId": "apple.com", "tokenType": "CODE", "token": "c0de", "idToken": user.token]
        return try await server.send(
            .post, "/identitytoolkit.googleapis.com/v2/accounts:revokeToken?key=fake-api-key", body)
    }

    private static let codeFlow: JSON = [
        "bundleIds": ["test.example.app"], "codeFlowConfig": ["keyId": "key", "privateKey": "pem", "teamId": "team"],
    ]

    @Test(arguments: Profile.allCases)
    func `Apple's tokens are revoked by the code flow`(_ profile: Profile) async throws {
        let refusal = "OPERATION_NOT_ALLOWED : Code flow is not enabled for Apple"
        let server = try await TestServer.open(profile)
        let user = try await server.idpUser("apple.com", ["sub": "1"])
        _ = try await server.control(.patch, "/rules", ["providers": "configured"])

        #expect(try await Self.revoke(server, user).outcome == refusal)
        try await server.configureProvider("google.com")
        #expect(try await Self.revoke(server, user).outcome == refusal)
        try await server.configureProvider("apple.com", ["appleSignInConfig": ["bundleIds": ["test.example.app"]]])
        #expect(try await Self.revoke(server, user).outcome == refusal)
        let patched = try await server.patchProvider(
            .defaultSupportedIdpConfigs, "apple.com", mask: "appleSignInConfig.codeFlowConfig",
            ["appleSignInConfig": Self.codeFlow])
        try #require(patched.status == 200)
        #expect(try await Self.revoke(server, user).outcome == "OK")
        let removed = try await server.patchProvider(
            .defaultSupportedIdpConfigs, "apple.com", mask: "appleSignInConfig.codeFlowConfig", [:])
        try #require(removed.status == 200)
        #expect(try await Self.revoke(server, user).outcome == refusal)
    }

    @Test(arguments: Profile.allCases)
    func `a tenant's users are revoked by the tenant's code flow`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let tenant = try await server.makeTenant()
        let user = try await server.idpUser("apple.com", ["sub": "1"], tenant: tenant)
        _ = try await server.control(.patch, "/rules", ["providers": "configured"])
        try await server.configureProvider("apple.com", ["appleSignInConfig": Self.codeFlow])

        #expect(
            try await Self.revoke(server, user).outcome == "OPERATION_NOT_ALLOWED : Code flow is not enabled for Apple")
        try await server.configureProvider("apple.com", ["appleSignInConfig": Self.codeFlow], tenant: tenant)
        #expect(try await Self.revoke(server, user).outcome == "OK")
    }
}

/// Rule `credentials: verified` with what a provider's configuration says of its tokens.
struct ConfiguredCredentialTests {
    private static let now = TestServer.start
    private let signer = TestSigner()

    private func server(_ profile: Profile, _ more: JSON = [:], of provider: String = "oidc.acme") async throws
        -> TestServer
    {
        let server = try await TestServer.open(profile)
        let keys = JSON.object([.init(provider, (["keys": [signer.key256]] as JSON).merging(more))])
        let answer = try await server.control(.patch, "/rules", ["credentials": "verified", "credentialKeys": keys])
        try #require(answer.status == 200, "\(answer.text)")
        return server
    }

    private func signIn(
        _ server: TestServer, issuer: String = "https://idp.example.test", audience: String = "client",
        _ provider: String = "oidc.acme", tenant: String? = nil
    ) async throws -> TestAnswer {
        let token = try signer.token([
            "iss": .string(issuer), "aud": .string(audience), "sub": "1", "iat": .int(Self.now),
            "exp": .int(Self.now + 60),
        ])
        var more = JSON.emptyObject
        more["tenantId"] = tenant.map(JSON.string)
        return try await server.idp([("providerId", provider), ("id_token", token)], more)
    }

    private static let issuer =
        "INVALID_IDP_RESPONSE : The issuer in ID Token https://evil.test does not match the expected one in config: "
    private static let audience =
        "INVALID_IDP_RESPONSE : The audience in ID Token [evil] does not match the expected audience "

    @Test(arguments: Profile.allCases)
    func `issuer and client are those of the configuration`(_ profile: Profile) async throws {
        let server = try await server(profile)
        try await server.configureProvider("oidc.acme")

        #expect(
            try await signIn(server, issuer: "https://evil.test").outcome == Self.issuer + "https://idp.example.test.")
        #expect(try await signIn(server, audience: "evil").outcome == Self.audience + "client.")
        #expect(try await server.admin("accounts:query")["recordsCount"] == "0")
        #expect(try await signIn(server).outcome == "OK")
    }

    @Test(arguments: Profile.allCases)
    func `a changed configuration counts at once`(_ profile: Profile) async throws {
        let server = try await server(profile)
        try await server.configureProvider("oidc.acme")
        #expect(try await signIn(server).outcome == "OK")

        _ = try await server.patchProvider(
            .oauthIdpConfigs, "oidc.acme", mask: "issuer,clientId",
            ["issuer": "https://new.example.test", "clientId": "new"])
        #expect(try await signIn(server).status == 400)
        #expect(try await signIn(server, issuer: "https://new.example.test", audience: "new").outcome == "OK")
    }

    @Test(arguments: Profile.allCases)
    func `what stands with the keys comes first`(_ profile: Profile) async throws {
        let keyed = "https://keyed.example.test"
        let server = try await server(profile, ["issuer": .string(keyed), "audiences": ["keyed"]])
        try await server.configureProvider("oidc.acme")

        #expect(try await signIn(server, issuer: keyed, audience: "keyed").outcome == "OK")
        #expect(try await signIn(server, audience: "keyed").status == 400)
        #expect(try await signIn(server, issuer: keyed).status == 400)
    }

    @Test(arguments: Profile.allCases)
    func `each of the two stands in alone`(_ profile: Profile) async throws {
        let server = try await server(profile, ["audiences": ["keyed"]])
        try await server.configureProvider("oidc.acme")

        #expect(try await signIn(server, audience: "keyed").outcome == "OK")
        #expect(try await signIn(server, issuer: "https://evil.test", audience: "keyed").outcome.hasPrefix(Self.issuer))
        #expect(try await signIn(server).status == 400)
    }

    /// Rule `providers` decides whether there must be a configuration; one that is switched off signs nobody in, but in
    /// the reference.
    @Test(arguments: Profile.allCases)
    func `without a configuration the key alone counts, and a disabled one is one`(_ profile: Profile) async throws {
        let server = try await server(profile)
        #expect(try await signIn(server, issuer: "https://any.test", audience: "any").outcome == "OK")

        try await server.configureProvider("oidc.acme", ["enabled": false])
        #expect(try await signIn(server, issuer: "https://evil.test").status == 400)
        let off = "OPERATION_NOT_ALLOWED : The identity provider configuration is disabled."
        #expect(try await signIn(server).outcome == (profile == .emulator ? "OK" : off))
    }

    @Test(arguments: Profile.allCases)
    func `in a tenant the tenant's configuration counts`(_ profile: Profile) async throws {
        let server = try await server(profile)
        let tenant = try await server.makeTenant()
        try await server.configureProvider("oidc.acme")
        try await server.configureProvider("oidc.acme", ["clientId": "blue"], tenant: tenant)

        #expect(try await signIn(server, audience: "blue", tenant: tenant).outcome == "OK")
        #expect(try await signIn(server, tenant: tenant).status == 400)
        #expect(try await signIn(server, audience: "blue").status == 400)
        #expect(try await signIn(server).outcome == "OK")
    }

    @Test(arguments: Profile.allCases)
    func `Google's client is the configured one`(_ profile: Profile) async throws {
        let server = try await server(profile, of: "google.com")
        try await server.configureProvider("google.com")
        let google = "https://accounts.google.com"

        #expect(try await signIn(server, issuer: google, audience: "evil", "google.com").status == 400)
        #expect(try await signIn(server, issuer: google, "google.com").outcome == "OK")
    }

    /// Tokens of native apps are for their bundle IDs, those of web pages for the services ID (production.md section
    /// 10.1).
    @Test(arguments: Profile.allCases, ["client", "test.example.app"])
    func `Apple's tokens are for the service or for an app`(_ profile: Profile, _ audience: String) async throws {
        let server = try await server(profile, of: "apple.com")
        try await server.configureProvider("apple.com", ["appleSignInConfig": ["bundleIds": ["test.example.app"]]])
        let apple = "https://appleid.apple.com"

        #expect(try await signIn(server, issuer: apple, audience: audience, "apple.com").outcome == "OK")
        #expect(try await signIn(server, issuer: apple, audience: "evil", "apple.com").status == 400)
    }
}
