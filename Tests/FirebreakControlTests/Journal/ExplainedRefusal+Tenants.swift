import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire

// What tenants decide for themselves, and whether there are any.

extension ExplainedRefusal {
    static let tenants = [
        ExplainedRefusal(
            "password in a tenant", "OPERATION_NOT_ALLOWED", says: ["`allowPasswordSignup` of the tenant is not true"]
        ) {
            let server = try await TestServer.open(.local)
            let tenant = try await server.makeTenant(["allowPasswordSignup": false])
            return Refused(by: server) { try await server.signUp(inTenant: tenant) }
        },
        ExplainedRefusal(
            "e-mail link in a tenant", "OPERATION_NOT_ALLOWED", says: ["`enableEmailLinkSignin` of the tenant"]
        ) {
            let server = try await TestServer.open(.local)
            let tenant = try await server.makeTenant(["enableEmailLinkSignin": false])
            return Refused(by: server) {
                try await server.askForLink("alice@example.test", ["tenantId": .string(tenant)])
            }
        },
        ExplainedRefusal(
            "guests of a tenant", "ADMIN_ONLY_OPERATION", says: ["`enableAnonymousUser` of the tenant"]
        ) {
            let server = try await TestServer.open(.local)
            let tenant = try await server.makeTenant(["enableAnonymousUser": false])
            return Refused(by: server) { try await server.app("accounts:signUp", ["tenantId": .string(tenant)]) }
        },
        ExplainedRefusal(
            "sign-up in a tenant", "ADMIN_ONLY_OPERATION",
            says: ["`client.permissions.disabledUserSignup` of the tenant is true"]
        ) {
            let server = try await TestServer.open(.local)
            let tenant = try await server.makeTenant(["client": ["permissions": ["disabledUserSignup": true]]])
            return Refused(by: server) { try await server.signUp(inTenant: tenant) }
        },
        ExplainedRefusal(
            "second factor by SMS in a tenant", "OPERATION_NOT_ALLOWED", says: ["`mfaConfig` of the tenant"]
        ) {
            let server = try await TestServer.open(.local)
            let tenant = try await server.makeTenant(["mfaConfig": ["state": "DISABLED"]])
            let user = try await server.verifiedUser(tenant: tenant)
            return Refused(by: server) { try await server.startPhone(user, tenant: tenant) }
        },
        ExplainedRefusal(
            "password policy of a tenant", "PASSWORD_DOES_NOT_MEET_REQUIREMENTS",
            says: ["of the tenant is `ENFORCE`", "Password must contain a numeric character"]
        ) {
            let server = try await TestServer.open(.local)
            let tenant = try await server.makeTenant(["passwordPolicyConfig": digitNeeded])
            return Refused(by: server) { try await server.signUp(inTenant: tenant) }
        },
        ExplainedRefusal("a tenant that is off", "TENANT_DISABLED", says: ["`disableAuth` of the tenant is true"]) {
            let server = try await TestServer.open(.local)
            let tenant = try await server.makeTenant(["disableAuth": true])
            return Refused(by: server) { try await server.signUp(inTenant: tenant) }
        },
        ExplainedRefusal("an unknown tenant", "INVALID_TENANT_ID", says: ["no tenant blue-sky"]) {
            let server = try await TestServer.open(.local)
            return Refused(by: server) { try await server.admin("accounts:query", tenant: "blue-sky") }
        },
        ExplainedRefusal(
            "an unknown tenant where there are none", "INVALID_TENANT_ID", says: ["no tenant blue-sky-1a2b3"]
        ) {
            let server = try TestServer(.production)
            return Refused(by: server) { try await server.admin("accounts:query", tenant: "blue-sky-1a2b3") }
        },
        ExplainedRefusal("a deleted tenant", "TENANT_DELETED", says: ["was deleted"]) {
            let server = try await TestServer.open(.local)
            let tenant = try await server.makeTenant()
            _ = try await server.deleteTenant(tenant)
            return Refused(by: server) { try await server.admin("accounts:query", tenant: tenant) }
        },
        ExplainedRefusal(
            "tenants where there are none", "INVALID_PROJECT_ID", says: ["`multiTenant.allowTenants` of the project"]
        ) {
            let server = try await TestServer.open(.local)
            try await server.set("multiTenant.allowTenants", false)
            return Refused(by: server) { try await server.createTenant(["displayName": "blue-sky"]) }
        },
    ]

    static let digitNeeded: JSON = [
        "passwordPolicyEnforcementState": "ENFORCE",
        "passwordPolicyVersions": [["customStrengthOptions": ["containsNumericCharacter": true]]],
    ]
}

extension TestServer {
    fileprivate func signUp(inTenant tenant: String) async throws -> TestAnswer {
        try await app(
            "accounts:signUp",
            ["email": "alice@example.test", "password": "correct-horse", "tenantId": .string(tenant)])
    }
}
