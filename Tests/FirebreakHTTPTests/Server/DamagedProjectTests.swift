import FirebreakOperations
import FirebreakStore
import FirebreakTestSupport
import FirebreakWire
import Foundation
import HTTPTypes
import Testing

/// A project whose file cannot be used: what needs it says so, everything else goes on (firebreak.md section 4).
struct DamagedProjectTests {
    /// A server whose default project, or another one, was damaged while nobody had it open.
    private func withDamagedServer(
        _ damaged: String, _ body: (TestServer) async throws -> Void
    ) async throws {
        try await withTemporaryDirectory { directory in
            do {
                let server = try TestServer(dataDirectory: directory)
                for project in [TestServer.project, "other"] {
                    let user: JSON = ["localId": "ann", "email": "ann@example.test", "password": "correct-horse"]
                    _ = try await server.admin("accounts", user, project: project)
                }
                _ = try await server.control(.post, ":snapshot", ["name": "s"], project: damaged)
                server.close()
            }
            for ending in ["-wal", "-shm"] {
                try? FileManager.default.removeItem(atPath: "\(directory)/projects/\(damaged).sqlite\(ending)")
            }
            try Data().write(to: URL(filePath: "\(directory)/projects/\(damaged).sqlite"))
            try await body(try TestServer(dataDirectory: directory))
        }
    }

    private static let general = [
        "/firebreak/v1/info", "/firebreak/v1/projects", "/firebreak/v1/errors", "/firebreak/v1/errors/EMAIL_EXISTS",
        "/firebreak/v1/requests", "/metrics", "/healthz", "/readyz", "/emulator/openapi.json", "/",
        "/firebreak/projects", "/firebreak/requests", "/firebreak/errors", "/firebreak/errors/EMAIL_EXISTS",
    ]

    @Test(arguments: [TestServer.project, "other"])
    func `what is of no project is answered`(damaged: String) async throws {
        try await withDamagedServer(damaged) { (server: TestServer) async throws in
            for path in Self.general {
                let answer = try await server.send(.get, path)
                #expect(answer.status == 200, "\(path): \(answer.text.prefix(300))")
            }
            let made = try await server.send(.post, "/firebreak/v1/projects", ["projectId": "new"])
            #expect(made.status == 200, "\(made.text)")

            let listed = try await server.send(.get, "/firebreak/v1/projects").json["projects"]?.arrayValue ?? []
            let states = listed.map { [$0["projectId"], $0["state"]] }
            #expect(states.contains([.string(damaged), "unavailable"]))
            #expect(states.count { $0[1] == "available" } == 2)
            let page = try await server.send(.get, "/firebreak/projects")
            #expect(page.text.contains("unavailable") && page.text.contains("\(damaged)/state/drop"))
        }
    }

    @Test(arguments: [TestServer.project, "other"])
    func `what needs the project says so, until it is dropped`(damaged: String) async throws {
        try await withDamagedServer(damaged) { (server: TestServer) async throws in
            for path in ["", "/outbox", "/rules", "/faults", ":export"] {
                #expect(try await server.control(.get, path, project: damaged).status == 503, "\(path)")
            }
            #expect(try await server.admin("accounts:query", [:], project: damaged).status == 503)
            #expect(try await server.send(.get, "/firebreak/projects/\(damaged)/outbox").status == 503)
            // Those are not in its database.
            for path in ["/apiKeys", "/snapshots", "/requests"] {
                #expect(try await server.control(.get, path, project: damaged).status == 200, "\(path)")
            }
            #expect(try await server.control(.delete, "/snapshots/s", project: damaged).status == 200)

            #expect(try await server.control(.delete, "", project: damaged).status == 200)
            #expect(try await server.control(.get, "", project: damaged)["counts"]?["accounts"] == 0)
            let user: JSON = ["localId": "ann", "email": "ann@example.test"]
            #expect(try await server.admin("accounts", user, project: damaged).status == 200)
        }
    }

    @Test func `the other project goes on`() async throws {
        try await withDamagedServer(TestServer.project) { (server: TestServer) async throws in
            let found = try await server.admin("accounts:lookup", ["localId": ["ann"]], project: "other")
            #expect(found["users"]?.arrayValue?.count == 1)
            #expect(try await server.send(.get, "/firebreak/projects/other/accounts").status == 200)
            // A question about other outboxes passes over the one that cannot be read.
            let wait = try await server.control(.get, "/outbox:wait?timeout=0s&to=ann@example.test", project: "other")
            #expect(wait.status == 408, "\(wait.text)")
            let home = try await server.send(.get, "/firebreak/")
            #expect(home.headers[.location] == "/firebreak/projects")
        }
    }
}
