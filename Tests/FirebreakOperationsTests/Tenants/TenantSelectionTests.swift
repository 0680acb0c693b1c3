import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// wire.md section 6, firebreak.md sections 2 and 3, production.md section 8.1: which tenant a request is for.
struct TenantSelectionTests {
    @Test(arguments: Profile.allCases)
    func `an unknown tenant exists on mention in the reference only`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let body: JSON = ["email": "a@x.test", "password": "secret1", "tenantId": "blue"]
        let expected = profile == .emulator ? "OK" : "INVALID_TENANT_ID"

        #expect(try await server.app("accounts:signUp", body).outcome == expected)
        #expect(try await server.admin("accounts:lookup", ["localId": ["a"]], tenant: "green").outcome == expected)
        let managed = profile == .emulator ? "OK" : "404 TENANT_NOT_FOUND"
        #expect(try await server.getTenant("red").outcome == managed)
        let page = try await server.action("mode=verifyEmail&oobCode=x&apiKey=k&tenantId=gone")
        #expect(page["authEmulator"] != nil || profile != .emulator)
        #expect(page.outcome == expected || profile == .emulator)
    }

    @Test func `a refusal makes no tenant in the reference, nor does a method that has none`() async throws {
        let server = try await TestServer.open(.emulator)
        let user = try await server.user()
        let refresh = try await server.send(
            .post, "/securetoken.googleapis.com/v1/token?key=fake-api-key",
            ["grantType": "refresh_token", "refreshToken": .string(user.refreshToken), "tenantId": "blue"])
        let project = try await server.send(
            .get, "/identitytoolkit.googleapis.com/v1/projects?key=fake-api-key&tenantId=green")

        #expect(refresh.message?.hasPrefix("TENANT_ID_MISMATCH") == true)
        #expect(project.status == 200)
        #expect(try await server.adminGet("/v2/projects/example/tenants")["tenants"]?.arrayValue?.isEmpty != false)
    }

    @Test(arguments: Profile.allCases)
    func `an empty tenant is the project`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let body: JSON = ["email": "a@x.test", "password": "secret1", "tenantId": ""]
        let answer = try await server.app("accounts:signUp", body)

        #expect(answer.status == 200)
        #expect(try await server.account(email: "a@x.test")["tenantId"] == nil)
        #expect(try await server.admin("accounts:lookup", ["email": ["a@x.test"]], tenant: "")["users"] != nil)
    }

    @Test(arguments: [Profile.local, .production], [5, true, ["a"], [:]] as [JSON])
    func `a tenant is named by a text`(_ profile: Profile, _ tenant: JSON) async throws {
        let answer = try await TestServer.open(profile).app("accounts:signUp", ["tenantId": tenant])

        #expect(answer.outcome == "INVALID_TENANT_ID")
    }

    @Test(arguments: Profile.allCases)
    func `path and body must agree in the reference; elsewhere the path counts`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let tenant = try await server.makeTenant()

        #expect(
            try await server.admin("accounts:lookup", ["tenantId": "other", "localId": ["a"]], tenant: tenant).outcome
                == (profile == .emulator ? "TENANT_ID_MISMATCH" : "OK"))
        #expect(
            try await server.admin(
                "accounts:lookup", ["tenantId": .string(tenant), "localId": ["a"]], tenant: tenant
            ).outcome == "OK")
    }

    @Test(arguments: Profile.allCases)
    func `a token brings its tenant along`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let tenant = try await server.makeTenant()
        let user = try await server.tenantUser(tenant)

        #expect(try claims(user.idToken)[path: "firebase.tenant"] == .string(tenant))
        #expect(try await server.lookup(user.idToken)["users"]?.arrayValue?[0]["tenantId"] == .string(tenant))
        #expect(try await server.app("accounts:update", ["idToken": user.token, "displayName": "x"]).outcome == "OK")
        #expect(try await server.account(user.id, tenant: tenant)["displayName"] == "x")
        #expect(try await server.admin(":createSessionCookie", ["idToken": user.token]).outcome == "OK")
        #expect(try await server.admin(":createSessionCookie", ["idToken": user.token], tenant: tenant).outcome == "OK")
        let refreshed = try await server.refresh(user.refreshToken)
        #expect(try claims(refreshed.string("id_token"))[path: "firebase.tenant"] == .string(tenant))
    }

    @Test(arguments: Profile.allCases)
    func `a token of another tenant is a mismatch`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let blue = try await server.makeTenant()
        let green = try await server.makeTenant(["displayName": "green"])
        let user = try await server.tenantUser(blue)

        let body: JSON = ["idToken": user.token, "tenantId": .string(green)]
        let expected =
            profile == .emulator
            ? "TENANT_ID_MISMATCH" : "TENANT_ID_MISMATCH : Specified tenant ID mismatches with the ID token."
        for method in ["accounts:lookup", "accounts:update", "accounts:delete"] {
            let outcome = try await server.app(method, body).outcome
            #expect(outcome == expected, "\(method)")
        }
    }

    @Test func `a token of the project finds nobody in the reference's tenant`() async throws {
        let server = try TestServer(.emulator)
        let user = try await server.user()

        #expect(
            try await server.app("accounts:lookup", ["idToken": user.token, "tenantId": "blue"]).outcome
                == "USER_NOT_FOUND")
    }

    @Test(arguments: Profile.allCases)
    func `a refresh with another tenant is refused by the reference only`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let tenant = try await server.makeTenant()
        let user = try await server.tenantUser(tenant)
        let answer = try await server.send(
            .post, "/securetoken.googleapis.com/v1/token?key=fake-api-key",
            [
                "grantType": "refresh_token", "refreshToken": .string(user.refreshToken), "tenantId": "other",
            ])

        #expect(
            answer.outcome
                == (profile == .emulator
                    ? "TENANT_ID_MISMATCH: ((Refresh token tenant ID does not match target tenant ID.))" : "OK"))
    }

    // MARK: Custom tokens

    private func signIn(_ server: TestServer, _ tenant: String, _ payload: JSON) async throws -> String {
        let audience: JSON = ["uid": "a", "aud": .string(CustomTokenTests.audience)]
        let token = CustomTokenTests.unsigned(audience.merging(payload))
        return try await server.app(
            "accounts:signInWithCustomToken", ["token": token, "tenantId": .string(tenant)]
        ).outcome
    }

    @Test(arguments: Profile.allCases)
    func `a custom token must be for the tenant`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let tenant = try await server.makeTenant()

        #expect(try await signIn(server, tenant, ["tenant_id": .string(tenant)]) == "OK")
        let mismatch =
            profile == .emulator
            ? "TENANT_ID_MISMATCH" : "TENANT_ID_MISMATCH : Specified tenant ID does not match the custom token."
        let outcome = try await signIn(server, tenant, ["tenant_id": "other"])
        #expect(outcome == mismatch)
        #expect(try await server.account("a", tenant: tenant)["tenantId"] == .string(tenant))
    }

    /// production.md section 8.1
    @Test(arguments: [Profile.local, .production])
    func `a custom token of a tenant makes no account in the project or in another tenant`(_ profile: Profile)
        async throws
    {
        let server = try await TestServer.open(profile)
        let tenant = try await server.makeTenant()
        let other = try await server.makeTenant(["displayName": "other"])
        let payload: JSON = [
            "uid": "a", "aud": .string(CustomTokenTests.audience), "tenant_id": .string(tenant),
        ]
        for token in [CustomTokenTests.unsigned(payload), CustomTokenTests.signed(payload), .string(payload.text)] {
            for place in ["", other] {
                let answer = try await server.app(
                    "accounts:signInWithCustomToken", ["token": token, "tenantId": .string(place)])
                #expect(answer.status == 400)
                #expect(
                    answer.message == "TENANT_ID_MISMATCH : Specified tenant ID does not match the custom token.")
            }
        }
        for place in [nil, other] {
            let found = try await server.admin("accounts:lookup", ["localId": ["a"]], tenant: place)
            #expect(found.status == 200)
            #expect(found["users"] == nil)
        }
    }

    @Test func `to the reference any other text is a mismatch, too, but fake JSON is not checked`() async throws {
        let server = try TestServer(.emulator)
        func outcome(_ token: JSON) async throws -> String {
            try await server.app("accounts:signInWithCustomToken", ["token": token, "tenantId": "blue"]).outcome
        }

        #expect(try await signIn(server, "blue", [:]) == "TENANT_ID_MISMATCH")
        #expect(try await outcome("junk") == "TENANT_ID_MISMATCH")
        #expect(try await outcome("{\"uid\":\"a\",\"tenant_id\":\"other\"}") == "OK")
    }

    @Test(arguments: [Profile.local, .production])
    func `a custom token that names no tenant is production's internal error`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let tenant = try await server.makeTenant()

        let outcome = try await signIn(server, tenant, [:])
        #expect(outcome == "500 Internal error encountered.")
    }

    // MARK: Isolation

    @Test(arguments: Profile.allCases)
    func `tenants and project share nothing`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let blue = try await server.makeTenant()
        let green = try await server.makeTenant(["displayName": "green"])
        for tenant in [nil, blue, green] {
            let body: JSON = [
                "localId": "same", "email": "same@x.test", "phoneNumber": "+15555550100",
                "displayName": .string(tenant ?? "project"),
            ]
            #expect(try await server.admin("accounts", body, tenant: tenant).outcome == "OK")
        }

        for tenant in [nil, blue, green] {
            let found = try await server.admin(
                "accounts:lookup", ["email": ["same@x.test"], "phoneNumber": ["+15555550100"]], tenant: tenant)
            let users = try #require(found["users"]?.arrayValue)
            #expect(users.map { $0["displayName"] } == [.string(tenant ?? "project")])
            #expect(users.map { $0["tenantId"] } == [tenant.map(JSON.string)])
        }
        _ = try await server.admin("accounts:delete", ["localId": "same"], tenant: blue)
        #expect(try await server.account("same", tenant: blue) == .null)
        #expect(try await server.account("same", tenant: green) != .null)
        #expect(try await server.account("same") != .null)
    }

    @Test(arguments: Profile.allCases)
    func `a code of a tenant is good there only`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let tenant = try await server.makeTenant()
        _ = try await server.user()
        _ = try await server.tenantUser(tenant)
        let code = try await server.oobCode("VERIFY_EMAIL", "alice@example.test", tenant: tenant)

        #expect(try await server.redeem(code).outcome == "INVALID_OOB_CODE")
        #expect(try await server.oobCodes() == [])
        #expect(try await server.oobCodes(tenant: tenant).count == 1)
        #expect(try await server.redeem(code, ["tenantId": .string(tenant)]).outcome == "OK")
    }

    @Test(arguments: Profile.allCases)
    func `an export of a tenant is asked for by path or query`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let tenant = try await server.makeTenant()
        _ = try await server.admin("accounts", ["localId": "p"])
        let imported = try await server.admin(
            "accounts:batchCreate",
            ["users": [["localId": "t", "tenantId": .string(tenant)], ["localId": "x", "tenantId": "other"]]],
            tenant: tenant)
        #expect(
            imported["error"] == [
                ["index": 1, "message": "Tenant id in userInfo does not match the tenant id in request."]
            ])

        for path in ["/tenants/\(tenant)/accounts:batchGet", "/accounts:batchGet?tenantId=\(tenant)"] {
            let users = try await server.adminGet("/v1/projects/example\(path)")["users"]?.arrayValue
            #expect(users?.map { $0["localId"] } == ["t"])
            #expect(users?.map { $0["tenantId"] } == [.string(tenant)])
        }
        let users = try await server.adminGet("/v1/projects/example/accounts:batchGet")["users"]?.arrayValue
        #expect(users?.map { $0["localId"] } == ["p"])
    }
}
