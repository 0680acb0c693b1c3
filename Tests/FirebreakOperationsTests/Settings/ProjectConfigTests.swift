import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// Reading and patching the configuration (tenants-config.md A2 and A4, production.md sections 2 and 14).
struct ProjectConfigTests {
    private static let path = ConfigDefaultsTests.path
    private static let owner = ConfigDefaultsTests.owner

    /// The document as the reference has it: without the list of domains, which is an addition (firebreak.md section 3.3).
    private func stored(_ server: TestServer) async throws -> JSON {
        try await config(server).dropping("authorizedDomains")
    }

    private func config(_ server: TestServer, project: String = TestServer.project) async throws -> JSON {
        try await server.send(
            .get, "/identitytoolkit.googleapis.com/v2/projects/\(project)/config", nil, headers: Self.owner
        ).json
    }

    private func patch(_ server: TestServer, _ body: JSON, mask: String? = nil) async throws -> TestAnswer {
        try await server.send(.patch, Self.path + (mask.map { "?updateMask=\($0)" } ?? ""), body, headers: Self.owner)
    }

    private static let initial: JSON = [
        "signIn": ["allowDuplicateEmails": false], "blockingFunctions": [:],
        "emailPrivacyConfig": ["enableImprovedEmailPrivacy": false],
    ]

    // MARK: The reference's masks

