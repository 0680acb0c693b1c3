import Firebreak
import FirebreakTestSupport
import FirebreakWire
import Foundation
import Testing

/// Fixtures that a server is started with.
@Suite(.timeLimit(.minutes(20)))
struct StartupFixtureTests {
    private func withFile<Result>(_ text: String, _ body: (String) async throws -> Result) async throws -> Result {
        let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).yaml").path
        try Data(text.utf8).write(to: URL(filePath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        return try await body(path)
    }

    @Test func `they are in before anybody is told where the server is`() async throws {
        let text = """
            version: 1
            projects:
              demo-shop:
                users: [ { ref: alice, email: alice@example.test, password: "${PASSWORD:-correct-horse}" } ]
                codes: [ { type: VERIFY_EMAIL, to: alice, oobCode: code-1 } ]
            """
        try await withFile(text) { path in
            try await withFirebreak(fixture: path) { firebreak in
                let project = FirebreakServer(url: firebreak.url).project("demo-shop")
                let alice = try await project.call(
                    "accounts:signInWithPassword", ["email": "alice@example.test", "password": "correct-horse"])
                #expect(alice["localId"]?.stringValue?.count == 28)
                #expect(try await project.outbox.latest().link?.action?.hasPrefix(firebreak.url) == true)

                let reset = try await project.reset(reseeding: true)
                #expect(reset?.created == 1)
                #expect(reset?[ref: "alice"]?.uid == alice["localId"]?.stringValue)
            }
        }
    }

    @Test func `none of several projects is filled when one cannot be`() async throws {
        let text = """
            version: 1
            projects:
              demo-a: { users: [ { uid: a } ] }
              demo-b: { users: [ { uid: a, email: a@example.test }, { uid: b, email: a@example.test } ] }
            """
        try await withTemporaryDirectory { directory in
            try await withFile(text) { path in
                var configuration = EmulatorConfiguration()
                configuration.port = 0
                configuration.dataDirectory = directory
                configuration.fixtures = [path]
                await #expect(throws: EmulatorError.self) {
                    try await withFirebreak(configuration: configuration) { _ in }
                }
                configuration.fixtures = []
                try await withFirebreak(configuration: configuration) { firebreak in
                    let projects = try await FirebreakServer(url: firebreak.url).projects()
                    #expect(projects.isEmpty)
                }
            }
        }
    }

    @Test func `several of one project are applied in their order`() async throws {
        try await withFile("users: [ { uid: a, displayName: A, photoUrl: first } ]") { first in
            try await withFile("users: [ { uid: a, displayName: B } ]") { second in
                var configuration = EmulatorConfiguration()
                configuration.fixtures = [first, second]
                try await withFirebreak(configuration: configuration) { firebreak in
                    let project = FirebreakServer(url: firebreak.url).project("demo-firebreak")
                    let account = try #require(try await project.accounts.find(id: "a"))
                    #expect(account.displayName == "B")
                    #expect(account.photoURL == "first")
                }
            }
        }
    }

    @Test func `what is not a fixture stops the server before it listens`() async throws {
        try await withFile("version: 1\nprojects: { p: { user: [] } }") { path in
            var configuration = EmulatorConfiguration()
            configuration.fixtures = [path, "/no/such/file.yaml"]
            let error = #expect(throws: EmulatorError.self) { try Emulator(configuration: configuration) }
            #expect(error?.code == .invalidFixture)
            let lines = error?.description.split(separator: "\n") ?? []
            #expect(lines.first?.hasPrefix("\(path):2:18: /projects/p/user: ") == true)
            #expect(lines.last == "/no/such/file.yaml: the file cannot be read: No such file or directory")
        }
    }

    @Test func `a document that is wrong by itself stops the server before it listens, with all that is wrong`()
        async throws
    {
        try await withFile("users: [ { uid: a, email: nobody }, { uid: b, nme: x } ]") { path in
            var configuration = EmulatorConfiguration()
            configuration.fixtures = [path]
            let emulator = try Emulator(configuration: configuration)
            let error = await #expect(throws: EmulatorError.self) {
                try await emulator.run { _ in Issue.record("the server was ready") }
            }
            #expect(error?.code == .invalidFixture)
            let lines = error?.description.split(separator: "\n") ?? []
            #expect(lines.count == 2)
            #expect(lines.first == "\(path):1:20: /users/0/email: nobody is not an e-mail address")
            #expect(lines.last?.hasPrefix("\(path):1:47: /users/1/nme: ") == true)
        }
    }

    @Test func `what a project does not take stops the server`() async throws {
        try await withFile("users: [ { uid: a, email: nobody } ]") { path in
            let error = await #expect(throws: EmulatorError.self) {
                try await withFirebreak(fixture: path) { _ in Issue.record("the server was ready") }
            }
            #expect(error?.code == .invalidFixture)
            #expect(error?.description == "\(path):1:20: /users/0/email: nobody is not an e-mail address")
        }
    }
}
