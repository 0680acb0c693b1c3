import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// firebreak.md section 2: which project an API key stands for.
struct APIKeySelectionTests {
    /// The project in which this key signs people up.
    private func project(_ server: TestServer, _ key: String) async throws -> String? {
        let answer = try await server.app("accounts:signUp", ["email": "a@x.test", "password": "secret1"], key: key)
        guard answer.status == 200 else { return answer.outcome }
        return try claims(answer.string("idToken"))["aud"]?.stringValue
    }

    private static func derived(_ project: String) throws -> String {
        try #require(DerivedAPIKey.key(for: ProjectID(rawValue: project)))
    }

    @Test(arguments: Profile.allCases)
    func `a key that names no project stands for the default one`(_ profile: Profile) async throws {
        let server = try TestServer(profile)

        #expect(try await project(server, "anything") == "example")
        #expect(try await project(server, "project%3A") == "EMAIL_EXISTS")
    }

    @Test(arguments: Profile.allCases)
    func `keys name projects by prefix, derivation and registration`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        let answer = try await server.control(.post, "/apiKeys", ["key": "my key"], project: "registered")
        try #require((200...201).contains(answer.status))

        #expect(try await project(server, "project:named") == "named")
        #expect(try await project(server, "project%3AAnything%20at%20all") == "Anything at all")
        #expect(try await project(server, try Self.derived("derived-1")) == "derived-1")
        #expect(try await project(server, "my%20key") == "registered")
    }

    @Test(arguments: Profile.allCases)
    func `a registered key wins over all it could mean otherwise`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        let derived = try Self.derived("other")
        for key in ["project:other", derived] {
            _ = try await server.control(.post, "/apiKeys", ["key": .string(key)], project: "registered")
        }

        #expect(try await project(server, "project:other") == "registered")
        #expect(try await project(server, derived) == "EMAIL_EXISTS")
    }

    @Test(arguments: ["a", "demo-shop", "0123456789-abcdefghij-klmnopqr", "---"])
    func `a derived key has the form that SDKs insist on, and is reversible`(_ project: String) throws {
        let key = try Self.derived(project)

        #expect(key.wholeMatch(of: /AIza[A-Za-z0-9_-]{35}/) != nil)
        #expect(DerivedAPIKey.project(of: key)?.rawValue == project)
        for index in [0, 3, 4, 20, 38] {
            var characters = Array(key)
            characters[index] = characters[index] == "A" ? "B" : "A"
            #expect(DerivedAPIKey.project(of: String(characters)) == nil, "changed at \(index)")
        }
    }

    @Test(arguments: ["", "Upper", "under_score", "0123456789012345678901234567890", "ü"])
    func `other IDs have no derived key`(_ project: String) {
        #expect(DerivedAPIKey.key(for: ProjectID(rawValue: project)) == nil)
    }

    @Test(arguments: Profile.allCases)
    func `a server may reject unknown keys`(_ profile: Profile) async throws {
        let server = try TestServer(profile, unknownKeys: .reject)
        _ = try await server.control(.post, "/apiKeys", ["key": "known"])

        let refused = try await server.signUp("a@x.test", key: "unknown")
        #expect(refused.status == 400)
        #expect(refused.message == "API key not valid. Please pass a valid API key.")
        #expect(refused.string("error.status") == "INVALID_ARGUMENT")
        #expect(try await project(server, "known") == "example")
        #expect(try await project(server, "project:named") == "named")
        #expect(try await project(server, try Self.derived("derived")) == "derived")
    }

    @Test(arguments: Profile.allCases)
    func `tests with keys of their own share nothing`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let one = try SignedInUser(await server.signUp("same@x.test", key: "project:one"))
        let two = try SignedInUser(await server.signUp("same@x.test", key: "project:two"))

        #expect(one.id != two.id)
        #expect(try claims(one.idToken)["iss"] == "https://securetoken.google.com/one")
        let body: JSON = ["localId": [.string(one.id)]]
        #expect(try await server.admin("accounts:lookup", body, project: "one")["users"] != nil)
        #expect(try await server.admin("accounts:lookup", body, project: "two")["users"] == nil)
        _ = try await server.app("accounts:delete", ["idToken": one.token], key: "project:one")
        #expect(
            try await server.app("accounts:lookup", ["idToken": two.token], key: "project:two").outcome == "OK")
        let code: JSON = ["requestType": "PASSWORD_RESET", "email": "same@x.test"]
        _ = try await server.app("accounts:sendOobCode", code, key: "project:two")
        #expect(try await server.outbox(project: "one") == [])
        #expect(try await server.outbox(project: "two").count == 1)
    }

    // MARK: Admins

    private func owner(_ server: TestServer, _ query: String, _ body: JSON) async throws -> TestAnswer {
        try await server.send(
            .post, "/identitytoolkit.googleapis.com/v1/accounts:lookup\(query)", body,
            headers: [.authorization: "Bearer owner"])
    }

    @Test(arguments: Profile.allCases)
    func `an admin who names no project means the key's, else the default one`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        _ = try await server.admin("accounts", ["localId": "here"])
        _ = try await server.admin("accounts", ["localId": "there"], project: "other")
        let body: JSON = ["localId": ["here", "there"]]
        func found(_ answer: TestAnswer) -> [JSON?]? { answer["users"]?.arrayValue?.map { $0["localId"] } }

        #expect(found(try await owner(server, "", body)) == ["here"])
        #expect(found(try await owner(server, "?key=project:other", body)) == ["there"])
        #expect(found(try await owner(server, "", body.merging(["targetProjectId": "other"]))) == ["there"])
        let inPath = try await server.send(
            .post, "/identitytoolkit.googleapis.com/v1/projects/example/accounts:lookup?key=project:other",
            body.merging(["targetProjectId": "other"]), headers: [.authorization: "Bearer owner"])
        #expect(found(inPath) == ["here"])
    }

    @Test(arguments: Profile.allCases)
    func `an app names no project, not even its own`(_ profile: Profile) async throws {
        let server = try TestServer(profile)
        let refusal = "INSUFFICIENT_PERMISSION : Only authenticated requests can specify target_project_id."

        for project in ["example", "other"] {
            let answer = try await server.app("accounts:signUp", ["targetProjectId": .string(project)])
            #expect(answer.outcome == refusal)
        }
        let inPath = try await server.send(
            .post, "/identitytoolkit.googleapis.com/v1/projects/example/accounts:lookup?key=fake-api-key", [:])
        #expect(inPath.outcome == refusal)
    }
}
