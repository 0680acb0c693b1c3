import FirebreakTestSupport
import FirebreakWire
import HTTPTypes

@testable import FirebreakOperations

extension Provocation {
    private static let admin: HTTPFields = [.authorization: "Bearer owner"]
    private static let tenantsPath = "/identitytoolkit.googleapis.com/v2/projects/example/tenants"

    private static func signUp(_ tenant: String, _ server: TestServer) async throws -> TestAnswer {
        try await server.app(
            "accounts:signUp",
            ["email": "alice@example.test", "password": "correct-horse", "tenantId": .string(tenant)])
    }

    static let tenants: [Provocation] = [
        Provocation(.concurrentPolicyChange) { server in
            let tenant = try await server.makeTenant()
            return try await server.send(
                .post, "\(tenantsPath)/\(tenant):setIamPolicy", ["policy": ["bindings": [], "etag": "AAAA"]],
                headers: admin)
        },
        Provocation(.tenantInTenant, in: [.local, .emulator]) { server in
            let tenant = try await server.makeTenant()
            return try await server.createTenant(["displayName": "red-sky", "tenantId": .string(tenant)])
        },
        Provocation(.configOnlyOnProjects, in: [.local, .emulator]) { server in
            let tenant = try await server.makeTenant()
            return try await server.configure("signIn", ["signIn": [:], "tenantId": .string(tenant)])
        },
        Provocation(.configOnlyOnProjects, in: [.local, .emulator]) { server in
            let tenant = try await server.makeTenant()
            return try await server.send(
                .patch, "/emulator/v1/projects/example/config", ["tenantId": .string(tenant)], headers: admin)
        },
        Provocation(.tenantOnlyOnTenants) { server in try await server.getTenant("") },
        Provocation(.tenantOnlyOnTenants) { server in try await server.deleteTenant("") },
        Provocation(.invalidTenantID, in: .ours) { server in try await signUp("nobody", server) },
        Provocation(.invalidDisplayName, in: .ours) { server in
            try await server.createTenant(["displayName": "x"])
        },
        Provocation(.missingDisplayName, in: .ours) { server in try await server.createTenant([:]) },
        Provocation(.tenantDeleted, in: .ours) { server in
            let tenant = try await server.makeTenant()
            _ = try await server.deleteTenant(tenant)
            return try await signUp(tenant, server)
        },
        Provocation(.tenantDisabled) { server in
            let tenant = try await server.makeTenant()
            _ = try await server.patchTenant(tenant, ["disableAuth": true], mask: "disableAuth")
            return try await signUp(tenant, server)
        },
        Provocation(.tenantIDMismatch, in: .reference) { server in
            try await server.admin("accounts:query", ["tenantId": "other"], tenant: try await server.makeTenant())
        },
        Provocation(.tenantNotFound, in: .ours) { server in try await server.getTenant("nobody") },
        Provocation(.tenantNotFound, in: .ours) { server in try await server.deleteTenant("nobody") },
        Provocation(.tenantNotFound, in: .ours) { server in
            try await server.patchTenant("nobody", ["displayName": "red-sky"])
        },
    ]

    /// A change of the configuration with something wrong.
    private static func configure(
        _ error: WireError, in profiles: [Profile] = .ours, _ name: String, _ value: JSON
    ) -> Provocation {
        Provocation(error, in: profiles) { server in
            try await server.configure(name, .object([JSON.Member(name, value)]))
        }
    }

