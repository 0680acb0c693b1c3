import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// tenants-config.md A5 and firebreak.md section 3: what a tenant's switches do.
struct TenantSettingsTests {
    private func server(_ profile: Profile, _ off: String) async throws -> (server: TestServer, tenant: String) {
        let server = try await TestServer.open(profile, privacy: false)
        let tenant = try await server.makeTenant()
        try #require(try await server.patchTenant(tenant, [off: false], mask: off).status == 200)
        return (server, tenant)
    }

    @Test(arguments: Profile.allCases)
    func `a tenant without passwords`(_ profile: Profile) async throws {
        let (server, tenant) = try await server(profile, "allowPasswordSignup")
        let id = JSON.string(tenant)
        let user: JSON = ["email": "a@x.test", "password": "secret1"]
        func app(_ method: String, _ body: JSON) async throws -> String {
            try await server.app(method, body.merging(["tenantId": id])).outcome
        }

        #expect(try await app("accounts:signUp", user) == "OPERATION_NOT_ALLOWED")
        #expect(try await app("accounts:signUp", ["email": "a@x.test"]) == "MISSING_PASSWORD")
        #expect(try await app("accounts:signUp", [:]) == "OK")
        #expect(try await app("accounts:signInWithPassword", [:]) == "PASSWORD_LOGIN_DISABLED")
        let reset: JSON = ["oobCode": "x", "newPassword": "other-horse"]
        let refusal = profile == .emulator ? "PASSWORD_LOGIN_DISABLED" : "OPERATION_NOT_ALLOWED"
        for body: JSON in [reset, ["oobCode": "x"], [:]] {
            #expect(try await app("accounts:resetPassword", body) == refusal)
        }
        #expect(try await server.admin("accounts", user, tenant: tenant).outcome == "OK")
        #expect(try await server.oobLink("PASSWORD_RESET", "a@x.test", tenant: tenant).outcome == "OK")
        #expect(try await server.signUp("a@x.test").outcome == "OK")
    }

