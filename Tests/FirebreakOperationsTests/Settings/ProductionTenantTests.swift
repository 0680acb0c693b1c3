import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// Tenants of profiles `local` and `production` (production.md sections 8.1 and 14.1, firebreak.md section 3).
struct ProductionTenantTests {
    private static let owner: HTTPFields = [.authorization: "Bearer owner"]
    private static let path = "/identitytoolkit.googleapis.com/v2/projects/example/tenants"
    private static let profiles = [TestProfile.local, .production]
    private static let missing = "MISSING_DISPLAY_NAME : Missing tenant with valid display_name."
    private static let invalid =
        "INVALID_DISPLAY_NAME : display_name should start with a letter and only consist of letters, digits and hyphens "
        + "with 4-20 characters."

    private func send(_ server: TestServer, _ method: HTTPRequest.Method, _ path: String = "", _ body: JSON? = nil)
        async throws -> TestAnswer
    {
        try await server.send(method, Self.path + path, body, headers: Self.owner)
    }

    private func server(_ profile: TestProfile) async throws -> TestServer {
        let server = try TestServer(profile.value)
        if profile == .production {
            let answer = try await server.configure("multiTenant.allowTenants", ["multiTenant": ["allowTenants": true]])
            #expect(answer.status == 200)
        }
        return server
    }

    private func create(_ server: TestServer, _ body: JSON = ["displayName": "Blue-1"]) async throws -> String {
        let name = try #require(try await send(server, .post, "", body).string("name"))
        return String(try #require(name.split(separator: "/").last))
    }

    @Test(arguments: profiles)
    func `an ID is made of the display name, in its case, and five characters`(profile: TestProfile) async throws {
        let server = try await server(profile)

        let id = try await create(server)

        #expect(id.hasPrefix("Blue-1-"))
        let random = id.dropFirst(7)
        #expect(random.count == 5 && random.allSatisfy { $0.isASCII && ($0.isNumber || $0.isLowercase) })
        #expect(try await send(server, .get, "/\(id)").status == 200)
    }

    @Test(
        arguments: profiles,
        [nil, "", "abc", "1abc", "-abc", "a b c", "abcd_", "äbcd", "abcdefghijklmnopqrstu"] as [String?])
    func `a display name is four to twenty letters, digits and hyphens, a letter first`(
        profile: TestProfile, name: String?
    ) async throws {
        let server = try await server(profile)
        var body = JSON.emptyObject
        body["displayName"] = name.map(JSON.string)

        let expected = name?.isEmpty == false ? Self.invalid : Self.missing

        #expect(try await send(server, .post, "", body).message == expected)
        let id = try await create(server)
        #expect(try await send(server, .patch, "/\(id)", body).message == expected)
        #expect(try await send(server, .patch, "/\(id)?updateMask=displayName", body).message == expected)
        #expect(try await send(server, .get, "/\(id)")["displayName"] == "Blue-1")
    }

    @Test(arguments: profiles, ["abcd", "A-1-", "abcdefghijklmnopqrst"])
    func `a good display name is taken`(profile: TestProfile, name: String) async throws {
        #expect(
            try await send(try await server(profile), .post, "", ["displayName": .string(name)])["displayName"]
                == .string(name))
    }

    static let refusals: [(body: JSON, message: String)] = [
        (
            ["smsRegionConfig": ["allowlistOnly": ["allowedRegions": ["XX"]]]],
            "INVALID_REGION_CODE : Invalid region code."
        ),
        (["testPhoneNumbers": ["16505550199": "123456"]], "INVALID_PHONE_NUMBER : Invalid format."),
        (
            ["testPhoneNumbers": .object((0...10).map { JSON.Member("+165055501\(10 + $0)", "123456") })],
            "INVALID_TESTING_PHONE_NUMBER : There can be ten test numbers at most."
        ),
        (
            ["mfaConfig": ["providerConfigs": [["totpProviderConfig": ["adjacentIntervals": 11]]]]],
            "INVALID_ADJACENT_INTERVAL_RANGE : Allowed number of adjacent intervals must be between 0 and 10, inclusive"
        ),
    ]

