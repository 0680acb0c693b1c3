import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// Faults stand in the project: copies, resets, fixtures and exports know them.
struct FaultCopiesTests {
    private func faults(_ server: TestServer, project: String = TestServer.project) async throws -> [JSON] {
        try await server.control(.get, "/faults", project: project)["faults"]?.arrayValue ?? []
    }

    private static func user(_ name: String) -> JSON {
        ["email": .string("\(name)@example.test"), "password": "correct-horse"]
    }

    @Test func `copies have faults with what they have left`() async throws {
        let server = try TestServer()
        _ = try await server.control(.post, "/faults", ["on": "accounts.signUp", "error": "EMAIL_EXISTS", "times": 3])
        #expect(try await server.app("accounts:signUp", Self.user("a")).message == "EMAIL_EXISTS")
        _ = try await server.control(.post, ":snapshot", [:])
        _ = try await server.control(.post, ":fork", ["to": "copy"])

        #expect(try await faults(server, project: "copy") == faults(server))
        #expect(try await faults(server).first?["left"] == 2)
        #expect(try await server.app("accounts:signUp", Self.user("a")).message == "EMAIL_EXISTS")
        #expect(try await faults(server, project: "copy").first?["hits"] == 1)
        _ = try await server.control(.delete, "/faults")
        #expect(try await server.app("accounts:signUp", Self.user("a")).status == 200)
        _ = try await server.control(.post, ":restore", [:])
        #expect(try await faults(server).first?["left"] == 2)
        #expect(try await server.app("accounts:signUp", Self.user("b")).message == "EMAIL_EXISTS")
    }

    @Test func `a reset removes faults unless it keeps them`() async throws {
        let server = try TestServer()
        _ = try await server.control(.post, "/faults", ["on": "*", "error": "USER_DISABLED", "times": "always"])

        _ = try await server.control(.post, ":reset", ["keep": ["faults"]])
        #expect(try await server.app("accounts:signUp", Self.user("a")).message == "USER_DISABLED")
        _ = try await server.control(.post, ":reset", ["keep": ["config", "outbox"]])
        #expect(try await server.app("accounts:signUp", Self.user("a")).status == 200)
        #expect(try await faults(server).isEmpty)
    }

    private static let document = """
        faults:
          - { on: accounts.signUp, error: EMAIL_EXISTS, times: 2 }
          - { on: [token, getProjects], where: { caller: app }, status: 503, body: { a_b: 1 }, skip: 1 }
          - { on: accounts.signUp, error: EMAIL_EXISTS, times: 2 }
        """

    @Test func `a fixture has faults, and applying it again changes nothing`() async throws {
        let server = try TestServer()
        #expect(try await server.seed(Self.document, project: "example").status == 200)
        let first = try await faults(server)
        #expect(first.count == 3)
        #expect(try await server.app("accounts:signUp", Self.user("a")).message == "EMAIL_EXISTS")

        #expect(try await server.seed(Self.document, project: "example").status == 200)
        let second = try await faults(server)
        #expect(second.map { $0["id"] } == first.map { $0["id"] })
        #expect(second.map { $0["left"] } == [1, 1, 2])
        // The same IDs on every machine.
        let other = try TestServer()
        _ = try await other.seed(Self.document, project: "example")
        #expect(try await faults(other) == first)
    }

    @Test func `strategies of a fixture count for faults`() async throws {
        let server = try TestServer()
        _ = try await server.seed(Self.document, project: "example")
        _ = try await server.app("accounts:signUp", Self.user("a"))

        let refused = try await server.seed("strategy: fail\n" + Self.document, project: "example")
        #expect(refused.message?.contains("/faults/0: there is such a fault already") == true)
        _ = try await server.seed("strategy: replace\n" + Self.document, project: "example")
        #expect(try await faults(server).map { $0["hits"] } == [0, 0, 0])
    }

    @Test func `an unknown code in a fixture has its place`() async throws {
        let server = try TestServer()
        let answer = try await server.seed(
            "users: []\nfaults:\n  - { on: token, error: EMAIL_EXIST }", project: "example")

        let message = ":3:18: /faults/0/error: there is no error code EMAIL_EXIST; did you mean EMAIL_EXISTS?"
        #expect(answer.message?.contains(message) == true, "\(answer.message ?? "")")
    }

    @Test func `an export has what faults have left, and reads as they were`() async throws {
        let server = try TestServer()
        _ = try await server.seed(Self.document, project: "example")
        for _ in 0..<3 { _ = try await server.app("accounts:signUp", Self.user("a")) }

        let export = try await server.control(.get, ":export?format=fixture")
        #expect(
            export.json[path: "projects.example.faults"] == [
                [
                    "on": ["token", "getProjects"], "where": ["caller": "app"], "status": 503, "body": ["a_b": 1],
                    "skip": 1,
                ],
                ["on": "accounts.signUp", "error": "EMAIL_EXISTS"],
            ])
        let copy = try TestServer()
        #expect(try await copy.seed(export.text, project: "example").status == 200)
        #expect(try await copy.app("accounts:signUp", Self.user("b")).message == "EMAIL_EXISTS")
        #expect(try await copy.app("accounts:signUp", Self.user("b")).status == 200)
    }
}
