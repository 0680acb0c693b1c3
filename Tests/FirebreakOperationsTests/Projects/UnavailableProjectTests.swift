import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import Foundation
import HTTPTypes
import Testing

/// A project whose database cannot be used, seen by its clients.
struct UnavailableProjectTests {
    private func states(_ server: TestServer) async throws -> [String?] {
        let list = try await server.send(.get, "/firebreak/v1/projects", nil)
        return (list["projects"]?.arrayValue ?? []).map { $0["state"]?.stringValue }
    }

    @Test(arguments: TestProfile.allCases)
    func `its calls get 503 with a sentence, others go on, and it comes back`(profile: TestProfile) async throws {
        try await withTemporaryDirectory { directory in
            let server = try TestServer(profile.value, dataDirectory: directory)
            let user = try await server.signUp("a@example.test", key: "project:bad")
            #expect(user.status == 200)
            #expect(try await server.signUp("a@example.test", key: "project:good").status == 200)
            let file = directory + "/projects/bad.sqlite"
            try FileManager.default.moveItem(atPath: file, toPath: directory + "/kept")

            let calls = [
                try await server.signUp("b@example.test", key: "project:bad"),
                try await server.refresh(user.string("refreshToken"), key: "project:bad"),
                try await server.control(.get, "/outbox", project: "bad"),
            ]
            for answer in calls {
                #expect(answer.status == 503)
                #expect(answer.json[path: "error.status"] == "UNAVAILABLE")
                #expect(answer.message == "UNAVAILABLE : The project's database is not where it was.")
            }
            #expect(try await server.signUp("b@example.test", key: "project:good").status == 200)
            // Its log is there still.
            #expect(try await states(server) == ["unavailable", "available"])

            try FileManager.default.moveItem(atPath: directory + "/kept", toPath: file)
            #expect(try await states(server) == ["available", "available"])
            let again = try await server.admin("accounts:lookup", ["email": ["a@example.test"]], project: "bad")
            #expect(again["users"]?.arrayValue?.count == 1)
        }
    }

    @Test func `the list of projects says which one is unavailable and why`() async throws {
        try await withTemporaryDirectory { directory in
            let server = try TestServer(dataDirectory: directory)
            #expect(try await server.signUp("a@example.test", key: "project:good").status == 200)
            try Data(String(repeating: "text ", count: 1000).utf8)
                .write(to: URL(filePath: directory + "/projects/bad.sqlite"))

            let list = try await server.send(.get, "/firebreak/v1/projects", nil)

            #expect(list.status == 200)
            #expect(try await states(server) == ["unavailable", "available"])
            let bad = list["projects"]?.arrayValue?.first
            #expect(bad?["problem"] == "The project's file is not a database, or is damaged.")
            #expect(list["projects"]?.arrayValue?.last?["problem"] == nil)
        }
    }

    @Test func `a project that was never written to has no state to tell`() async throws {
        #expect(try await states(TestServer()).isEmpty)
    }

    @Test(arguments: ["a\nb", "a\u{1B}[2K", "\u{7F}", "a\u{85}b"])
    func `control characters are in no project's ID`(id: String) async throws {
        let server = try TestServer()
        let answer = try await server.app("accounts:signUp", [:], key: FormURLEncoding.encode("project:" + id))

        #expect(answer.status == 400)
        #expect(answer.message?.hasPrefix("INVALID_PROJECT_ID") == true)
    }
}
