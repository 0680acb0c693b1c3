import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// getIamPolicy, setIamPolicy and testIamPermissions of a tenant (tenants-config.md B2).
struct TenantIAMTests {
    private static let binding: JSON = ["role": "roles/viewer", "members": ["user:a@x.test"]]

    private func call(_ server: TestServer, _ tenant: String, _ method: String, _ body: JSON = [:]) async throws
        -> TestAnswer
    {
        try await server.send(
            .post, "/identitytoolkit.googleapis.com/v2/projects/example/tenants/\(tenant):\(method)", body,
            headers: [.authorization: "Bearer owner"])
    }

    private func server(_ profile: Profile) async throws -> (TestServer, String) {
        let server = try await TestServer.open(profile)
        return (server, try await server.makeTenant())
    }

    @Test(arguments: Profile.allCases)
    func `a policy is kept and answered`(_ profile: Profile) async throws {
        let (server, tenant) = try await server(profile)
        #expect(try await call(server, tenant, "getIamPolicy").json == ["etag": "ACAB"])

        let set = try await call(server, tenant, "setIamPolicy", ["policy": ["bindings": [Self.binding]]])
        #expect(set["bindings"] == [Self.binding])
        let read = try await call(server, tenant, "getIamPolicy", ["options": ["requestedPolicyVersion": 1]])
        #expect(read.json == set.json)
        let other = try await server.makeTenant()
        #expect(try await call(server, other, "getIamPolicy").json == ["etag": "ACAB"])
    }

    @Test func `a policy with conditions has their version, whatever a mask leaves out`() async throws {
        let (server, tenant) = try await server(.local)
        let condition: JSON = ["title": "t", "expression": "e"]
        let policy: JSON = ["version": 3, "bindings": [Self.binding.merging(["condition": condition])]]
        _ = try await call(server, tenant, "setIamPolicy", ["policy": policy, "updateMask": "bindings"])

        let read = try await call(server, tenant, "getIamPolicy").json
        #expect(read["version"] == 3)
        #expect(try await call(server, tenant, "setIamPolicy", ["policy": read]).status == 200)
    }

    @Test(arguments: ["getIamPolicy", "setIamPolicy", "testIamPermissions"])
    func `there is no policy of no tenant`(_ method: String) async throws {
        let (server, _) = try await server(.local)
        #expect(try await call(server, "", method, ["policy": [:]]).status == 400)
    }

    @Test(arguments: Profile.allCases)
    func `a policy that changed in between is not overwritten`(_ profile: Profile) async throws {
        let (server, tenant) = try await server(profile)
        func set(_ etag: JSON?, _ role: String) async throws -> TestAnswer {
            var policy: JSON = ["bindings": [["role": .string(role), "members": ["user:a@x.test"]]]]
            policy["etag"] = etag
            return try await call(server, tenant, "setIamPolicy", ["policy": policy])
        }

        let first = try await set("ACAB", "roles/first")
        let second = try await set(first["etag"], "roles/second")
        #expect(second["etag"] != first["etag"])
        let stale = try await set(first["etag"], "roles/third")
        #expect(stale.status == 409)
        #expect(stale.json[path: "error.status"] == "ABORTED")
        #expect(try await call(server, tenant, "getIamPolicy").json == second.json)
        // Without an etag the policy is overwritten blindly.
        #expect(try await set(nil, "roles/fourth").status == 200)
    }

    @Test func `a mask names the parts that change`() async throws {
        let (server, tenant) = try await server(.local)
        let audit: JSON = [["service": "allServices"]]
        func set(_ mask: String?, _ policy: JSON) async throws -> JSON {
            var body: JSON = ["policy": policy]
            body["updateMask"] = mask.map(JSON.string)
            return try await call(server, tenant, "setIamPolicy", body).json
        }

        let whole = try await set(
            "bindings,auditConfigs,version", ["bindings": [Self.binding], "auditConfigs": audit, "version": 1])
        #expect(whole["auditConfigs"] == audit && whole["bindings"] == [Self.binding] && whole["version"] == 1)
        let cleared = try await set("auditConfigs", ["bindings": []])
        #expect(cleared["auditConfigs"] == nil && cleared["bindings"] == [Self.binding])
    }

    static let refused: [JSON] = [
        [:], ["policy": 1], ["policy": ["version": 2]], ["policy": ["version": 9]],
        ["policy": ["bindings": [["members": ["user:a@x.test"]]]]], ["policy": ["bindings": [["role": "r"]]]],
        ["policy": ["bindings": [["role": "r", "members": []]]]],
        ["policy": ["bindings": [["role": "r", "members": ["a"], "condition": ["expression": "true"]]]]],
        ["policy": [:], "updateMask": "owner"],
    ]

    @Test(arguments: refused)
    func `a policy without sense is refused`(_ body: JSON) async throws {
        let (server, tenant) = try await server(.local)
        let answer = try await call(server, tenant, "setIamPolicy", body)

        #expect(answer.status == 400, "\(answer.text)")
        #expect(try await call(server, tenant, "getIamPolicy").json == ["etag": "ACAB"])
    }

    @Test func `a condition goes with version 3`() async throws {
        let (server, tenant) = try await server(.local)
        let binding = Self.binding.merging(["condition": ["expression": "true"]])
        let answer = try await call(
            server, tenant, "setIamPolicy", ["policy": ["version": 3, "bindings": [binding]]])

        #expect(answer["version"] == 3)
        #expect(answer["bindings"] == [binding])
    }

    @Test(arguments: Profile.allCases)
    func `the caller has every permission`(_ profile: Profile) async throws {
        let (server, tenant) = try await server(profile)
        let permissions: JSON = ["firebaseauth.users.get", "firebaseauth.users.update"]

        #expect(
            try await call(server, tenant, "testIamPermissions", ["permissions": permissions]).json
                == ["permissions": permissions])
        #expect(try await call(server, tenant, "testIamPermissions").json == [:])
        #expect(
            try await call(server, tenant, "testIamPermissions", ["permissions": ["firebaseauth.*"]]).status == 400)
    }

    /// production.md section 14.1
    @Test(arguments: [Profile.local, .production], ["getIamPolicy", "setIamPolicy", "testIamPermissions"])
    func `a tenant that is not there, or no more, has no policy`(_ profile: Profile, _ method: String) async throws {
        let (server, tenant) = try await server(profile)
        #expect(try await server.deleteTenant(tenant).status == 200)

        for id in ["nobody-12345", tenant] {
            let answer = try await call(server, id, method, ["policy": [:]])
            #expect(answer.outcome == "404 TENANT_NOT_FOUND", "\(answer.text)")
        }
    }

    @Test(arguments: Profile.allCases)
    func `an app may not`(_ profile: Profile) async throws {
        let (server, tenant) = try await server(profile)
        let path = "/identitytoolkit.googleapis.com/v2/projects/example/tenants/\(tenant):getIamPolicy?key=fake-api-key"
        let answer = try await server.send(.post, path, [:])

        #expect(answer.status == 400 || answer.status == 401 || answer.status == 403, "\(answer.text)")
    }
}