    @Test(arguments: profiles, refusals)
    func `settings are checked like those of a project`(
        profile: TestProfile, row: (body: JSON, message: String)
    ) async throws {
        let server = try await server(profile)
        let id = try await create(server)
        let before = try await send(server, .get, "/\(id)").json
        var body = row.body
        body["displayName"] = "Blue-1"

        #expect(try await send(server, .post, "", body).message == row.message)
        let mask = row.body.objectValue?.first?.key ?? ""
        #expect(try await send(server, .patch, "/\(id)?updateMask=\(mask)", row.body).message == row.message)
        #expect(try await send(server, .get, "/\(id)").json == before)
    }

    @Test(arguments: profiles)
    func `only what a tenant has is stored, and what is off is not shown`(profile: TestProfile)
        async throws
    {
        let server = try await server(profile)
        let id = try await create(
            server,
            ["displayName": "blue-team", "emailPrivacyConfig": ["enableImprovedEmailPrivacy": false]])

        let changed = try await send(
            server, .patch, "/\(id)?updateMask=foo,testPhoneNumbers",
            [
                profile == .production ? "monitoring" : "foo": [:], "testPhoneNumbers": ["+1 650-555-0199": "123456"],
            ])

        #expect(changed["foo"] == nil)
        #expect(changed["testPhoneNumbers"] == ["+16505550199": "123456"])
        #expect(changed["emailPrivacyConfig"] == [:])
        let emptied = try await send(server, .patch, "/\(id)?updateMask=testPhoneNumbers", ["testPhoneNumbers": [:]])
        #expect(emptied.status == 200)
        #expect(emptied["testPhoneNumbers"] == nil)
    }

    @Test(arguments: profiles)
    func `an unknown tenant cannot be managed or used, and is not made`(profile: TestProfile) async throws {
        let server = try await server(profile)

        for answer in [
            try await send(server, .get, "/nope"), try await send(server, .delete, "/nope"),
            try await send(server, .patch, "/nope?updateMask=displayName", ["displayName": "blue"]),
        ] {
            #expect(answer.status == 404)
            #expect(answer.message == "TENANT_NOT_FOUND")
            #expect(answer.json[path: "error.status"] == "NOT_FOUND")
        }
        for answer in [
            try await server.app("accounts:signUp", ["tenantId": "nope"]),
            try await server.admin("accounts:lookup", [:], tenant: "nope"),
            try await server.send(.get, "/emulator/v1/projects/example/tenants/nope/oobCodes"),
        ] {
            #expect(answer.status == 400)
            #expect(answer.message == "INVALID_TENANT_ID")
        }
        #expect(try await server.app("accounts:lookup", ["tenantId": ""]).message == "MISSING_ID_TOKEN")
        #expect(try await server.control(.get, "").json[path: "counts.tenants"] == 0)
    }

    @Test(arguments: profiles)
    func `a deleted tenant is told apart`(profile: TestProfile) async throws {
        let server = try await server(profile)
        let id = try await create(server)
        #expect(try await send(server, .delete, "/\(id)").json == [:])

        for answer in [
            try await send(server, .get, "/\(id)"), try await send(server, .delete, "/\(id)"),
            try await send(server, .patch, "/\(id)?updateMask=displayName", ["displayName": "blue"]),
        ] {
            #expect(answer.outcome == "404 TENANT_NOT_FOUND")
        }
        #expect(try await server.app("accounts:signUp", ["tenantId": .string(id)]).message == "TENANT_DELETED")
        #expect(try await server.control(.get, "").json[path: "counts.tenants"] == 0)
    }

    @Test(arguments: profiles)
    func `a disabled tenant says so`(profile: TestProfile) async throws {
        let server = try await server(profile)
        let id = try await create(server, ["displayName": "blue", "allowPasswordSignup": true])
        let user: JSON = ["email": "a@example.test", "password": "correct-horse", "tenantId": .string(id)]
        #expect(try await server.app("accounts:signUp", user).status == 200)

        let changed = try await send(server, .patch, "/\(id)?updateMask=disableAuth", ["disableAuth": true])
        #expect(changed["disableAuth"] == true)
        #expect(try await server.app("accounts:signInWithPassword", user).message == "TENANT_DISABLED")
        let reset = try await send(server, .patch, "/\(id)?updateMask=disableAuth", [:])
        #expect(reset["disableAuth"] != true)
        #expect(try await server.app("accounts:signInWithPassword", user).status == 200)
    }

