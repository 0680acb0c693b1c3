import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// For whom the names of fixtures stand.
struct RefTests {
    private func seeded() async throws -> TestServer {
        let server = try TestServer()
        let answer = try await server.seed(
            """
            users: [{ ref: bob/b, uid: b }, { uid: nameless }]
            tenants: { blue: { users: [{ ref: alice, uid: a }] } }
            """)
        #expect(answer.status == 200)
        return server
    }

    @Test func `all names are listed, sorted, with the tenant`() async throws {
        let answer = try await seeded().control(.get, "/refs")
        #expect(
            answer.json == [
                "refs": [["ref": "alice", "tenant": "blue", "localId": "a"], ["ref": "bob/b", "localId": "b"]]
            ])
    }

    @Test func `one name is told, whatever characters it has`() async throws {
        #expect(
            try await seeded().control(.get, "/refs/bob%2Fb").json == ["ref": "bob/b", "localId": "b"])
    }

    @Test func `a name that nobody gave is not found`() async throws {
        let answer = try await seeded().control(.get, "/refs/nameless")
        #expect(answer.status == 404)
        #expect(answer.json["error"]?["message"]?.stringValue?.hasPrefix("NOT_FOUND : ") == true)
    }
}
