import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import Testing

/// phone-mfa.md sections 3 and 4: a tenant has second factors of its own.
struct TenantSecondFactorTests {
    private static let sms: JSON = ["state": "ENABLED", "enabledProviders": ["PHONE_SMS"]]
    private static let off = "OPERATION_NOT_ALLOWED : SMS based MFA not enabled."

    @Test(arguments: Profile.allCases)
    func `a tenant's user enrols and signs in`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        let tenant = try await server.makeTenant(["mfaConfig": Self.sms])
        let user = try await server.enrollPhone(
            server.verifiedUser(tenant: tenant), TestServer.number, tenant: tenant)
        let pending = try await server.secondFactorChallenge("alice@example.test", tenant: tenant)
        let code = try await server.secondFactorCode(pending, tenant: tenant)
        let answer = try await server.finishSecondFactor(pending, code.members, tenant: tenant)

        let firebase = try claims(answer.string("idToken"))["firebase"]
        #expect(firebase?["tenant"] == .string(tenant))
        #expect(firebase?["sign_in_second_factor"] == "phone")
        #expect(try await server.factors(user.id, tenant: tenant).count == 1)
        #expect(try await server.verificationCodes() == [])
        let messages = try await server.outbox("channel=sms")
        #expect(messages.map { $0["tenant"] } == [.string(tenant), .string(tenant)])
    }

    @Test(arguments: Profile.allCases)
    func `a fresh tenant has none, whatever the project has`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        let tenant = try await server.makeTenant()
        let user = try await server.verifiedUser(tenant: tenant)

        #expect(try await server.startPhone(user, TestServer.number, tenant: tenant).outcome == Self.off)
    }

    @Test(arguments: Profile.allCases)
    func `a tenant without SMS asks all the same`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        let tenant = try await server.makeTenant(["mfaConfig": ["state": "ENABLED"]])
        let user = try await server.verifiedUser(tenant: tenant)
        let list: JSON = [["mfaEnrollmentId": "1", "phoneInfo": .string(TestServer.number)]]
        _ = try await server.update(user.id, ["mfa": ["enrollments": list]], tenant: tenant)
        let pending = try await server.secondFactorChallenge("alice@example.test", tenant: tenant)

        let outcome = try await server.startSecondFactor(pending, tenant: tenant).outcome
        #expect(outcome == (profile == .emulator ? Self.off : "OK"))
    }

    /// production.md section 14.1
    @Test(arguments: Profile.allCases)
    func `nobody finishes by SMS in a tenant without SMS, whatever the session`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        let tenant = try await server.makeTenant(["mfaConfig": Self.sms])
        _ = try await server.enrollPhone(server.verifiedUser(tenant: tenant), TestServer.number, tenant: tenant)
        let pending = try await server.secondFactorChallenge("alice@example.test", tenant: tenant)
        _ = try await server.patchTenant(
            tenant, ["mfaConfig": ["enabledProviders": []]], mask: "mfaConfig.enabledProviders")

        let answer = try await server.finishSecondFactor(
            pending, ["sessionInfo": "unknown", "code": "123456"], tenant: tenant)
        #expect(answer.outcome == Self.off)
    }

    @Test(arguments: Profile.allCases)
    func `a tenant where they are off asks nobody`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        let tenant = try await server.makeTenant(["mfaConfig": Self.sms])
        _ = try await server.enrollPhone(server.verifiedUser(tenant: tenant), TestServer.number, tenant: tenant)
        _ = try await server.patchTenant(tenant, ["mfaConfig": ["state": "DISABLED"]], mask: "mfaConfig.state")

        #expect(try await server.signIn("alice@example.test", tenant: tenant)["idToken"] != nil)
    }

    @Test func `a credential of the reference's tenant is for that tenant`() async throws {
        let server = try await TestServer.openPhones(.emulator)
        let tenants = [
            try await server.makeTenant(["mfaConfig": Self.sms]), try await server.makeTenant(["mfaConfig": Self.sms]),
        ]
        let user = try await server.verifiedUser(tenant: tenants[0])
        _ = try await server.enrollPhone(user, TestServer.number, tenant: tenants[0])
        let pending = try await server.secondFactorChallenge("alice@example.test", tenant: tenants[0])

        let other = try await server.startSecondFactor(pending, tenant: tenants[1]).outcome
        #expect(other == "INVALID_PROJECT_ID : Project ID does not match MFA pending credential.")
        let none = try await server.startSecondFactor(pending).outcome
        #expect(none == "((User in pendingCredentialPayload does not exist.))")
    }

    @Test(arguments: [Profile.local, .production])
    func `a tenant has test numbers and one-time passwords of its own`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        let totp: JSON = [["state": "ENABLED", "totpProviderConfig": ["adjacentIntervals": 1]]]
        let tenant = try await server.makeTenant([
            "mfaConfig": Self.sms.merging(["providerConfigs": totp]), "testPhoneNumbers": ["+15555550100": "654321"],
        ])
        let user = try await server.verifiedUser(tenant: tenant)

        #expect(try await server.enrollmentCode(user, TestServer.number, tenant: tenant).code == "654321")
        let more: JSON = ["tenantId": .string(tenant)]
        let refused = try await server.startTOTP(user, tenant: tenant)
        #expect(try await refused.finish(server, user, steps: 2, more).outcome == "INVALID_CODE")
        #expect(try await refused.finish(server, user, steps: 1, more).outcome == "OK")
    }

    @Test(arguments: Profile.allCases)
    func `a disabled tenant says so first`(_ profile: Profile) async throws {
        let server = try await TestServer.openPhones(profile)
        let tenant = try await server.makeTenant(["disableAuth": true])

        for method in [
            "mfaEnrollment:start", "mfaEnrollment:finalize", "mfaEnrollment:withdraw", "mfaSignIn:start",
            "mfaSignIn:finalize",
        ] {
            let outcome = try await server.appV2("accounts/\(method)", ["tenantId": .string(tenant)]).outcome
            #expect(outcome == (profile == .emulator ? "PROJECT_DISABLED" : "TENANT_DISABLED"))
        }
    }
}