    @Test func `a new tenant protects addresses as its project does in profile local, and not at all in production`()
        async throws
    {
        for profile in Self.profiles {
            let server = try await server(profile)
            let id = try await create(server, ["displayName": "blue", "allowPasswordSignup": true])
            let signIn = try await server.app(
                "accounts:signInWithPassword",
                ["email": "a@example.test", "password": "correct-horse", "tenantId": .string(id)])
            #expect(signIn.message == (profile == .local ? "INVALID_LOGIN_CREDENTIALS" : "EMAIL_NOT_FOUND"))

            let own = try await create(
                server,
                [
                    "displayName": "blue", "allowPasswordSignup": true,
                    "emailPrivacyConfig": ["enableImprovedEmailPrivacy": .bool(profile == .production)],
                ])
            let second = try await server.app(
                "accounts:signInWithPassword",
                ["email": "a@example.test", "password": "correct-horse", "tenantId": .string(own)])
            #expect(second.message == (profile == .local ? "EMAIL_NOT_FOUND" : "INVALID_LOGIN_CREDENTIALS"))
        }
    }

    @Test func `the project must allow tenants`() async throws {
        let server = try TestServer(.production)

        for answer in [
            try await send(server, .get), try await send(server, .post, "", ["displayName": "blue"]),
            try await send(server, .get, "/blue-12345"),
        ] {
            #expect(answer.status == 400)
            #expect(
                answer.json.text
                    == #"{"error":{"code":400,"message":"INVALID_PROJECT_ID","status":"INVALID_ARGUMENT"}}"#)
        }
    }

    @Test(arguments: profiles)
    func `what is off is not shown, and inheritance always is`(profile: TestProfile) async throws {
        let server = try await server(profile)

        let answer = try await send(
            server, .post, "",
            [
                "displayName": "blue", "disableAuth": false, "autodeleteAnonymousUsers": true,
                "allowPasswordSignup": true,
            ])

        let number = ProjectNumber.of(ProjectID(rawValue: "example"), .production)
        let project = profile == .production ? number : "example"
        #expect(answer.string("name")?.hasPrefix("projects/\(project)/tenants/blue-") == true)
        let document = answer.json.dropping("name", "tenantId", "emailPrivacyConfig")
        #expect(document == ["displayName": "blue", "allowPasswordSignup": true, "inheritance": [:]])
        #expect((answer["tenantId"] == nil) == (profile == .production))
    }

    @Test(arguments: profiles)
    func `second factors are shown once they were written, also when they are off`(profile: TestProfile) async throws {
        let server = try await server(profile)
        let id = try await create(server)
        #expect(try await send(server, .get, "/\(id)")["mfaConfig"] == nil)

        let off: JSON = [
            "mfaConfig": ["state": "DISABLED", "enabledProviders": [], "providerConfigs": [["state": "ENABLED"]]]
        ]
        let changed = try await send(server, .patch, "/\(id)?updateMask=mfaConfig", off)
        #expect(changed["mfaConfig"] == ["state": "DISABLED"])
        #expect(try await send(server, .get, "/\(id)")["mfaConfig"] == ["state": "DISABLED"])
    }

