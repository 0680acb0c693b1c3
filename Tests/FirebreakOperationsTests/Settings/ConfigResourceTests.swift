import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import Testing

/// The form of the configuration in responses of profiles `local` and `production` (production.md section 14).
struct ConfigResourceTests {
    private static let profiles = [Profile.local, .production]

    private func config(_ server: TestServer) async throws -> JSON {
        try await server.adminGet("/v2/projects/example/config").json
    }

    @Test(arguments: profiles)
    func `members stand in production's order, however they were written`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        try await server.set("autodeleteAnonymousUsers", true)
        try await server.set("passwordPolicyConfig", ["passwordPolicyVersions": [[:]]])
        try await server.set("recaptchaConfig.useAccountDefender", true)
        try await server.set("signIn.phoneNumber.testPhoneNumbers", ["+16505550100": "123456"])

        let config = try await config(server)

        #expect(
            config.names == [
                "name", "signIn", "notification", "quota", "monitoring", "multiTenant", "authorizedDomains", "subtype",
                "client", "mfa", "blockingFunctions", "recaptchaConfig", "smsRegionConfig",
                "autodeleteAnonymousUsers", "passwordPolicyConfig", "emailPrivacyConfig", "mobileLinksConfig",
                "defaultHostingSite",
            ])
        #expect(config["client"]?.names == ["apiKey", "permissions", "firebaseSubdomain"])
        #expect(config["notification"]?.names == ["sendEmail", "sendSms", "defaultLocale"])
        #expect(
            config[path: "notification.sendEmail"]?.names == [
                "method", "resetPasswordTemplate", "verifyEmailTemplate", "changeEmailTemplate", "callbackUri",
                "dnsInfo",
                "revertSecondFactorAdditionTemplate",
            ])
        #expect(config["signIn"]?.names == ["email", "phoneNumber", "anonymous", "hashConfig"])
    }

    @Test(arguments: profiles)
    func `recaptchaConfig has its own order`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        try await server.set(
            "recaptchaConfig",
            [
                "useSmsTollFraudProtection": true, "useSmsBotScore": true,
                "tollFraudManagedRules": [["action": "BLOCK", "startScore": .number("0.3")]],
                "phoneEnforcementState": "AUDIT",
                "managedRules": [["action": "BLOCK", "endScore": .number("0.3")]],
                "emailPasswordEnforcementState": "AUDIT",
            ])

        let shown = try await config(server)["recaptchaConfig"]
        #expect(
            shown?.names == [
                "emailPasswordEnforcementState", "managedRules", "phoneEnforcementState", "tollFraudManagedRules",
                "useSmsBotScore", "useSmsTollFraudProtection",
            ])
    }

    @Test(arguments: profiles)
    func `some members are always shown`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let members = ["notification", "monitoring", "client", "quota", "multiTenant", "blockingFunctions"]
        #expect(try await server.configure(members.joined(separator: ","), [:]).status == 200)

        let config = try await config(server)

        let handler: JSON = "https://example.firebaseapp.com/__/auth/action"
        #expect(config[path: "notification.sendEmail.callbackUri"] == handler)
        #expect(
            config[path: "notification.sendEmail.dnsInfo"] == [
                "customDomainState": "NOT_STARTED", "domainVerificationRequestTime": "1970-01-01T00:00:00Z",
            ])
        #expect(config["monitoring"] == ["requestLogging": [:]])
        #expect(config[path: "client.permissions"] == [:])
        for name in ["quota", "multiTenant", "blockingFunctions"] { #expect(config[name] == [:]) }
    }

    @Test(arguments: profiles)
    func `a link leads to this server until another handler is written`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        func link() async throws -> String {
            try await server.oobLink("PASSWORD_RESET", "alice@example.test").string("oobLink") ?? ""
        }
        _ = try await server.user()
        let shown = try #require(try await config(server)[path: "notification.sendEmail.callbackUri"])
        #expect(try await link().hasPrefix("https://example.firebaseapp.com") == false)

        // By who reads, changes and writes back the whole document.
        try await server.set("notification.sendEmail.callbackUri", shown)
        #expect(try await link().hasPrefix("https://example.firebaseapp.com") == false)
        try await server.set("notification.sendEmail.callbackUri", "https://app.example.test/handler")
        #expect(try await link().hasPrefix("https://app.example.test/handler?"))
        #expect(
            try await config(server)[path: "notification.sendEmail.callbackUri"] == "https://app.example.test/handler")
    }

    @Test(arguments: profiles)
    func `what is false or empty is not shown`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        try await server.set("signIn.phoneNumber", ["enabled": true, "testPhoneNumbers": ["+16505550100": "123456"]])
        try await server.set("signIn.allowDuplicateEmails", false)
        try await server.set("signIn.anonymous", ["enabled": false])
        try await server.set("authorizedDomains", [])
        try await server.set("emailPrivacyConfig", ["enableImprovedEmailPrivacy": false])
        try await server.set("autodeleteAnonymousUsers", false)
        try await server.set("smsRegionConfig", ["allowlistOnly": ["allowedRegions": []]])

        let emptied = try await server.configure(
            "signIn.phoneNumber.testPhoneNumbers", ["signIn": ["phoneNumber": ["testPhoneNumbers": [:]]]])

        #expect(emptied.json[path: "signIn.phoneNumber"] == ["enabled": true])
        #expect(emptied.json[path: "signIn.allowDuplicateEmails"] == nil)
        #expect(emptied.json[path: "signIn.anonymous"] == [:])
        #expect(emptied["authorizedDomains"] == nil && emptied["autodeleteAnonymousUsers"] == nil)
        #expect(emptied["emailPrivacyConfig"] == [:])
        #expect(emptied["smsRegionConfig"] == ["allowlistOnly": [:]])
    }

    @Test(arguments: profiles)
    func `a change shows the text of SMS and no mails`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let changed = try await server.configure(
            "notification.sendSms.useDeviceLocale", ["notification": ["sendSms": ["useDeviceLocale": true]]])

        #expect(changed.json[path: "notification.sendSms.smsTemplate.content"]?.stringValue?.isEmpty == false)
        #expect(changed.json[path: "notification.sendSms.useDeviceLocale"] == true)
        #expect(changed.json[path: "notification.sendEmail"]?.names == ["method", "callbackUri", "dnsInfo"])
    }

    @Test(arguments: profiles, Language.allCases)
    func `the texts are in the project's language`(_ profile: Profile, _ language: Language) async throws {
        let server = try await TestServer.open(profile)
        try await server.set("notification.defaultLocale", .string(language.rawValue))
        let notification = try await config(server)["notification"]

        let mail = notification?["sendEmail"]?["verifyEmailTemplate"]
        #expect((mail?["subject"] == "Verify your email for %APP_NAME%") == (language == .english))
        for name in ["resetPassword", "verifyEmail", "changeEmail", "revertSecondFactorAddition"] {
            let mail = notification?["sendEmail"]?["\(name)Template"]
            let body = try #require(mail?["body"]?.stringValue)
            #expect(body.hasPrefix("<p>") && body.hasSuffix("</p>"))
            #expect(body.contains("<p><a href='%LINK%'>%LINK%</a></p>\n"))
            #expect(body.contains("%APP_NAME%"))
            #expect(mail?["subject"]?.stringValue?.contains("%APP_NAME%") == true)
        }
        let sms = notification?["sendSms"]?["smsTemplate"]?["content"]?.stringValue
        #expect(sms?.contains("%LOGIN_CODE%") == true && sms?.contains("%APP_NAME%") == true)
    }
}