    static let configuration: [Provocation] = [
        configure(
            .invalidAdjacentIntervalRange, "mfa",
            [
                "state": "ENABLED",
                "providerConfigs": [["state": "ENABLED", "totpProviderConfig": ["adjacentIntervals": 11]]],
            ]),
        configure(.emptyAuthorizedDomain, "authorizedDomains", [""]),
        configure(.invalidAuthorizedDomain("<domain>"), "authorizedDomains", ["http://a.test"]),
        configure(
            .invalidBlockingFunctionType, in: Profile.allCases, "blockingFunctions",
            ["triggers": ["beforeLunch": ["functionUri": .string(FunctionURL.create)]]]),
        configure(
            .invalidBlockingFunctionURI, in: Profile.allCases, "blockingFunctions",
            ["triggers": ["beforeCreate": ["functionUri": "nonsense"]]]),
        configure(
            .invalidSetting("<setting>"), "passwordPolicyConfig",
            [
                "passwordPolicyEnforcementState": "ENFORCE",
                "passwordPolicyVersions": [["customStrengthOptions": ["minPasswordLength": 3]]],
            ]),
        Provocation(.invalidProjectID) { server in
            try await server.admin("accounts:query", project: String(repeating: "x", count: 129))
        },
        Provocation(.identityPlatformEnabled, in: .ours) { server in
            try await server.send(
                .post, "/identitytoolkit.googleapis.com/v2/projects/example/identityPlatform:initializeAuth", [:],
                headers: [.authorization: "Bearer owner"])
        },
        Provocation(.invalidProjectID, in: .ours) { server in
            try await server.set("multiTenant.allowTenants", false)
            return try await server.createTenant(["displayName": "blue-sky"])
        },
        configure(
            .invalidRecaptchaPhoneConfiguration, "recaptchaConfig",
            ["phoneEnforcementState": "OFF", "useSmsBotScore": true]),
        configure(.invalidRegionCode, "smsRegionConfig", ["allowlistOnly": ["allowedRegions": ["Nowhere"]]]),
        configure(.invalidSiteKey, "recaptchaConfig", ["recaptchaKeys": [["key": "nonsense", "type": "WEB"]]]),
        Provocation(.invalidTestingPhoneNumber, in: .ours) { server in
            let numbers = (10..<21).map { JSON.Member("+155555502\($0)", "123456") }
            return try await server.configure(
                "signIn.phoneNumber.testPhoneNumbers",
                ["signIn": ["phoneNumber": ["testPhoneNumbers": .object(numbers)]]])
        },
        Provocation(.missingClientType) { server in try await server.appGet("/v2/recaptchaConfig") },
        Provocation(.missingRecaptchaVersion) { server in
            try await server.send(
                .get,
                "/identitytoolkit.googleapis.com/v2/recaptchaConfig?key=fake-api-key&clientType=CLIENT_TYPE_WEB")
        },
    ]

    // MARK: Blocking functions

    /// A sign-up about which a function does something.
    private static func function(_ error: WireError, _ handler: @escaping TestFunctions.Handler) -> Provocation {
        Provocation(error) { server in
            try await server.guardSignIns()
            server.functions.handle(FunctionURL.create, handler)
            return try await server.signUp("alice@example.test")
        }
    }

    private static func function(_ error: WireError, status: Int = 200, answers answer: JSON) -> Provocation {
        function(error) { _ throws(OutgoingRequest.Failure) in .init(status: status, body: answer.bytes) }
    }

    private static func function(_ error: WireError, claims: JSON) -> Provocation {
        function(error, answers: ["userRecord": ["updateMask": "customClaims", "customClaims": claims]])
    }

    static let blockingFunctions: [Provocation] = [
        function(.functionAnswerNotJSON) { _ throws(OutgoingRequest.Failure) in
            .init(status: 200, body: Array("nonsense".utf8))
        },
        function(.functionAnswerWithoutMask, answers: ["userRecord": ["displayName": "Alice"]]),
        function(
            .functionClaimsTooLarge("<member>"), claims: ["a": .string(String(repeating: "x", count: 1000))]),
        function(.functionClaimsNotObject("<member>"), claims: "admin"),
        function(.functionClaimReserved("<claim>", in: "<member>"), claims: ["sub": "x"]),
        function(.functionDeadlineExceeded(url: "<functionUri>")) { _ throws(OutgoingRequest.Failure) in
            throw .timedOut
        },
        function(
            .functionRefused(url: "<functionUri>", status: 400, body: "<body>"), status: 400,
            answers: ["error": ["status": "INVALID_ARGUMENT", "message": "No."]]),
        Provocation(.invalidRecaptchaToken, in: .ours) { server in
            _ = try await server.user()
            try await server.set("recaptchaConfig", ["emailPasswordEnforcementState": "AUDIT"])
            try await server.guardWith(["beforeSendEmail": FunctionURL.email])
            server.functions.answer(FunctionURL.email, ["recaptchaActionOverride": "BLOCK"])
            return try await server.app(
                "accounts:sendOobCode", ["requestType": "PASSWORD_RESET", "email": "alice@example.test"])
        },
        function(
            .functionFailed(url: "<functionUri>", status: 500, body: "<body>"), status: 500, answers: ["error": "x"]),
        function(.functionUnreachable(url: "<functionUri>", reason: "<reason>")) {
            _ throws(OutgoingRequest.Failure) in throw .unreachable("nobody listens")
        },
    ]
}