    @Test(arguments: Profile.allCases)
    func `a tenant without anonymous users`(_ profile: Profile) async throws {
        let (server, tenant) = try await server(profile, "enableAnonymousUser")

        #expect(
            try await server.app("accounts:signUp", ["tenantId": .string(tenant)]).outcome == "ADMIN_ONLY_OPERATION")
        #expect(try await server.tenantUser(tenant).id.isEmpty == false)
        #expect(try await server.admin("accounts", tenant: tenant).outcome == "OK")
    }

    @Test(arguments: Profile.allCases)
    func `a tenant without sign-in links`(_ profile: Profile) async throws {
        let (server, tenant) = try await server(profile, "enableEmailLinkSignin")
        let id = JSON.string(tenant)
        let link: JSON = ["tenantId": id, "requestType": "EMAIL_SIGNIN"]

        #expect(try await server.app("accounts:sendOobCode", link).outcome == "OPERATION_NOT_ALLOWED")
        #expect(
            try await server.app("accounts:signInWithEmailLink", ["tenantId": id, "idToken": "junk"]).outcome
                == "OPERATION_NOT_ALLOWED")
        #expect(try await server.oobLink("EMAIL_SIGNIN", "a@x.test", tenant: tenant).outcome == "OPERATION_NOT_ALLOWED")
    }

    /// App methods of a disabled tenant, with bodies that each would refuse later.
    static let methods = [
        "accounts:signUp", "accounts:signInWithPassword", "accounts:signInWithCustomToken",
        "accounts:signInWithEmailLink", "accounts:lookup", "accounts:update", "accounts:delete",
        "accounts:createAuthUri", "accounts:resetPassword", "accounts:sendOobCode",
    ]

    @Test(arguments: Profile.allCases)
    func `a disabled tenant refuses everything first`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let tenant = try await server.makeTenant()
        let user = try await server.tenantUser(tenant)
        try #require(try await server.patchTenant(tenant, ["disableAuth": true], mask: "disableAuth").status == 200)
        let expected = profile == .emulator ? "PROJECT_DISABLED" : "TENANT_DISABLED"

        for method in Self.methods {
            let outcome = try await server.app(method, ["tenantId": .string(tenant)]).outcome
            #expect(outcome == expected, "\(method)")
        }
        for method in [
            "accounts", "accounts:lookup", "accounts:update", "accounts:delete", "accounts:sendOobCode",
            "accounts:batchCreate", "accounts:query",
        ] {
            #expect(try await server.admin(method, tenant: tenant).outcome == expected, "\(method)")
        }
        let export = try await server.adminGet("/v1/projects/example/tenants/\(tenant)/accounts:batchGet")
        #expect(export.outcome == expected)
        // What tenants-config.md A5 leaves out.
        #expect(
            try await server.refresh(user.refreshToken).outcome == (profile == .emulator ? "OK" : "TENANT_DISABLED"))
        #expect(try await server.admin(":createSessionCookie", ["idToken": user.token]).outcome == "OK")
        let deletion = try await server.admin("accounts:batchDelete", ["localIds": ["nobody"]], tenant: tenant)
        #expect(deletion.outcome == "OK")
        #expect(try await server.signUp("a@x.test").outcome == "OK")
    }

    @Test(arguments: Profile.allCases)
    func `a new tenant of an admin has everything off`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let created = try await server.createTenant(["displayName": "blue-sky"])
        let tenant = JSON.string(String((created.string("name") ?? "").split(separator: "/").last ?? ""))

        #expect(try await server.app("accounts:signUp", ["tenantId": tenant]).outcome == "ADMIN_ONLY_OPERATION")
        #expect(
            try await server.app(
                "accounts:signUp", ["tenantId": tenant, "email": "a@x.test", "password": "secret1"]
            ).outcome == "OPERATION_NOT_ALLOWED")
    }

    @Test func `a tenant that the reference makes on mention has everything on`() async throws {
        let server = try TestServer(.emulator)

        #expect(try await server.app("accounts:signUp", ["tenantId": "blue"]).outcome == "OK")
        #expect(try await server.tenantUser("blue").id.isEmpty == false)
        #expect(try await server.oobLink("EMAIL_SIGNIN", "a@x.test", tenant: "blue").outcome == "OK")
    }

    @Test(arguments: [Profile.local, .production])
    func `a masked switch that the body lacks goes off`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let tenant = try await server.makeTenant()
        try #require(try await server.patchTenant(tenant, [:], mask: "enableAnonymousUser").status == 200)

        let outcome = try await server.app("accounts:signUp", ["tenantId": .string(tenant)]).outcome
        #expect(outcome == "ADMIN_ONLY_OPERATION")
        #expect(
            try await server.patchTenant(tenant, ["allowPasswordSignup": true]).outcome
                == "MISSING_DISPLAY_NAME : Missing tenant with valid display_name.")
    }

    // MARK: Second factors

    @Test(arguments: Profile.allCases)
    func `a tenant asks for second factors by itself`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let tenant = try await server.makeTenant()
        let account: JSON = [
            "localId": "a", "email": "a@x.test", "emailVerified": true, "rawPassword": "correct-horse",
            "mfaInfo": [["mfaEnrollmentId": "1", "phoneInfo": "+15555550100"]],
        ]
        _ = try await server.admin("accounts:batchCreate", ["users": [account]], tenant: tenant)

        #expect(try await server.signIn("a@x.test", tenant: tenant)["idToken"] != nil)
        _ = try await server.patchTenant(
            tenant, ["mfaConfig": ["state": "ENABLED", "enabledProviders": ["PHONE_SMS"]]], mask: "mfaConfig")
        #expect(try await server.signIn("a@x.test", tenant: tenant)["mfaPendingCredential"] != nil)
    }

    // MARK: Enumeration protection

    private func hidesAddresses(_ server: TestServer, _ tenant: String) async throws -> Bool {
        let outcome = try await server.signIn("nobody@x.test", tenant: tenant).outcome
        try #require(["INVALID_LOGIN_CREDENTIALS", "EMAIL_NOT_FOUND"].contains(outcome), "\(outcome)")
        return outcome == "INVALID_LOGIN_CREDENTIALS"
    }

    @Test(arguments: Profile.allCases, [false, true])
    func `a new tenant protects addresses as its profile says`(_ profile: Profile, _ isProtected: Bool) async throws {
        let server = try await TestServer.open(profile, privacy: isProtected)
        let tenant = try await server.makeTenant()

        #expect(try await hidesAddresses(server, tenant) == (profile == .production ? false : isProtected))
        try await server.set("emailPrivacyConfig.enableImprovedEmailPrivacy", .bool(!isProtected))
        let later =
            switch profile {
            case .emulator: !isProtected
            case .local: isProtected
            case .production: false
            }
        #expect(try await hidesAddresses(server, tenant) == later)
    }

    @Test(arguments: Profile.allCases)
    func `a tenant's own setting counts outside the reference`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile, privacy: false)
        let tenant = try await server.makeTenant()
        let answer = try await server.patchTenant(
            tenant, ["emailPrivacyConfig": ["enableImprovedEmailPrivacy": true]], mask: "emailPrivacyConfig")
        try #require(answer.status == 200)

        #expect(try await hidesAddresses(server, tenant) == (profile != .emulator))
        #expect(try await server.signIn("nobody@x.test").outcome == "EMAIL_NOT_FOUND")
    }

    // MARK: Links

    @Test(arguments: [Profile.local, .production])
    func `an admin's sign-in link for a tenant needs no URL`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let tenant = try await server.makeTenant()
        let inApp: JSON = ["canHandleCodeInApp": true]
        let body: JSON = ["requestType": "EMAIL_SIGNIN", "email": "a@x.test", "tenantId": .string(tenant)]

        #expect(try await server.oobLink("EMAIL_SIGNIN", "a@x.test", inApp, tenant: tenant).outcome == "OK")
        #expect(try await server.app("accounts:sendOobCode", body.merging(inApp)).outcome == "MISSING_CONTINUE_URI")
    }
}
