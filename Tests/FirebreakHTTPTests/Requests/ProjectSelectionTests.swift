import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// wire.md section 6 and firebreak.md section 2.
struct ProjectSelectionTests {
    private static let owner: HTTPFields = [.authorization: "Bearer owner"]
    private static let onlyAuthenticated =
        "INSUFFICIENT_PERMISSION : Only authenticated requests can specify target_project_id."

    private func accounts(_ server: TestServer, _ project: String) async throws -> Int64? {
        try await server.control(.get, "", project: project).json[path: "counts.accounts"]?.integerValue
    }

    // MARK: API keys

    @Test(arguments: [
        ("project:other", "other"), ("any-key", TestServer.project), ("project:", TestServer.project),
        ("AIzaSyDOCAbC123dEf456GhI789jKl012-MnO", TestServer.project), ("Project:other", TestServer.project),
        ("project:a%20b", "a b"), ("project:Upper_Case", "Upper_Case"),
    ])
    func `a key selects its project`(key: String, project: String) async throws {
        let server = try TestServer()

        #expect(try await server.signUp("a@example.test", key: key).status == 200)

        let path = project.replacing(" ", with: "%20")
        #expect(try await accounts(server, path) == 1)
    }

    @Test func `a registered key wins over what its text says, and the derived key needs no registration`() async throws
    {
        let server = try TestServer()
        let keys = try await server.control(.get, "/apiKeys", project: "shop").json
        let derived = try #require(keys["apiKeys"]?.arrayValue?.first?["key"]?.stringValue)
        #expect(derived.hasPrefix("AIza") && derived.utf8.count == 39)

        _ = try await server.signUp("a@example.test", key: derived)
        #expect(try await accounts(server, "shop") == 1)
        for key in ["project:other", derived] {
            #expect(try await server.control(.post, "/apiKeys", ["key": .string(key)], project: "mine").status == 200)
            _ = try await server.signUp("\(key.utf8.count)@example.test", key: key)
        }

        #expect(try await accounts(server, "mine") == 2)
        #expect(try await accounts(server, "other") == 0)
        #expect(try await accounts(server, "shop") == 1)
    }

    @Test func `unknown keys can be refused`() async throws {
        let server = try TestServer(unknownKeys: .reject)

        let refused = try await server.signUp("a@example.test", key: "nobody-knows-me")
        #expect(refused.status == 400)
        #expect(refused.message == "API key not valid. Please pass a valid API key.")
        #expect(refused.json[path: "error.status"] == "INVALID_ARGUMENT")
        #expect(try await server.signUp("a@example.test", key: "project:example").status == 200)
    }