    @Test func `the reference's mask sets what it names and the body has`() async throws {
        let server = try TestServer(.emulator)

        let answer = try await patch(
            server,
            [
                "signIn": ["allowDuplicateEmails": true],
                "blockingFunctions": ["forwardInboundCredentials": ["idToken": true, "accessToken": true]],
                "emailPrivacyConfig": ["enableImprovedEmailPrivacy": true],
            ], mask: "signIn.allowDuplicateEmails,blockingFunctions.forwardInboundCredentials.idToken")

        #expect(answer.status == 200)
        #expect(
            answer.json == [
                "signIn": ["allowDuplicateEmails": true],
                "blockingFunctions": ["forwardInboundCredentials": ["idToken": true]],
                "emailPrivacyConfig": ["enableImprovedEmailPrivacy": false],
            ])
        #expect(try await stored(server) == answer.json)
    }

    @Test func `a masked field that the body lacks stays`() async throws {
        let server = try TestServer(.emulator)
        _ = try await patch(server, ["signIn": ["allowDuplicateEmails": true]], mask: "signIn.allowDuplicateEmails")

        let answer = try await patch(server, [:], mask: "displayName,signIn,emailPrivacyConfig.x")

        #expect(answer.json[path: "signIn.allowDuplicateEmails"] == true)
        #expect(try await config(server)["displayName"] == nil)
    }

    @Test(arguments: [nil, ""] as [String?])
    func `without a mask everything is reset, and other members are dropped`(mask: String?) async throws {
        let server = try TestServer(.emulator)
        _ = try await patch(
            server,
            [
                "signIn": ["allowDuplicateEmails": true],
                "blockingFunctions": ["forwardInboundCredentials": ["idToken": true]],
                "emailPrivacyConfig": ["enableImprovedEmailPrivacy": true],
            ])
        #expect(try await config(server)[path: "emailPrivacyConfig.enableImprovedEmailPrivacy"] == true)

        let answer = try await patch(server, ["subtype": "FIREBASE_AUTH", "mfa": ["state": "ENABLED"]], mask: mask)

        #expect(answer.json == Self.initial)
        #expect(try await stored(server) == Self.initial)
    }

    @Test func `without a mask the reference leaves other settings alone`() async throws {
        let server = try TestServer(.emulator)
        _ = try await patch(
            server, ["signIn": ["phoneNumber": ["enabled": true]], "emailPrivacyConfig": ["other": 1]],
            mask: "signIn.phoneNumber,emailPrivacyConfig.other")
        let config = try await patch(server, [:]).json
        #expect(config["signIn"] == ["allowDuplicateEmails": false, "phoneNumber": ["enabled": true]])
        #expect(config["emailPrivacyConfig"] == ["enableImprovedEmailPrivacy": false, "other": 1])
        #expect(config["blockingFunctions"] == [:])
    }

    @Test func `parts that Admin SDKs want a state in have one`() async throws {
        let server = try await TestServer.open(.local)
        try await server.set("mfa", ["enabledProviders": ["PHONE_SMS"]])
        try await server.set("passwordPolicyConfig", ["passwordPolicyVersions": [[:]]])
        let config = try await server.adminGet("/v2/projects/example/config").json
        #expect(config[path: "mfa.state"] == "DISABLED")
        #expect(config[path: "passwordPolicyConfig.passwordPolicyEnforcementState"] == "OFF")
        let policy: JSON = ["passwordPolicyVersions": [[:]]]
        let made = try await server.send(
            .post, "/identitytoolkit.googleapis.com/v2/projects/example/tenants",
            ["displayName": "blue", "mfaConfig": ["enabledProviders": []], "passwordPolicyConfig": policy],
            headers: [.authorization: "Bearer owner"]
        ).json
        #expect(made[path: "mfaConfig.state"] == "DISABLED")
        #expect(made[path: "passwordPolicyConfig.passwordPolicyEnforcementState"] == "OFF")
    }

    @Test func `anything may be stored by a mask and is echoed, keys that are data included`() async throws {
        let server = try TestServer(.emulator)
        let numbers: JSON = ["+1 555-555-0100": "123456"]

        _ = try await patch(
            server, ["signIn": ["phoneNumber": ["testPhoneNumbers": numbers]], "foo": ["bar": [1, false, ""]]],
            mask: "signIn.phoneNumber.testPhoneNumbers,foo")

        let stored = try await config(server)
        #expect(stored[path: "signIn.phoneNumber"]?["testPhoneNumbers"] == numbers)
        #expect(stored["foo"] == ["bar": [1, false, ""]])
        #expect(stored[path: "signIn.allowDuplicateEmails"] == false)
    }

    private static let refusals: [(body: JSON, message: String)] = [
        (
            ["blockingFunctions": ["triggers": ["beforeSleep": ["functionUri": "http://a.test"]]]],
            "INVALID_BLOCKING_FUNCTION : ((Event type is invalid.))"
        ),
        (
            ["blockingFunctions": ["triggers": ["beforeCreate": ["functionUri": "not a URL"]]]],
            "INVALID_BLOCKING_FUNCTION : ((Expected an absolute URI with valid scheme and host.))"
        ),
        (
            ["blockingFunctions": ["triggers": ["beforeSignIn": [:]]]],
            "INVALID_BLOCKING_FUNCTION : ((Expected an absolute URI with valid scheme and host.))"
        ),
        (["tenantId": "blue"], "((Can only update top-level configurations on agent projects.))"),
        (["signIn": nil], "Invalid JSON payload received. /signIn must be object"),
        (
            ["signIn": ["allowDuplicateEmails": nil]],
            "Invalid JSON payload received. /signIn/allowDuplicateEmails must be boolean"
        ),
        (
            ["signIn": ["allowDuplicateEmails": "true"]],
            "Invalid JSON payload received. /signIn/allowDuplicateEmails must be boolean"
        ),
        (["emailPrivacyConfig": []], "Invalid JSON payload received. /emailPrivacyConfig must be object"),
        (["authorizedDomains": "localhost"], "Invalid JSON payload received. /authorizedDomains must be array"),
        (["authorizedDomains": [true]], "Invalid JSON payload received. /authorizedDomains/0 must be string"),
        (
            ["blockingFunctions": nil, "signIn": ["allowDuplicateEmails": 1]],
            "Invalid JSON payload received. /blockingFunctions must be object"
        ),
        (
            ["blockingFunctions": ["triggers": []]],
            "Invalid JSON payload received. /blockingFunctions/triggers must be object"
        ),
        (
            ["notification": ["sendEmail": ["callbackUri": true]]],
            "Invalid JSON payload received. /notification/sendEmail/callbackUri must be string"
        ),
        (
            ["multiTenant": ["allowTenants": "yes"]],
            "Invalid JSON payload received. /multiTenant/allowTenants must be boolean"
        ),
    ]

    @Test(arguments: refusals, [nil, "displayName"] as [String?])
    func `a body that cannot be is refused whatever the mask, and nothing is stored`(
        refusal: (body: JSON, message: String), mask: String?
    ) async throws {
        let server = try TestServer(.emulator)

        let answer = try await patch(server, refusal.body, mask: mask)

        #expect(answer.status == 400)
        #expect(answer.message == refusal.message)
        #expect(try await stored(server) == Self.initial)
    }

    // MARK: Production's masks

    @Test(arguments: [TestProfile.local, .production])
    func `production's mask resets what the body lacks and ignores what it does not name`(profile: TestProfile)
        async throws
    {
        let server = try TestServer(profile.value)
        _ = try await server.signUp("known@example.test")

        let answer = try await patch(
            server, ["signIn": ["allowDuplicateEmails": true]], mask: "emailPrivacyConfig,signIn.anonymous.enabled")

        #expect(answer.status == 200)
        let stored = try await config(server)
        #expect(stored[path: "emailPrivacyConfig.enableImprovedEmailPrivacy"] != true)
        #expect(profile == .local || stored["emailPrivacyConfig"] == [:])
        #expect(stored[path: "signIn.allowDuplicateEmails"] != true)
        #expect(stored[path: "signIn.anonymous.enabled"] != true)
        #expect(stored[path: "signIn.email.enabled"] == true)
        let signIn = try await server.app(
            "accounts:signInWithPassword", ["email": "unknown@example.test", "password": "correct-horse"])
        #expect(signIn.message == "EMAIL_NOT_FOUND")
    }

    @Test(arguments: [TestProfile.local, .production])
    func `what the mask does not name need not be right`(profile: TestProfile) async throws {
        let server = try TestServer(profile.value)
        let before = try await config(server)
        let body: JSON = [
            "authorizedDomains": ["no host"], "smsRegionConfig": ["allowlistOnly": ["allowedRegions": ["XX"]]],
            "signIn": ["phoneNumber": ["testPhoneNumbers": ["1": "1"]], "allowDuplicateEmails": false],
        ]

        #expect(try await patch(server, body, mask: "signIn.allowDuplicateEmails").status == 200)
        #expect(try await config(server) == before)
        for mask in ["authorizedDomains", "smsRegionConfig.allowlistOnly", "signIn", "signIn.phoneNumber"] {
            #expect(try await patch(server, body, mask: mask).status == 400)
        }
        #expect(try await patch(server, body).status == 400)
        #expect(try await config(server) == before)
    }

    @Test(arguments: [TestProfile.local, .production])
    func `unknown, repeated and read-only paths are ignored`(profile: TestProfile) async throws {
        let server = try TestServer(profile.value)
        let before = try await config(server)

        let answer = try await patch(
            server,
            [
                "name": "x", "subtype": "FIREBASE_AUTH", "client": ["apiKey": "z"],
                "signIn": ["allowDuplicateEmails": true],
            ],
            mask: "name,subtype,client.apiKey,noSuchPath.a,signIn.allowDuplicateEmails,signIn.allowDuplicateEmails")

        #expect(answer.status == 200)
        let after = try await config(server)
        #expect(after[path: "signIn.allowDuplicateEmails"] == true)
        for name in ["name", "subtype", "client"] { #expect(after[name] == before[name]) }
        #expect(after["noSuchPath"] == nil)
    }

    @Test func `a configuration belongs to its project`() async throws {
        let server = try TestServer(.local)

        _ = try await server.configure("emailPrivacyConfig", [:], project: "one")

        #expect(try await config(server, project: "one")[path: "emailPrivacyConfig.enableImprovedEmailPrivacy"] != true)
        #expect(try await config(server, project: "two")[path: "emailPrivacyConfig.enableImprovedEmailPrivacy"] == true)
    }

    // MARK: Authorized domains

    @Test(
        arguments: TestProfile.allCases,
        [
            "https://a.test", "a.test:80", "*.a.test", "a b.test", " a.test", "a.test/", "a@b.test", "a.test?x", "a\\b",
        ])
    func `an authorized domain is a bare host name`(profile: TestProfile, entry: String) async throws {
        let server = try TestServer(profile.value)
        let before = try await config(server)

        let answer = try await server.configure(
            "authorizedDomains", ["authorizedDomains": ["ok.test", .string(entry)]])

        #expect(answer.status == 400)
        #expect(answer.message == "INVALID_AUTHORIZED_DOMAIN : \(entry) should only contain the valid domain.")
        #expect(try await config(server) == before)
    }

    @Test(arguments: TestProfile.allCases)
    func `an authorized domain is not empty, and everything only outside production`(profile: TestProfile)
        async throws
    {
        let server = try TestServer(profile.value)

        let empty = try await server.configure("authorizedDomains", ["authorizedDomains": [""]])
        #expect(empty.message == "INVALID_AUTHORIZED_DOMAIN : An authorized domain is empty.")
        let all = try await server.configure("authorizedDomains", ["authorizedDomains": ["*"]])
        if profile == .production {
            #expect(all.message == "INVALID_AUTHORIZED_DOMAIN : * should only contain the valid domain.")
        } else {
            #expect(all.json["authorizedDomains"] == ["*"])
        }
        let hosts: JSON = ["a.test", "localhost", "127.0.0.1", "[::1]", "xn--nda.test"]
        #expect(
            try await server.configure("authorizedDomains", ["authorizedDomains": hosts]).json["authorizedDomains"]
                == hosts)
    }
}
