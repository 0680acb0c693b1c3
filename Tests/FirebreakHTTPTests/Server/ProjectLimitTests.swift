import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// firebreak.md section 4.6.
struct ProjectLimitTests {
    @Test func `there are only as many projects as there may be`() async throws {
        try await checkLimit(dataDirectory: nil)
        try await withTemporaryDirectory { try await checkLimit(dataDirectory: $0) }
    }

    private func checkLimit(dataDirectory: String?) async throws {
        let server = try TestServer(maximumProjects: 2, dataDirectory: dataDirectory)
        func signUp(in project: String) async throws -> TestAnswer {
            try await server.admin("accounts", ["email": "a@example.test"], project: project)
        }

        #expect(try await signUp(in: "one").status == 200)
        #expect(try await server.control(.get, "", project: "unwritten").status == 200)
        #expect(try await server.control(.post, ":fork", ["to": "two"], project: "one").status == 200)
        for answer in [
            try await signUp(in: "three"), try await server.control(.post, ":fork", ["to": "three"], project: "one"),
            try await server.send(.post, "/firebreak/v1/projects", ["projectId": "three"]),
        ] {
            #expect(answer.status == 429)
            #expect(answer.json[path: "error.status"] == "RESOURCE_EXHAUSTED")
        }
        #expect(try await signUp(in: "two").status == 400, "The copy has the address already.")
        #expect(try await server.send(.delete, "/firebreak/v1/projects/two").status == 200)
        #expect(try await signUp(in: "three").status == 200)
        let listed = try await server.send(.get, "/firebreak/v1/projects").json["projects"]?.arrayValue
        #expect(listed?.map { $0["projectId"] } == ["one", "three"])
    }
}
