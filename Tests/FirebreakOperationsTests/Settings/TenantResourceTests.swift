import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// Tenants as the reference has them (tenants-config.md A3).
struct TenantResourceTests {
    private static let owner: HTTPFields = [.authorization: "Bearer owner"]
    private static let path = "/identitytoolkit.googleapis.com/v2/projects/example/tenants"

    private func send(_ server: TestServer, _ method: HTTPRequest.Method, _ path: String = "", _ body: JSON? = nil)
        async throws -> TestAnswer
    {
        try await server.send(method, Self.path + path, body, headers: Self.owner)
    }

    private static let implicit: JSON = [
        "allowPasswordSignup": true, "enableEmailLinkSignin": true, "enableAnonymousUser": true, "disableAuth": false,
        "mfaConfig": ["state": "ENABLED", "enabledProviders": ["PHONE_SMS"]],
    ]

    /// The members in any order.
    private static func sorted(_ document: JSON, without names: String...) -> [String] {
        (document.objectValue ?? []).filter { !names.contains($0.key) }.map { "\($0.key)=\($0.value.text)" }.sorted()
    }

    @Test func `an empty tenant has everything off`() async throws {
        let server = try TestServer(.emulator)

        let tenant = try await send(server, .post, "", [:])

        let id = try #require(tenant.string("tenantId"))
        #expect(id.count == 28 && id.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) })
        #expect(tenant["name"] == .string("projects/example/tenants/\(id)"))
        #expect(
            Self.sorted(tenant.json, without: "name", "tenantId") == [
                "allowPasswordSignup=false", "disableAuth=false", "enableAnonymousUser=false",
                "enableEmailLinkSignin=false",
                #"mfaConfig={"state":"DISABLED","enabledProviders":[]}"#,
            ])
        #expect(try await send(server, .get, "/\(id)").json == tenant.json)
    }

    @Test func `six fields are kept and all others dropped`() async throws {
        let server = try TestServer(.emulator)

        let tenant = try await send(
            server, .post, "",
            [
                "displayName": "!", "allowPasswordSignup": true,
                "mfaConfig": ["state": "ENABLED", "providerConfigs": [[:]]],
                "testPhoneNumbers": ["+1": "1"], "emailPrivacyConfig": ["enableImprovedEmailPrivacy": true],
                "name": "x",
            ])

        #expect(
            Self.sorted(tenant.json, without: "name", "tenantId") == [
                "allowPasswordSignup=true", "disableAuth=false", #"displayName="!""#, "enableAnonymousUser=false",
                "enableEmailLinkSignin=false",
                #"mfaConfig={"state":"ENABLED","providerConfigs":[{}],"enabledProviders":[]}"#,
            ])
    }

    @Test(
        arguments: [
            ("displayName", true, "/displayName must be string"),
            ("allowPasswordSignup", "yes", "/allowPasswordSignup must be boolean"),
            ("disableAuth", nil, "/disableAuth must be boolean"), ("mfaConfig", [], "/mfaConfig must be object"),
            ("mfaConfig", ["state": "NOPE"], "/mfaConfig/state must be equal to one of the allowed values"),
        ] as [(String, JSON, String)])
    func `a field of the wrong shape is refused`(name: String, value: JSON, words: String) async throws {
        let server = try TestServer(.emulator)
        let body = JSON.object([.init(name, value)])

        for answer in [try await send(server, .post, "", body), try await send(server, .patch, "/blue", body)] {
            #expect(answer.status == 400)
            #expect(answer.message == "Invalid JSON payload received. \(words)")
        }
    }

    @Test func `a tenant exists on mention, with everything on`() async throws {
        let server = try TestServer(.emulator)
        #expect(try await send(server, .get).json == ["tenants": []])

        let tenant = try await send(server, .get, "/blue")
        #expect(tenant.status == 200)
        #expect(tenant["name"] == "projects/example/tenants/blue")
        #expect(tenant["tenantId"] == "blue")
        #expect(Self.sorted(tenant.json, without: "name", "tenantId") == Self.sorted(Self.implicit))

        _ = try await server.app("accounts:signUp", ["tenantId": "red"])
        _ = try await server.send(.get, "/emulator/v1/projects/example/tenants/green/oobCodes")
        let list = try await send(server, .get)
        #expect(list["tenants"]?.arrayValue?.map { $0["tenantId"] } == ["blue", "green", "red"])
    }

    @Test func `a tenant cannot be made in a tenant, which exists from then on`() async throws {
        let server = try TestServer(.emulator)

        let answer = try await send(server, .post, "", ["tenantId": "blue"])

        #expect(answer.status == 500)
        #expect(answer.message == "INTERNAL_ERROR : Can only create tenant in agent project")
        #expect(answer.json[path: "error.status"] == "INTERNAL")
        #expect(try await send(server, .get)["tenants"]?.arrayValue?.map { $0["tenantId"] } == ["blue"])
    }

    @Test func `an empty ID is the project`() async throws {
        let answer = try await send(try TestServer(.emulator), .get, "/")

        #expect(answer.status == 400)
        #expect(answer.message == "((Can only get tenant on tenant projects.))")
    }

    // MARK: List

    @Test func `tenants are listed by ID, page by page, with a token even at the end`() async throws {
        let server = try TestServer(.emulator)
        for id in ["b", "a", "B", "c", "_"] { _ = try await send(server, .get, "/\(id)") }
        func page(_ query: String) async throws -> (ids: [String?], token: JSON?) {
            let answer = try await send(server, .get, query)
            return (answer["tenants"]?.arrayValue?.map { $0["tenantId"]?.stringValue } ?? [], answer["nextPageToken"])
        }

        #expect(try await page("").ids == ["B", "_", "a", "b", "c"])
        #expect(try await page("").token == nil)
        let first = try await page("?pageSize=3")
        #expect(first.ids == ["B", "_", "a"] && first.token == "a")
        let second = try await page("?pageSize=2&pageToken=a")
        #expect(second.ids == ["b", "c"] && second.token == "c")
        let third = try await page("?pageSize=2&pageToken=c")
        #expect(third.ids.isEmpty && third.token == nil)
        let all = try await page("?pageSize=-1")
        #expect(all.ids.count == 5 && all.token == nil)
        let exact = try await page("?pageSize=5")
        #expect(exact.ids.count == 5 && exact.token == "c")
        #expect(try await page("?pageSize=0").ids.count == 5)
        #expect(try await page("?pageToken=aa").ids == ["b", "c"])
    }

    @Test func `a page has twenty tenants unless told otherwise`() async throws {
        let server = try TestServer(.emulator)
        for index in 10..<35 { _ = try await send(server, .get, "/t\(index)") }

        for query in ["", "?pageSize=0"] {
            let answer = try await send(server, .get, query)
            #expect(answer["tenants"]?.arrayValue?.count == 20)
            #expect(answer["nextPageToken"] == "t29")
        }
        #expect(try await send(server, .get, "?pageSize=5000")["tenants"]?.arrayValue?.count == 25)
        #expect(
            try await send(server, .get, "?pageSize=x").message == "Invalid JSON payload received.  must be integer")
    }

    // MARK: Change

    @Test func `without a mask everything is replaced, with one only what it names`() async throws {
        let server = try TestServer(.emulator)
        _ = try await send(server, .get, "/blue")

        let masked = try await send(
            server, .patch, "/blue?updateMask=displayName,enableAnonymousUser,testPhoneNumbers,disableAuth",
            [
                "displayName": "Blue", "enableAnonymousUser": false, "testPhoneNumbers": ["+1 5": "1"],
                "allowPasswordSignup": false,
            ])
        #expect(masked.json[path: "displayName"] == "Blue")
        #expect(masked["enableAnonymousUser"] == false)
        #expect(masked["allowPasswordSignup"] == true)
        #expect(masked["disableAuth"] == false)
        #expect(masked["testPhoneNumbers"] == ["+1 5": "1"])
        #expect(try await send(server, .get, "/blue").json == masked.json)

        let replaced = try await send(
            server, .patch, "/blue", ["enableEmailLinkSignin": true, "name": "x", "tenantId": "blue"])
        #expect(replaced["name"] == "projects/example/tenants/blue")
        #expect(
            Self.sorted(replaced.json, without: "name", "tenantId") == [
                "allowPasswordSignup=false", "disableAuth=false", "enableAnonymousUser=false",
                "enableEmailLinkSignin=true",
                #"mfaConfig={"state":"DISABLED","enabledProviders":[]}"#,
            ])
        #expect(try await send(server, .get, "/blue").json == replaced.json)
    }

    @Test func `a mask of a whole object replaces it, and one into a list changes nothing`() async throws {
        let server = try TestServer(.emulator)

        let nothing = try await send(
            server, .patch, "/blue?updateMask=mfaConfig.enabledProviders.x,displayName.0",
            ["mfaConfig": ["enabledProviders": []], "displayName": "x"])
        #expect(nothing["mfaConfig"] == Self.implicit["mfaConfig"])
        #expect(nothing["displayName"] == nil)
        let whole = try await send(server, .patch, "/blue?updateMask=mfaConfig", ["mfaConfig": ["state": "DISABLED"]])
        #expect(whole["mfaConfig"] == ["state": "DISABLED"])
    }

    @Test func `a deleted tenant takes its accounts along and comes back empty on mention`() async throws {
        let server = try TestServer(.emulator)
        _ = try await server.admin("accounts", ["localId": "a"], tenant: "blue")
        _ = try await server.admin("accounts", ["localId": "a"], tenant: "red")
        _ = try await server.admin("accounts", ["localId": "a"])

        for id in ["blue", "blue", "never-was"] {
            let answer = try await send(server, .delete, "/\(id)")
            #expect(answer.status == 200)
            #expect(answer.json == [:])
        }

        #expect(try await server.admin("accounts:lookup", ["localId": ["a"]], tenant: "blue")["users"] == nil)
        #expect(try await server.admin("accounts:lookup", ["localId": ["a"]], tenant: "red")["users"] != nil)
        #expect(try await server.admin("accounts:lookup", ["localId": ["a"]])["users"] != nil)
        #expect(
            Self.sorted(try await send(server, .get, "/blue").json, without: "name", "tenantId")
                == Self.sorted(Self.implicit))
    }

    // MARK: Flags

    @Test func `a tenant's switches are enforced`() async throws {
        let server = try TestServer(.emulator)
        let user: JSON = ["email": "a@example.test", "password": "correct-horse", "tenantId": "blue"]
        let link: JSON = [
            "requestType": "EMAIL_SIGNIN", "email": "a@example.test", "tenantId": "blue",
            "continueUrl": "http://localhost",
        ]
        #expect(try await server.app("accounts:signUp", user).status == 200)
        func set(_ name: String, _ value: Bool) async throws {
            _ = try await send(server, .patch, "/blue?updateMask=\(name)", .object([.init(name, .bool(value))]))
        }

        try await set("allowPasswordSignup", false)
        #expect(try await server.app("accounts:signUp", user).message == "OPERATION_NOT_ALLOWED")
        #expect(try await server.app("accounts:signInWithPassword", user).message == "PASSWORD_LOGIN_DISABLED")
        try await set("enableAnonymousUser", false)
        #expect(try await server.app("accounts:signUp", ["tenantId": "blue"]).message == "ADMIN_ONLY_OPERATION")
        #expect(try await server.app("accounts:sendOobCode", link).status == 200)
        try await set("enableEmailLinkSignin", false)
        #expect(try await server.app("accounts:sendOobCode", link).message == "OPERATION_NOT_ALLOWED")
        try await set("disableAuth", true)
        #expect(try await server.app("accounts:signInWithPassword", user).message == "PROJECT_DISABLED")
        #expect(try await server.admin("accounts:lookup", [:], tenant: "blue").message == "PROJECT_DISABLED")
        #expect(
            try await server.app("accounts:signUp", ["email": "a@example.test", "password": "correct-horse"]).status
                == 200)
    }

    @Test func `all methods are for admins`() async throws {
        let server = try TestServer(.emulator)
        for (method, path) in [
            (HTTPRequest.Method.get, ""), (.post, ""), (.get, "/t"), (.patch, "/t"), (.delete, "/t"),
        ] {
            let body: JSON? = method == .get ? nil : [:]
            #expect(try await server.send(method, Self.path + path, body).status == 403)
            let byKey = try await server.send(method, Self.path + path + "?key=k", body)
            #expect(
                byKey.message == "INSUFFICIENT_PERMISSION : Only authenticated requests can specify target_project_id.")
        }
    }
}
