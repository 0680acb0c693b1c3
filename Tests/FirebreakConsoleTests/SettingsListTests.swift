import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

@testable import FirebreakConsole

/// Lists in the console's settings: domains, test numbers, keys, tenants, providers.
struct SettingsListTests {
    // MARK: Domains

    @Test func `domains are added and removed one by one, and come back`() async throws {
        let console = SettingsConsole(server: try TestServer())
        let standard = try await console.config()["authorizedDomains"]?.arrayValue ?? []
        #expect(standard.count == 5)

        try await console.submit("domains", ["domain": "Shop.example.test"])
        #expect(try await console.config()["authorizedDomains"]?.arrayValue == standard + ["Shop.example.test"])
        #expect(try await console.overview() == ["authorizedDomains"])
        #expect(try await console.page("domains").text.contains(">changed<"))

        try await console.press("domains", "remove", "localhost")
        #expect(
            try await console.config()["authorizedDomains"]?.arrayValue
                == standard.filter { $0 != "localhost" } + ["Shop.example.test"])

        try await console.press("domains", "reset", "authorizedDomains")
        #expect(try await console.config()["authorizedDomains"]?.arrayValue == standard)
        #expect(try await console.overview().isEmpty)
    }

    @Test func `in the reference the list is stored once it is changed`() async throws {
        let console = SettingsConsole(server: try TestServer(.emulator))

        try await console.submit("domains", ["domain": "*"])
        #expect(try await console.config()["authorizedDomains"]?.arrayValue?.count == 6)

        try await console.press("domains", "reset", "authorizedDomains")
        #expect(try await console.config()["authorizedDomains"]?.arrayValue?.count == 5)
        #expect(try await console.overview().isEmpty)
    }

    @Test(arguments: [
        (Profile.local, "http://", "“http://” is not a host."),
        (.local, "", "Enter a host, such as app.example.com"),
        (.production, "*", "“*” is not a host."),
        (.local, "<img src=x>", "“&lt;img src=x&gt;” is not a host."),
    ])
    func `what is not a domain is refused and stays in the field`(profile: Profile, domain: String, message: String)
        async throws
    {
        let console = SettingsConsole(server: try TestServer(profile))
        let before = try await console.config()

        let answer = try await console.submit("domains", ["domain": domain])

        #expect(answer.status == 400)
        #expect(answer.text.contains(message))
        #expect(answer.text.contains(#"name="domain" type="text" value="\#(domain.escapedHTML)""#))
        #expect(try await console.config() == before)
    }

    // MARK: Test numbers

    @Test func `test numbers are added and removed`() async throws {
        let console = SettingsConsole(server: try TestServer())
        let path = "signIn.phoneNumber.testPhoneNumbers"

        for (number, code) in [("+1 555-555-0100", "123456"), ("+15555550101", "654321")] {
            let answer = try await console.submit(
                "sign-in/numbers", ["number": number, "code": code], on: "sign-in")
            #expect(answer.status == 303)
        }
        #expect(
            try await console.config()[path: path] == ["+15555550100": "123456", "+15555550101": "654321"])
        #expect(try await console.overview() == ["testPhoneNumbers"])

        let refused = try await console.submit("sign-in/numbers", ["number": "none", "code": "1"], on: "sign-in")
        #expect(refused.status == 400)
        #expect(refused.text.contains("INVALID_PHONE_NUMBER"))
        #expect(refused.text.contains(#"value="none""#))

        for number in ["+15555550100", "+15555550101"] {
            try await console.press("sign-in/numbers", "remove", number)
        }
        #expect(try await console.config()[path: path] == nil)
        #expect(try await console.overview().isEmpty)
    }

    // MARK: Keys

    @Test func `keys are added and deleted, and the snippet has one`() async throws {
        let server = try TestServer()
        let console = SettingsConsole(server: server, project: "other")

        let named = try await console.submit("keys", ["key": "my-key"], on: "")
        #expect(named.status == 303, "\(named.text)")
        try await console.submit("keys", ["key": ""], on: "")
        let list = try await server.control(.get, "/apiKeys", project: "other")["apiKeys"]?.arrayValue ?? []
        let keys = list.compactMap { $0["key"]?.stringValue }
        #expect(keys.count == 3)
        #expect(keys.contains("my-key"))

        let page = try await console.page()
        for key in keys { #expect(page.text.contains("<code>\(key)</code>")) }
        #expect(page.text.contains("apiKey: &quot;\(keys[0])&quot;"))
        #expect(page.text.contains("connectAuthEmulator(auth, &quot;\(TestServer.origin)&quot;);"))

        try await console.press("keys", "remove", "my-key")
        let refused = try await console.press("keys", "remove", keys[0])
        #expect(refused.status == 400)
        #expect(refused.text.contains("No such API key is registered"))
        #expect(try await server.control(.get, "/apiKeys", project: "other")["apiKeys"]?.arrayValue?.count == 2)
    }

    // MARK: Tenants

    @Test func `a tenant is made, has settings of its own, and is deleted`() async throws {
        let server = try TestServer()
        let console = SettingsConsole(server: server)
        let refused = try await console.submit("tenants", ["displayName": "1"])
        #expect(refused.status == 400)
        #expect(refused.text.contains("INVALID_DISPLAY_NAME"))

        try await console.submit("tenants", ["displayName": "blue-sky"])
        let page = try await console.page("tenants").text
        let id = String(try #require(page.firstMatch(of: #/data-tenant="([^"]+)"/#)).1)
        let project = try await console.config()

        try await console.submit("sign-in?tenant=\(id)", ["allowPasswordSignup": "on", "displayName": "green"])
        try await console.submit(
            "users?tenant=\(id)", ["emailPrivacyConfig.enableImprovedEmailPrivacy": nil])
        try await console.submit("factors?tenant=\(id)", ["mfaConfig.state": "ENABLED", "mfaConfig.sms": "on"])
        try await console.submit("passwords?tenant=\(id)", ["minPasswordLength": "9"])
        try await console.submit(
            "sign-in/numbers?tenant=\(id)", ["number": "+15555550100", "code": "123456"], on: "sign-in?tenant=\(id)")

        let tenant = try await server.getTenant(id).json
        #expect(tenant["displayName"] == "green")
        #expect(tenant["allowPasswordSignup"] == true)
        #expect(tenant["enableEmailLinkSignin"] == nil)
        #expect(tenant["emailPrivacyConfig"] == .emptyObject)
        #expect(tenant["mfaConfig"] == ["state": "ENABLED", "enabledProviders": ["PHONE_SMS"]])
        #expect(tenant["testPhoneNumbers"] == ["+15555550100": "123456"])
        #expect(try await console.config() == project)
        #expect(try await console.changed("sign-in?tenant=\(id)") == ["allowPasswordSignup"])
        #expect(try await console.changed("users?tenant=\(id)").count == 1)
        #expect(try await console.changed("factors?tenant=\(id)") == ["mfaConfig.state", "mfaConfig.sms"])
        #expect(try await console.changed("users").isEmpty)

        try await console.press("factors?tenant=\(id)", "reset", "*")
        try await console.press("sign-in?tenant=\(id)", "reset", "*")
        #expect(try await server.getTenant(id)["mfaConfig"] == nil)
        #expect(try await server.getTenant(id)["displayName"] == "green")

        try await console.press("tenants", "remove", id)
        #expect(try await server.getTenant(id).status == 404)
        #expect(try await console.page("sign-in?tenant=\(id)").status == 404)
    }

    @Test(arguments: TestProfile.allCases)
    func `looking for a tenant does not make it`(profile: TestProfile) async throws {
        let server = try TestServer(profile.value)
        let console = SettingsConsole(server: server)

        let answer = try await console.page("sign-in?tenant=nobody")

        #expect(answer.status == (profile == .production ? 400 : 404))
        let list = try await server.send(
            .get, "/identitytoolkit.googleapis.com/v2/projects/example/tenants",
            headers: [.authorization: "Bearer owner"])
        #expect(list["tenants"]?.arrayValue ?? [] == [])
    }

    @Test func `a tenant of the reference follows its project in what it has no field for`() async throws {
        let server = try TestServer(.emulator)
        let console = SettingsConsole(server: server)
        let id = try await server.makeTenant()

        try await console.submit("sign-in?tenant=\(id)", ["allowPasswordSignup": nil])
        #expect(try await server.getTenant(id)["allowPasswordSignup"] == false)
        let users = try await console.page("users?tenant=\(id)")
        #expect(users.text.contains("tenants follow their project"))
        #expect(!users.text.contains("enableImprovedEmailPrivacy"))
    }

    // MARK: Providers

    private static func configuration(_ server: TestServer, _ path: String) async throws -> TestAnswer {
        try await server.send(
            .get, "/identitytoolkit.googleapis.com/v2/projects/example/\(path)",
            headers: [.authorization: "Bearer owner"])
    }

    @Test(arguments: TestProfile.allCases)
    func `a well-known provider is set up, switched, changed and deleted`(profile: TestProfile) async throws {
        let server = try TestServer(profile.value)
        let console = SettingsConsole(server: server)
        let path = "defaultSupportedIdpConfigs/google.com"

        try await console.submit(
            "providers/google.com", ["clientId": "client", "clientSecret": "secret", "enabled": "on"])
        var config = try await Self.configuration(server, path)
        #expect(config["clientId"] == "client")
        #expect(config["clientSecret"] == "secret")
        #expect(config["enabled"] == true)
        #expect(try await console.overview() == ["providerConfigs"])

        try await console.press("providers/google.com", "action", "disable")
        #expect(try await console.page("providers").text.contains(#"badge warning">disabled"#))
        config = try await Self.configuration(server, path)
        #expect(config["enabled"] ?? false == false)
        #expect(config["clientId"] == "client")

        try await console.submit("providers/google.com", ["clientId": "other"])
        config = try await Self.configuration(server, path)
        #expect(config["clientId"] == "other")
        #expect(config["clientSecret"] == "secret")

        try await console.press("providers/google.com", "action", "delete")
        #expect(try await Self.configuration(server, path).message == "CONFIGURATION_NOT_FOUND")
        #expect(try await console.overview().isEmpty)
    }

    @Test func `an OpenID Connect provider is added and changed`() async throws {
        let server = try TestServer()
        let console = SettingsConsole(server: server)
        let entered: KeyValuePairs<String, String?> = [
            "configId": "oidc.acme", "displayName": "Acme", "clientId": "web", "issuer": "http://idp.example.test",
            "enabled": "on", "responseType": "code", "clientSecret": "s",
        ]

        let refused = try await console.submit("providers/oidc", entered)
        #expect(refused.status == 400)
        #expect(refused.text.contains("INVALID_ISSUER"))
        let form = try #require(PageForm.all(in: refused.text).first { $0.action.hasSuffix("/providers/oidc") })
        for (name, value) in entered { #expect(form.fields.first { $0.name == name }?.value == value, "\(name)") }

        try await console.submit(
            "providers/oidc",
            [
                "configId": "oidc.acme", "displayName": "Acme", "clientId": "web", "enabled": "on",
                "issuer": "https://idp.example.test", "responseType": "code", "clientSecret": "s",
            ])
        try await console.submit("providers/oidc.acme", ["displayName": "<b>Acme</b>", "responseType": "idToken"])
        let config = try await Self.configuration(server, "oauthIdpConfigs/oidc.acme")
        #expect(config["displayName"] == "<b>Acme</b>")
        #expect(config["issuer"] == "https://idp.example.test")
        #expect(config["responseType"] == ["idToken": true])
        #expect(config["clientSecret"] == "s")
        let page = try await console.page("providers").text
        #expect(page.contains("&lt;b&gt;Acme&lt;/b&gt;"))
        #expect(!page.contains("<b>Acme"))

        let again = try await console.submit(
            "providers/oidc", ["configId": "oidc.acme", "clientId": "web", "issuer": "https://idp.example.test"])
        #expect(again.text.contains("CONFIGURATION_EXISTS"))
    }

    @Test func `a SAML provider is added to a tenant with several certificates`() async throws {
        let server = try TestServer()
        let console = SettingsConsole(server: server)
        let tenant = try await server.makeTenant()
        let certificate = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----"

        let answer = try await console.submit(
            "providers/saml?tenant=\(tenant)",
            [
                "configId": "saml.acme", "idpConfig.idpEntityId": "idp", "spConfig.spEntityId": "app",
                "idpConfig.ssoUrl": "https://idp.example.test/sso",
                "idpConfig.idpCertificates": "\(certificate)\r\n\r\n\(certificate)\r\n",
                "spConfig.callbackUri": "https://app.example.test/__/auth/handler",
            ])
        #expect(answer.status == 303, "\(answer.text)")
        let config = try await Self.configuration(server, "tenants/\(tenant)/inboundSamlConfigs/saml.acme")
        let expected: JSON = ["x509Certificate": .string(certificate)]
        #expect(config.json[path: "idpConfig.idpCertificates"] == [expected, expected])

        try await console.submit(
            "providers/saml.acme?tenant=\(tenant)", ["idpConfig.signRequest": "on", "enabled": "on"])
        let changed = try await Self.configuration(server, "tenants/\(tenant)/inboundSamlConfigs/saml.acme")
        #expect(changed.json[path: "idpConfig.signRequest"] == true)
        #expect(changed.json[path: "idpConfig.idpCertificates"] == [expected, expected])
        #expect(try await console.page("providers/saml.acme?tenant=\(tenant)").text.contains("BEGIN CERTIFICATE"))
        #expect(try await console.page("providers/saml.acme").status == 404)
    }
}
