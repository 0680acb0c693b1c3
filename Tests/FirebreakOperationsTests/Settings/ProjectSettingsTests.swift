import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// Flags of the configuration are enforced; in profile `emulator` most are inert (tenants-config.md A2).
struct ProjectSettingsTests {
    private static let credentials: JSON = ["email": "new@example.test", "password": "correct-horse"]

    private func signIn(_ server: TestServer, _ email: String = "unknown@example.test") async throws -> TestAnswer {
        try await server.app("accounts:signInWithPassword", ["email": .string(email), "password": "correct-horse"])
    }

    private func send(_ server: TestServer, _ type: String, to email: String, url: String? = "http://localhost/x")
        async throws
        -> TestAnswer
    {
        var body: JSON = ["requestType": .string(type), "email": .string(email)]
        body["continueUrl"] = url.map(JSON.string)
        return try await server.app("accounts:sendOobCode", body)
    }

    @Test(arguments: [TestProfile.local, .production])
    func `signing in by password can be switched off`(profile: TestProfile) async throws {
        let server = try TestServer(profile.value)
        _ = try await server.signUp("old@example.test")
        _ = try await server.configure("signIn.email.enabled", ["signIn": ["email": ["enabled": false]]])

        #expect(try await server.app("accounts:signUp", Self.credentials).message == "OPERATION_NOT_ALLOWED")
        #expect(try await signIn(server, "old@example.test").message == "PASSWORD_LOGIN_DISABLED")
        #expect(try await send(server, "EMAIL_SIGNIN", to: "old@example.test").message == "OPERATION_NOT_ALLOWED")
        #expect(try await server.admin("accounts", Self.credentials).status == 200)

        _ = try await server.configure("signIn.email.enabled", ["signIn": ["email": ["enabled": true]]])
        #expect(try await signIn(server, "old@example.test").status == 200)
    }

    @Test func `signing in by e-mail link can be switched off`() async throws {
        let server = try TestServer(.local)
        #expect(try await send(server, "EMAIL_SIGNIN", to: "a@example.test").status == 200)

        _ = try await server.configure(
            "signIn.email.passwordRequired", ["signIn": ["email": ["passwordRequired": true]]])
        #expect(try await send(server, "EMAIL_SIGNIN", to: "a@example.test").message == "OPERATION_NOT_ALLOWED")
        #expect(try await server.signUp("b@example.test").status == 200)
    }

