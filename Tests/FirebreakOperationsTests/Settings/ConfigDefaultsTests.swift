import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// What a new project starts with (firebreak.md section 3, production.md section 14).
struct ConfigDefaultsTests {
    static let path = "/identitytoolkit.googleapis.com/v2/projects/example/config"
    static let owner: HTTPFields = [.authorization: "Bearer owner"]

    @Test(arguments: ["demo-firebreak", "example", "a", "UPPER", "ü"])
    func `a project number has twelve digits that follow from the ID, or is the reference's`(id: String) {
        let project = ProjectID(rawValue: id)

        let number = ProjectNumber.of(project, .local)
        #expect(number.count == 12 && number.allSatisfy { ("0"..."9").contains($0) } && !number.hasPrefix("0"))
        #expect(ProjectNumber.of(project, .production) == number)
        #expect(ProjectNumber.of(project, .emulator) == "12345")
        #expect(ProjectNumber.of(ProjectID(rawValue: id + "x"), .local) != number)
    }

    /// Authorized domains are an addition, for who adds one to the list (firebreak.md section 3.3).
    @Test func `in profile emulator the configuration is the reference's and the list of domains`() async throws {
        for path in [Self.path, "/identitytoolkit.googleapis.com/admin/v2/projects/example/config"] {
            let answer = try await TestServer(.emulator).send(.get, path, nil, headers: Self.owner)

            #expect(
                answer.text
                    == #"{"signIn":{"allowDuplicateEmails":false},"blockingFunctions":{},"emailPrivacyConfig":{"enableImprovedEmailPrivacy":false},"authorizedDomains":["localhost","127.0.0.1","[::1]","example.firebaseapp.com","example.web.app"]}"#
            )
        }
    }

    @Test func `in profile local every sign-in method is on, and false is not shown`() async throws {
        let config = try await TestServer(.local).send(.get, Self.path, nil, headers: Self.owner).json

        let number = ProjectNumber.of(ProjectID(rawValue: "example"), .local)
        #expect(config["name"] == .string("projects/\(number)/config"))
        #expect(
            config["authorizedDomains"] == [
                "localhost", "127.0.0.1", "[::1]", "example.firebaseapp.com", "example.web.app",
            ])
        #expect(config[path: "signIn.email.enabled"] == true)
        #expect(config[path: "signIn.anonymous.enabled"] == true)
        #expect(config[path: "signIn.phoneNumber.enabled"] == true)
        #expect(config[path: "multiTenant.allowTenants"] == true)
        #expect(config[path: "emailPrivacyConfig.enableImprovedEmailPrivacy"] == true)
        #expect(config[path: "mfa.state"] == "ENABLED")
        #expect(config["signIn"]?.names == ["email", "phoneNumber", "anonymous", "hashConfig"])
        #expect(config[path: "signIn.email"] == ["enabled": true])
    }

    @Test func `in profile production it is a fresh project's, without what is false`() async throws {
        let config = try await TestServer(.production).send(.get, Self.path, nil, headers: Self.owner).json

        let number = ProjectNumber.of(ProjectID(rawValue: "example"), .production)
        #expect(config["name"] == .string("projects/\(number)/config"))
        #expect(config["authorizedDomains"] == ["example.firebaseapp.com", "example.web.app"])
        #expect(config[path: "signIn.email"] == ["enabled": true, "passwordRequired": true])
        #expect(config[path: "signIn.anonymous"] == [:])
        #expect(config[path: "signIn.phoneNumber"] == [:])
        #expect(config["smsRegionConfig"] == ["allowlistOnly": [:]])
        #expect(config["passwordPolicyConfig"] == nil)
        #expect(config[path: "signIn.allowDuplicateEmails"] == nil)
        #expect(config["multiTenant"] == [:])
        #expect(config["quota"] == [:])
        #expect(config["monitoring"] == ["requestLogging": [:]])
        #expect(config["subtype"] == "IDENTITY_PLATFORM")
        #expect(config["mfa"] == ["state": "DISABLED"])
        #expect(config["blockingFunctions"] == [:])
        #expect(config["emailPrivacyConfig"] == ["enableImprovedEmailPrivacy": true])
        #expect(config["mobileLinksConfig"] == ["domain": "HOSTING_DOMAIN"])
        #expect(config[path: "notification.defaultLocale"] == "en")
        #expect(config[path: "client.permissions"] == [:])
        #expect(config[path: "client.firebaseSubdomain"] == "example")
        #expect(config["defaultHostingSite"] == "example")
        #expect(config[path: "client.apiKey"]?.stringValue?.hasPrefix("AIza") == true)
    }

    /// production.md section 4.1: names of templates, their subjects, and the paragraphs before the greeting.
    private static let mails: [(name: String, subject: String, paragraphs: [String])] = [
        (
            "verifyEmail", "Verify your email for %APP_NAME%",
            [
                "Hello %DISPLAY_NAME%,", "Follow this link to verify your email address.", link,
                "If you didn’t ask to verify this address, you can ignore this email.",
            ]
        ),
        (
            "resetPassword", "Reset your password for %APP_NAME%",
            [
                "Hello,", "Follow this link to reset your %APP_NAME% password for your %EMAIL% account.", link,
                "If you didn’t ask to reset your password, you can ignore this email.",
            ]
        ),
        (
            "changeEmail", "Your sign-in email was changed for %APP_NAME%",
            [
                "Hello %DISPLAY_NAME%,", "Your sign-in email for %APP_NAME% was changed to %NEW_EMAIL%.",
                "If you didn’t ask to change your email, follow this link to reset your sign-in email.", link,
            ]
        ),
        (
            "revertSecondFactorAddition", "You've added 2 step verification to your %APP_NAME% account.",
            [
                "Hello %DISPLAY_NAME%,",
                "Your account in %APP_NAME% has been updated with %SECOND_FACTOR% for 2-step verification.",
                "If you didn't add this 2-step verification, click the link below to remove it.", link,
            ]
        ),
    ]
    private static let link = "<a href='%LINK%'>%LINK%</a>"

    @Test(arguments: [TestProfile.local, .production])
    func `the configuration shows the texts of mails and SMS, and a change does not`(profile: TestProfile) async throws
    {
        let server = try TestServer(profile.value)
        let mail = "notification.sendEmail"

        let fresh = try await server.send(.get, Self.path, nil, headers: Self.owner).json
        for (name, subject, paragraphs) in Self.mails {
            let body = (paragraphs + ["Thanks,", "Your %APP_NAME% team"]).map { "<p>\($0)</p>" }
            #expect(
                fresh[path: "\(mail).\(name)Template"] == [
                    "senderLocalPart": "noreply", "subject": .string(subject),
                    "body": .string(body.joined(separator: "\n")), "bodyFormat": "HTML", "replyTo": "noreply",
                ])
        }
        #expect(fresh[path: "notification.sendSms.smsTemplate.content"]?.stringValue?.contains("%LOGIN_CODE%") == true)

        let own: JSON = ["notification": ["sendEmail": ["verifyEmailTemplate": ["subject": "Hi"]]]]
        let changed = try await server.configure("\(mail).verifyEmailTemplate.subject", own)
        #expect(changed.json[path: mail]?.names == ["method", "callbackUri", "dnsInfo"])
        #expect(changed.json[path: "notification.sendSms"] == fresh[path: "notification.sendSms"])
        let stored = try await server.send(.get, Self.path, nil, headers: Self.owner).json
        #expect(stored[path: "\(mail).verifyEmailTemplate.subject"] == "Hi")
        #expect(
            stored[path: "\(mail).verifyEmailTemplate.body"] == fresh[path: "\(mail).verifyEmailTemplate.body"])
    }

    /// production.md section 14
    @Test(arguments: [Profile.local, .production])
    func `the default handler of action links is shown until there is another one`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let path = "notification.sendEmail.callbackUri"
        func shown() async throws -> JSON? {
            try await server.adminGet("/v2/projects/example/config").json[path: path]
        }
        let standard: JSON = "https://example.firebaseapp.com/__/auth/action"

        #expect(try await shown() == standard)
        try await server.set(path, "https://shop.test/act")
        #expect(try await shown() == "https://shop.test/act")
        try await server.set(path, "")
        #expect(try await shown() == standard)
    }

    @Test(arguments: TestProfile.allCases)
    func `the configuration is for admins`(profile: TestProfile) async throws {
        let server = try TestServer(profile.value)

        #expect(try await server.send(.get, Self.path).status == 403)
        for method in [HTTPRequest.Method.get, .patch] {
            let answer = try await server.send(method, Self.path + "?key=k", method == .get ? nil : [:])
            #expect(answer.status == 400)
            #expect(
                answer.message == "INSUFFICIENT_PERMISSION : Only authenticated requests can specify target_project_id."
            )
        }
    }
}
