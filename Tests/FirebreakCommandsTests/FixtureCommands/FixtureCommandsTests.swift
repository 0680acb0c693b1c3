import FirebreakWire
import Foundation
import Testing

/// Fixtures from a shell.
@Suite(.timeLimit(.minutes(20)))
struct FixtureCommandsTests {
    private static let repository = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../..").standardized.path

    private func file(_ text: String) throws -> Scratch {
        let file = Scratch()
        try Data(text.utf8).write(to: URL(filePath: file.path))
        return file
    }

    @Test func `good fixtures are good`() async throws {
        let names = ["quick-start", "email-flows", "tenants", "large"]
        let result = try await Tool(["validate"] + names.map { "\(Self.repository)/fixtures/\($0).yaml" }).run()

        #expect(result.status == 0)
        #expect(result.output.split(separator: "\n").count == 4)
        #expect(result.output.contains("large.yaml: good; projects: 1, users: 2000\n"))
    }

    @Test func `what is wrong is one line each and exits 3`() async throws {
        let file = try file(
            """
            version: 1
            projects:
              p:
                users:
                  - { uid: a, mail: x }
                  - { uid: b, disabled: 2 }
            """)
        let lines = """
            \(file.path):5:19: /projects/p/users/0/mail: there is no key mail here; did you mean email?
            \(file.path):6:19: /projects/p/users/1/disabled: must be true or false

            """
        for arguments in [
            ["validate", file.path], ["serve", "--port", "0", "--fixture", file.path],
            ["exec", "--fixture", file.path, "--", "true"], ["seed", file.path],
        ] {
            let result = try await Tool(arguments).run()
            #expect(result.status == 3)
            #expect(result.output == "")
            #expect(result.error == lines)
        }
    }

    @Test func `what only a project finds out exits 3 as well, and nothing runs`() async throws {
        let file = try file("users:\n  - { uid: a, email: nobody }\n")
        let line = "\(file.path):2:15: /users/0/email: nobody is not an e-mail address\n"
        for arguments in [
            ["validate", file.path], ["serve", "--port", "0", "--fixture", file.path],
            ["exec", "--fixture", file.path, "--", "echo", "ran"],
        ] {
            let result = try await Tool(arguments).run()
            #expect(result.status == 3)
            #expect(result.output == "")
            #expect(result.error == line)
        }
        let seed = try await Tool(["exec", "--", "sh", "-c", "\(Tool.path) seed \(file.path)"]).run()
        #expect(seed.status == 3)
        #expect(seed.error == line)
    }

    @Test func `variables come from the environment`() async throws {
        let file = try file("users: [ { uid: a, email: \"${MAIL}\" } ]")

        #expect(try await Tool(["validate", file.path]).run().status == 3)
        #expect(try await Tool(["validate", file.path], environment: ["MAIL": "a@example.test"]).run().status == 0)
        let seed = ["exec", "--", "sh", "-c", "\(Tool.path) seed \(file.path)"]
        #expect(try await Tool(seed, environment: ["MAIL": "${x@example.test"]).run().status == 0)
    }

    @Test func `seed writes refs as JSON and as variables`() async throws {
        let file = try file(
            """
            version: 1
            projects:
              one: { users: [ { ref: alice, uid: a, email: alice@example.test }, { ref: "b c", uid: "x y" } ] }
            """)
        let json = Scratch()
        let script = """
            \(Tool.path) seed --out \(json.path) \(file.path) && \(Tool.path) seed --format dotenv \(file.path)
            """
        let result = try await Tool(["exec", "--", "sh", "-c", script]).run()

        #expect(result.output == "ALICE_UID=a\nALICE_EMAIL=alice@example.test\nB_C_UID=\"x y\"\n")
        #expect(result.error == "")
        let document = try JSONSerialization.jsonObject(with: Data(json.text().utf8)) as? [String: Any]
        let projects = document?["projects"] as? [String: [String: [String: String]]]
        #expect(projects?["one"]?["alice"] == ["uid": "a", "email": "alice@example.test"])
    }

    @Test func `token prints an ID token`() async throws {
        let script = """
            \(Tool.path) token demo-shop alice && \(Tool.path) token demo-shop bob --format json --claims '{"a_b":1}'
            \(Tool.path) token demo-shop nobody
            """
        let fixture = "\(Self.repository)/fixtures/quick-start.yaml"
        let result = try await Tool(["exec", "--fixture", fixture, "--", "sh", "-c", script]).run()

        let lines = result.output.split(separator: "\n")
        #expect(lines.first?.split(separator: ".", omittingEmptySubsequences: false).count == 3)
        #expect(lines.last?.contains("\"refreshToken\":") == true)
        #expect(result.status == 1)
        #expect(result.error == "Error: NOT_FOUND : There is no user nobody in project demo-shop.\n")
        #expect(try await Tool(["token", "demo-shop", "alice", "--claims", "[]"]).run().status == 2)
    }
}