    @Test func `two keys share nothing`() async throws {
        let server = try TestServer()

        let first = try await server.signUp("a@example.test", key: "project:one")
        let second = try await server.signUp("a@example.test", key: "project:two")

        #expect(first.status == 200 && second.status == 200)
        let foreign = try await server.app(
            "accounts:lookup", ["idToken": try #require(first["idToken"])], key: "project:two")
        #expect(foreign.message == "INVALID_ID_TOKEN")
    }

    @Test func `an admin without a project in the path works in the key's project, else in the default one`()
        async throws
    {
        let server = try TestServer()
        let signUp = "/identitytoolkit.googleapis.com/v1/accounts:signUp"

        _ = try await server.send(
            .post, signUp + "?key=project:other", ["email": "a@example.test"], headers: Self.owner)
        #expect(try await accounts(server, "other") == 1)
        _ = try await server.send(.post, signUp, ["email": "b@example.test"], headers: Self.owner)
        #expect(try await accounts(server, TestServer.project) == 1)
        _ = try await server.admin("accounts", ["email": "c@example.test"], project: "")
        #expect(try await accounts(server, TestServer.project) == 2)
    }

    // MARK: Naming a project

    @Test func `the path wins over the body, silently`() async throws {
        let server = try TestServer()

        let answer = try await server.admin(
            "accounts", ["email": "a@example.test", "targetProjectId": "body"], project: "path")

        #expect(answer.status == 200)
        #expect(try await accounts(server, "path") == 1)
        #expect(try await accounts(server, "body") == 0)
    }

    @Test(arguments: [Profile.local, .production])
    func `the number that answers call a project by names it in requests too`(profile: Profile) async throws {
        let server = try TestServer(profile)
        let name = "/identitytoolkit.googleapis.com/v2/projects/shop/config"
        let config = try await server.send(.get, name, nil, headers: Self.owner)
        let number = try #require(config["name"]?.stringValue?.split(separator: "/").dropFirst().first.map(String.init))
        #expect(number != "shop")

        #expect(try await server.admin("accounts", ["localId": "a"], project: number).status == 200)
        let inBody: JSON = ["localId": "b", "targetProjectId": .string(number)]
        #expect(try await server.admin("accounts", inBody, project: "").status == 200)

        #expect(try await accounts(server, "shop") == 2)
        // Digits that are nobody's number are an ID like any other.
        #expect(try await server.admin("accounts", ["localId": "a"], project: "123456789012").status == 200)
        #expect(try await accounts(server, "123456789012") == 1)
    }

    @Test func `in profile emulator, where all projects have one number, it is an ID`() async throws {
        let server = try TestServer(.emulator)
        #expect(try await server.admin("accounts", ["localId": "a"], project: "shop").status == 200)

        #expect(try await server.admin("accounts", ["localId": "a"], project: "12345").status == 200)

        #expect(try await accounts(server, "12345") == 1)
    }

    @Test(arguments: ["other", TestServer.project])
    func `a key alone may not name a project, not even its own`(project: String) async throws {
        let server = try TestServer(.emulator)

        let byBody = try await server.app("accounts:signUp", ["targetProjectId": .string(project)])
        let byPath = try await server.send(
            .post, "/identitytoolkit.googleapis.com/v1/projects/\(project)/accounts:lookup?key=k", [:])

        for answer in [byBody, byPath] {
            #expect(answer.status == 400)
            #expect(answer.message == Self.onlyAuthenticated)
        }
        #expect(try await server.app("accounts:signUp", ["targetProjectId": ""]).status == 200)
    }

    @Test func `routes without OAuth in their list skip that question`() async throws {
        let server = try TestServer(.emulator)
        let user = try await server.signUp("a@example.test")

        let answer = try await server.send(
            .post, "/securetoken.googleapis.com/v1/token?key=fake-api-key",
            [
                "grant_type": "refresh_token", "refresh_token": try #require(user["refreshToken"]),
                "targetProjectId": .string(TestServer.project),
            ])
        #expect(answer.status == 200)
    }

    @Test func `a project ID has at most 128 bytes`() async throws {
        let server = try TestServer()

        #expect(try await server.admin("accounts", [:], project: String(repeating: "p", count: 128)).status == 200)
        let answer = try await server.admin("accounts", [:], project: String(repeating: "p", count: 129))
        #expect(answer.status == 400)
        #expect(answer.message == "INVALID_PROJECT_ID")
    }

    // MARK: Tenants

    @Test func `path and body must name the same tenant`() async throws {
        let server = try TestServer(.emulator)

        #expect(
            try await server.admin("accounts:lookup", ["tenantId": "a"], tenant: "b").message == "TENANT_ID_MISMATCH")
        #expect(try await server.admin("accounts:lookup", ["tenantId": "b"], tenant: "b").status == 200)
        #expect(try await server.admin("accounts:lookup", ["tenantId": ""], tenant: "b").status == 200)
        #expect(try await server.admin("accounts:lookup", ["tenantId": "b"], tenant: "").status == 200)
    }

    @Test func `the ID token's tenant is used, and must not differ from the one named`() async throws {
        let server = try TestServer(.emulator)
        let user = try await server.app(
            "accounts:signUp", ["email": "a@example.test", "password": "correct-horse", "tenantId": "blue"])
        let idToken = try #require(user["idToken"])

        let own = try await server.app("accounts:lookup", ["idToken": idToken])
        #expect(own["users"]?.arrayValue?.first?["tenantId"] == "blue")
        #expect(try await server.app("accounts:lookup", ["idToken": idToken, "tenantId": "blue"]).status == 200)
        #expect(
            try await server.app("accounts:lookup", ["idToken": idToken, "tenantId": "red"]).message
                == "TENANT_ID_MISMATCH")
        // Also for calls that ignore the token otherwise.
        #expect(
            try await server.admin("accounts:lookup", ["idToken": idToken], tenant: "red").message
                == "TENANT_ID_MISMATCH")
    }

    @Test func `a project's token in a tenant finds no user`() async throws {
        let server = try TestServer(.emulator)
        let user = try await server.signUp("a@example.test")

        let answer = try await server.app(
            "accounts:lookup", ["idToken": try #require(user["idToken"]), "tenantId": "blue"])
        #expect(answer.message == "USER_NOT_FOUND")
    }

    @Test func `a tenant's refresh token works alone, and not for another tenant`() async throws {
        let server = try TestServer(.emulator)
        let user = try await server.app(
            "accounts:signUp", ["email": "a@example.test", "password": "correct-horse", "tenantId": "blue"])
        let token = try #require(user["refreshToken"])
        let path = "/securetoken.googleapis.com/v1/token?key=k"

        #expect(
            try await server.send(.post, path, ["grantType": "refresh_token", "refreshToken": token]).status == 200)
        let other = try await server.send(
            .post, path, ["grantType": "refresh_token", "refreshToken": token, "tenantId": "red"])
        #expect(
            other.message == "TENANT_ID_MISMATCH: ((Refresh token tenant ID does not match target tenant ID.))")
    }

    @Test func `a numeric tenant ID is a tenant ID`() async throws {
        let server = try TestServer(.emulator)
        _ = try await server.admin("accounts", ["localId": "a"], tenant: "123")

        let answer = try await server.admin("accounts:lookup", ["tenantId": 123, "localId": ["a"]])
        #expect(answer["users"]?.arrayValue?.count == 1)
    }

    @Test func `in production a tenant ID that is not text is invalid`() async throws {
        let server = try TestServer(.production)

        for id in [true, [:]] as [JSON] {
            let answer = try await server.app("accounts:lookup", ["tenantId": id])
            #expect(answer.message == "INVALID_TENANT_ID")
        }
    }

    @Test func `a token without a firebase object is an invalid token`() async throws {
        let server = try TestServer(.emulator)
        let token = JSONWebToken.unsigned(payload: Array(#"{"sub":"a"}"#.utf8))

        #expect(try await server.app("accounts:lookup", ["idToken": .string(token)]).message == "INVALID_ID_TOKEN")
    }
}