    @Test(arguments: profiles)
    func `members stand in production's order`(profile: TestProfile) async throws {
        let server = try await server(profile)
        let names = [
            "displayName", "allowPasswordSignup", "enableEmailLinkSignin", "disableAuth", "enableAnonymousUser",
            "mfaConfig", "testPhoneNumbers", "inheritance", "smsRegionConfig", "monitoring", "passwordPolicyConfig",
            "emailPrivacyConfig", "client",
        ]
        let made = try await send(
            server, .post, "",
            [
                "client": ["permissions": ["disabledUserSignup": true]],
                "emailPrivacyConfig": ["enableImprovedEmailPrivacy": true], "enableAnonymousUser": true,
                "passwordPolicyConfig": [
                    "passwordPolicyVersions": [["customStrengthOptions": ["minPasswordLength": 8]]],
                    "passwordPolicyEnforcementState": "ENFORCE",
                ],
                "monitoring": ["requestLogging": ["enabled": true]], "testPhoneNumbers": ["+16505550100": "123456"],
                "smsRegionConfig": ["allowByDefault": [:]], "mfaConfig": ["state": "ENABLED"], "disableAuth": true,
                "enableEmailLinkSignin": true, "allowPasswordSignup": true, "displayName": "blue",
            ])
        let first = profile == .production ? ["name"] : ["name", "tenantId"]

        #expect(made.json.names == first + names)
        let id = String((made.string("name") ?? "").split(separator: "/").last ?? "")
        let read = try await send(server, .get, "/\(id)").json
        #expect(read.names == first + names[..<4] + ["hashConfig"] + names[4...])
        #expect(read["hashConfig"]?.names == ["algorithm", "signerKey", "saltSeparator", "rounds", "memoryCost"])
        #expect(
            read["passwordPolicyConfig"]?.names
                == ["passwordPolicyEnforcementState", "passwordPolicyVersions", "lastUpdateTime"])
    }

    @Test(arguments: profiles)
    func `lists are in the order of bytes`(profile: TestProfile) async throws {
        let server = try await server(profile)
        for name in ["alpha", "Zeta", "beta", "Alpha"] { _ = try await create(server, ["displayName": .string(name)]) }

        let tenants = try await send(server, .get)["tenants"]?.arrayValue ?? []
        #expect(tenants.map { $0["displayName"] } == ["Alpha", "Zeta", "alpha", "beta"])
    }

    /// production.md section 8.1
    @Test(arguments: profiles)
    func `of two tenants in path and body the path's counts`(profile: TestProfile) async throws {
        let server = try await server(profile)
        let blue = try await create(server)
        let red = try await create(server)

        let made = try await server.admin("accounts", ["localId": "a", "tenantId": .string(red)], tenant: blue)
        #expect(made.outcome == "OK")
        #expect(try await server.admin("accounts:lookup", ["localId": ["a"]], tenant: blue)["users"] != nil)
        #expect(try await server.admin("accounts:lookup", ["localId": ["a"]], tenant: red)["users"] == nil)
    }

    /// production.md section 8.1
    @Test(arguments: profiles)
    func `where the tenant is off a refresh says so, and to a look-up the token has ended`(profile: TestProfile)
        async throws
    {
        let server = try await server(profile)
        let id = try await create(server, ["displayName": "blue", "allowPasswordSignup": true])
        let ended = try await server.tenantUser(id, "ended@example.test")
        server.clock.advance(seconds: 2)
        let change: JSON = ["localId": .string(ended.id), "password": "another-horse"]
        #expect(try await server.admin("accounts:update", change, tenant: id).outcome == "OK")
        let user = try await server.tenantUser(id)
        #expect(try await server.patchTenant(id, ["disableAuth": true], mask: "disableAuth").status == 200)

        #expect(try await server.refresh(ended.refreshToken).outcome == "TENANT_DISABLED")
        #expect(try await server.refresh(user.refreshToken).outcome == "TENANT_DISABLED")
        #expect(try await server.lookup(ended.idToken).outcome == "TOKEN_EXPIRED")
        #expect(try await server.lookup(user.idToken).outcome == "TOKEN_EXPIRED")
        #expect(
            try await server.admin("accounts:lookup", ["localId": [.string(user.id)]], tenant: id).outcome
                == "TENANT_DISABLED")
        #expect(try await server.deleteTenant(id).status == 200)
        #expect(try await server.refresh(user.refreshToken).outcome == "TENANT_DELETED")
    }

    @Test func `production lists by ID, everything for odd sizes, nothing for a token it does not know`() async throws {
        let server = try await server(.production)
        #expect(try await send(server, .get).json == [:])
        var ids: [String] = []
        for _ in 0..<5 { ids.append(try await create(server)) }
        ids.sort()
        func names(_ query: String) async throws -> [String] {
            let tenants = try await send(server, .get, query)["tenants"]?.arrayValue ?? []
            return tenants.compactMap { $0["name"]?.stringValue?.split(separator: "/").last.map(String.init) }
        }

        #expect(try await names("") == ids)
        for size in [0, -1, 1001] { #expect(try await names("?pageSize=\(size)") == ids) }
        #expect(try await names("?pageSize=2") == Array(ids.prefix(2)))
        #expect(try await names("?pageSize=2&pageToken=\(ids[1])") == Array(ids[2..<4]))
        #expect(try await send(server, .get, "?pageToken=aaa-foreign").json == [:])
        #expect(try await send(server, .get, "?pageToken=").json == [:])
    }
}
