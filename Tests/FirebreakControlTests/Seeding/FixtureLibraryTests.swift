import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// What a reset with `reseed` fills a project with.
struct FixtureLibraryTests {
    private static let document = """
        apiKeys: [key-of-original]
        users: [ { ref: alice, email: alice@example.test, password: correct-horse } ]
        """

    @Test func `a project that was dropped and made again has no fixtures`() async throws {
        let server = try TestServer()
        #expect(try await server.seed(Self.document).status == 200)

        #expect(try await server.control(.delete, "").status == 200)

        _ = try await server.signUp("bob@example.test")
        #expect(try await server.control(.post, ":reset", ["reseed": true]).status == 400)
    }

    @Test func `a fork is filled with what its original was, and takes no keys from it`() async throws {
        let server = try TestServer()
        let seeded = try await server.seed(Self.document).json
        #expect(try await server.fork("demo-copy").status == 200)
        _ = try await server.signUp("bob@example.test", key: TestServer.key(of: "demo-copy"))

        let answer = try await server.control(.post, ":reset", ["reseed": true], project: "demo-copy")

        #expect(answer.json["refs"] == seeded["refs"])
        #expect(try await server.control(.get, "", project: "demo-copy").json[path: "counts.accounts"] == 1)
        _ = try await server.signUp("carol@example.test", key: "key-of-original")
        #expect(try await server.control(.get, "").json[path: "counts.accounts"] == 2)
    }

    @Test func `a fork of a project without fixtures has none`() async throws {
        let server = try TestServer()
        _ = try await server.signUp("bob@example.test")
        #expect(try await server.fork("demo-copy").status == 200)

        #expect(try await server.control(.post, ":reset", ["reseed": true], project: "demo-copy").status == 400)
    }
}