    @Test func `a fresh production project knows passwords only`() async throws {
        let server = try TestServer(.production)

        #expect(try await server.app("accounts:signUp").message == "ADMIN_ONLY_OPERATION")
        #expect(
            try await send(server, "EMAIL_SIGNIN", to: "a@example.test", url: "https://example.web.app").message
                == "OPERATION_NOT_ALLOWED")
        #expect(try await server.signUp("a@example.test").status == 200)
    }

    @Test func `anonymous accounts can be switched off`() async throws {
        let server = try TestServer(.local)
        #expect(try await server.app("accounts:signUp").status == 200)

        _ = try await server.configure("signIn.anonymous.enabled", ["signIn": ["anonymous": ["enabled": false]]])
        #expect(try await server.app("accounts:signUp").message == "ADMIN_ONLY_OPERATION")
        #expect(try await server.app("accounts:signUp", Self.credentials).status == 200)
    }

    @Test(arguments: [TestProfile.local, .production])
    func `signing up can be left to admins`(profile: TestProfile) async throws {
        let server = try TestServer(profile.value)
        _ = try await server.signUp("old@example.test")
        _ = try await server.configure("signIn.email", ["signIn": ["email": ["enabled": true]]])
        let url = profile == .local ? "http://localhost/x" : "https://example.web.app/x"

        _ = try await server.configure(
            "client.permissions.disabledUserSignup", ["client": ["permissions": ["disabledUserSignup": true]]])

        #expect(try await server.app("accounts:signUp", Self.credentials).message == "ADMIN_ONLY_OPERATION")
        #expect(
            try await send(server, "EMAIL_SIGNIN", to: "unknown@example.test", url: url).message
                == "ADMIN_ONLY_OPERATION")
        #expect(try await send(server, "EMAIL_SIGNIN", to: "old@example.test", url: url).status == 200)
        #expect(try await server.admin("accounts", Self.credentials).status == 200)
    }

    @Test(arguments: [TestProfile.local, .production])
    func `deleting can be left to admins`(profile: TestProfile) async throws {
        let server = try TestServer(profile.value)
        let user = try await server.signUp("a@example.test")
        let idToken = try #require(user["idToken"])
        let localID = try #require(user["localId"])
        _ = try await server.configure(
            "client.permissions.disabledUserDeletion", ["client": ["permissions": ["disabledUserDeletion": true]]])

        #expect(try await server.app("accounts:delete", ["idToken": idToken]).message == "ADMIN_ONLY_OPERATION")
        #expect(try await server.admin("accounts:delete", ["localId": localID]).status == 200)
    }

    @Test(arguments: TestProfile.allCases)
    func `enumeration protection hides addresses exactly while it is on`(profile: TestProfile) async throws {
        let server = try TestServer(profile.value)
        func set(_ isOn: Bool) async throws {
            _ = try await server.configure(
                "emailPrivacyConfig.enableImprovedEmailPrivacy",
                ["emailPrivacyConfig": ["enableImprovedEmailPrivacy": .bool(isOn)]])
        }
        _ = try await server.signUp("known@example.test")

        #expect(
            try await signIn(server).message == (profile == .emulator ? "EMAIL_NOT_FOUND" : "INVALID_LOGIN_CREDENTIALS")
        )
        try await set(true)
        #expect(try await signIn(server).message == "INVALID_LOGIN_CREDENTIALS")
        #expect(try await send(server, "PASSWORD_RESET", to: "unknown@example.test", url: nil).status == 200)
        try await set(false)
        #expect(try await signIn(server).message == "EMAIL_NOT_FOUND")
        #expect(
            try await send(server, "PASSWORD_RESET", to: "unknown@example.test", url: nil).message == "EMAIL_NOT_FOUND")
    }

    @Test(arguments: TestProfile.allCases)
    func `links return to authorized domains only`(profile: TestProfile) async throws {
        let server = try TestServer(profile.value)
        _ = try await server.signUp("a@example.test")
        func reset(_ url: String) async throws -> String? {
            try await send(server, "PASSWORD_RESET", to: "a@example.test", url: url).message
        }
        let refused = "UNAUTHORIZED_DOMAIN : Domain not allowlisted by project"

        #expect(try await reset("https://example.web.app/x") == nil)
        #expect(try await reset("http://localhost:3000/x") == (profile == .production ? refused : nil))
        #expect(try await reset("http://[::1]:3000/x") == (profile == .production ? refused : nil))
        for url in ["https://shop.test/", "https://sub.example.web.app/", "https://example.web.app.evil.test/"] {
            #expect(try await reset(url) == (profile == .emulator ? nil : refused))
        }

        let list: JSON = ["authorizedDomains": ["Shop.TEST"]]
        #expect(try await server.configure("authorizedDomains", list).status == 200)
        #expect(try await reset("https://shop.test:444/a?b") == nil)
        #expect(try await reset("https://SHOP.test") == nil)
        #expect(try await reset("https://sub.shop.test") == refused)
        #expect(try await reset("https://example.web.app/x") == refused)
        let byAdmin = try await server.admin(
            "accounts:sendOobCode",
            ["requestType": "PASSWORD_RESET", "email": "a@example.test", "continueUrl": "https://evil.test"])
        #expect(byAdmin.message == refused)
    }

    @Test(arguments: [TestProfile.local, .emulator])
    func `everything can be authorized`(profile: TestProfile) async throws {
        let server = try TestServer(profile.value)
        _ = try await server.signUp("a@example.test")
        _ = try await server.configure("authorizedDomains", ["authorizedDomains": ["*"]])

        #expect(try await send(server, "PASSWORD_RESET", to: "a@example.test", url: "https://any.test/").status == 200)
    }

    @Test(arguments: [TestProfile.local, .production])
    func `an own page and language are used for mails`(profile: TestProfile) async throws {
        let server = try TestServer(profile.value)
        _ = try await server.signUp("a@example.test")
        _ = try await server.configure(
            "notification.sendEmail.callbackUri,notification.defaultLocale",
            ["notification": ["sendEmail": ["callbackUri": "https://auth.shop.test/act"], "defaultLocale": "de"]])

        #expect(try await send(server, "PASSWORD_RESET", to: "a@example.test", url: nil).status == 200)

        let mail = try await server.latestMessage(to: "a@example.test")
        #expect(mail[path: "link.action"]?.stringValue?.hasPrefix("https://auth.shop.test/act?") == true)
        #expect(mail["locale"] == "de")
    }

    @Test func `tenants need to be allowed`() async throws {
        let server = try TestServer(.local)
        let path = "/identitytoolkit.googleapis.com/v2/projects/example/tenants"
        let owner: HTTPFields = [.authorization: "Bearer owner"]
        #expect(try await server.send(.post, path, ["displayName": "blue"], headers: owner).status == 200)

        _ = try await server.configure("multiTenant.allowTenants", ["multiTenant": ["allowTenants": false]])

        #expect(
            try await server.send(.post, path, ["displayName": "blue"], headers: owner).message == "INVALID_PROJECT_ID")
        #expect(try await server.send(.get, path, nil, headers: owner).message == "INVALID_PROJECT_ID")
    }

    @Test func `in profile emulator switches are stored, echoed and inert`() async throws {
        let server = try TestServer(.emulator)
        let body: JSON = [
            "signIn": ["email": ["enabled": false, "passwordRequired": true], "anonymous": ["enabled": false]],
            "client": ["permissions": ["disabledUserSignup": true, "disabledUserDeletion": true]],
            "multiTenant": ["allowTenants": false],
        ]

        let answer = try await server.configure("signIn.email,signIn.anonymous,client,multiTenant", body)

        #expect(answer.json["client"] == body["client"])
        let user = try await server.signUp("a@example.test")
        #expect(user.status == 200)
        #expect(try await server.app("accounts:signUp").status == 200)
        #expect(try await send(server, "EMAIL_SIGNIN", to: "a@example.test").status == 200)
        #expect(try await server.app("accounts:delete", ["idToken": try #require(user["idToken"])]).status == 200)
        #expect(try await server.admin("accounts", [:], tenant: "blue").status == 200)
    }

    @Test(arguments: TestProfile.allCases)
    func `duplicate addresses are never for passwords`(profile: TestProfile) async throws {
        let server = try TestServer(profile.value)
        _ = try await server.configure("signIn.allowDuplicateEmails", ["signIn": ["allowDuplicateEmails": true]])
        _ = try await server.signUp("a@example.test")

        #expect(try await server.signUp("A@example.test").message == "EMAIL_EXISTS")
    }
}
