import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// Seeding by the console, and exports as files.
struct FixturePageTests {
    private static let fixture = "users:\r\n  - { ref: alice, email: alice@example.test }\r\n"

    // MARK: Seeding

    @Test func `a fixture is applied, and the page says who its refs stand for`() async throws {
        let console = StateConsole(server: try TestServer())
        let answer = try await console.send("/seed", ["document": Self.fixture, "strategy": ""])

        #expect(answer.status == 200)
        #expect(answer.text.contains("1 account created"))
        #expect(answer.text.contains("alice@example.test"))
        #expect(try await console.accountCount == 1)
    }

    /// A project of profile `production` has no tenants until it is configured.
    @Test(arguments: TestProfile.allCases)
    func `a fixture is applied in each profile, and its tenants can be chosen`(profile: TestProfile) async throws {
        let console = StateConsole(server: try await TestServer.open(profile.value))
        #expect(try await console.page("/seed").status == 200)
        let answer = try await console.send("/seed", ["document": Self.fixture, "strategy": ""])
        #expect(answer.status == 200)
        #expect(answer.text.contains("1 account created"))

        let tenants = """
            config: { multiTenant: { allowTenants: true } }
            tenants: { blue-1: { users: [{ email: b@x.test }] } }
            """
        #expect(try await console.send("/seed", ["document": tenants]).text.contains(#"<option value="blue-1">"#))
    }

    @Test func `what a fixture would do is found out without doing it`() async throws {
        let console = StateConsole(server: try TestServer())
        let answer = try await console.send("/seed", ["document": Self.fixture, "check": "on"])

        #expect(answer.status == 200)
        #expect(answer.text.contains("would create 1 account"))
        #expect(answer.text.contains("- { ref: alice, email: alice@example.test }\n"))
        #expect(try await console.accountCount == 0)
    }

    @Test(arguments: [("merge", 2), ("replace", 1), ("", 2)])
    func `the strategy says what becomes of what is there`(strategy: String, count: Int) async throws {
        let console = StateConsole(server: try TestServer())
        try await console.signUp("bob@example.test")
        let answer = try await console.send("/seed", ["document": Self.fixture, "strategy": strategy])

        #expect(answer.status == 200)
        #expect(try await console.accountCount == .int(count))
    }

    @Test func `each problem has its line, and the text and the strategy stay`() async throws {
        let console = StateConsole(server: try TestServer())
        let document = "users:\r\n  - { email: a@example.test }\r\n  - { mail: \"<script>alert(1)</script>\" }\r\n"
        let answer = try await console.send("/seed", ["document": document, "strategy": "fail"])

        #expect(answer.status == 400)
        #expect(answer.text.contains(#"data-line="3" data-column="7">Line 3, column 7</a>"#))
        #expect(answer.text.contains("/users/1/mail"))
        #expect(answer.text.contains("- { mail: &quot;&lt;script&gt;alert(1)&lt;/script&gt;&quot; }"))
        #expect(answer.text.contains(#"<option value="fail" selected>"#))
        #expect(!answer.text.contains("<script>"))
        #expect(try await console.accountCount == 0)
    }

    @Test func `a document that is wrong throughout is a page of bounded size`() async throws {
        let console = StateConsole(server: try TestServer())
        let name = String(repeating: "\"", count: 40)
        let document = "users:\n" + (0..<400).map { "  - { '\(name)\($0)': 1 }\n" }.joined()
        let answer = try await console.send("/seed", ["document": document])

        #expect(answer.status == 400)
        #expect(answer.text.contains("And 150 more."))
        #expect(answer.text.contains("too long to be shown again"))
        #expect(answer.body.count < 150_000)
    }

    @Test func `the clock of a fixture is in the bar at once`() async throws {
        let console = StateConsole(server: try TestServer())
        let answer = try await console.send(
            "/seed", ["document": "clock: { at: 2026-06-01T12:00:00Z, frozen: true }"])

        #expect(answer.text.contains("2026-06-01 12:00:00 UTC</time> (frozen)"))
    }

    // MARK: Exports

    @Test(
        arguments: [
            ("fixture", "example.fixture.json", "fixture"), ("emulator", "example.emulator.json", "emulator"),
            ("auth-export", "example.accounts.json", "auth-export"),
            ("auth-export-csv", "example.accounts.csv", "auth-export-csv"),
        ])
    func `an export is a file with a name, and what the control API answers`(
        format: String, name: String, query: String
    ) async throws {
        let console = StateConsole(server: try TestServer())
        try await console.signUp("ann@example.test")
        let answer = try await console.page("/export?format=\(format)")
        let direct = try await console.server.control(.get, ":export?format=\(query)")

        #expect(answer.status == 200)
        #expect(answer.headers[.contentDisposition] == #"attachment; filename="\#(name)""#)
        #expect(answer.headers[.contentType] == direct.headers[.contentType])
        #expect(answer.body == direct.body)
        #expect(answer.headers[.xContentTypeOptions] == "nosniff")
    }

    @Test func `a fixture in YAML seeds another project with the same`() async throws {
        let server = try TestServer()
        let console = StateConsole(server: server)
        _ = try await server.seed(
            """
            tenants: { blue: { displayName: team-no, users: [{ email: carol@example.test }] } }
            users:
              - { ref: a, uid: "1", email: a@example.test, password: "yes: #1", claims: { on: "null", n: [1, "1", []] } }
              - { uid: b, email: b@example.test, displayName: "$${HOME} \\u2028 \\x85 - 'x' \\"" }
            rules: { appName: "0x10" }
            """)
        let yaml = try await console.page("/export?format=fixture-yaml")
        #expect(yaml.headers[.contentDisposition] == #"attachment; filename="example.fixture.yaml""#)

        let text = yaml.text.replacing("\n  example:", with: "\n  other:")
        #expect(try await server.seed(text, project: "other").status == 200)
        let original = try await server.control(.get, ":export?format=fixture").json
        let copy = try await server.control(.get, ":export?format=fixture", project: "other").json
        #expect(original["projects"]?["example"] == copy["projects"]?["other"])
        #expect(original["projects"]?["example"]?["users"]?.arrayValue?.count == 2)
    }

    @Test func `accounts of a tenant are a file of their own`() async throws {
        let console = StateConsole(server: try TestServer())
        _ = try await console.server.seed("tenants: { blue: { users: [{ email: carol@example.test }] } }")
        #expect(try await console.page("/seed").text.contains(#"<option value="blue">"#))
        let answer = try await console.page("/export?format=auth-export&tenant=blue")

        #expect(answer.headers[.contentDisposition] == #"attachment; filename="example.blue.accounts.json""#)
        #expect(answer.json["users"]?.arrayValue?.first?["email"] == "carol@example.test")
    }

    @Test(
        arguments: [
            ("../x", #"attachment; filename="_._x.fixture.json""#),
            (
                #"ü";a"#,
                #"attachment; filename="____a.fixture.json"; filename*=UTF-8''%C3%BC%22%3Ba.fixture.json"#
            ),
        ])
    func `whatever a project is called, its file has a name`(project: String, header: String) async throws {
        let console = StateConsole(server: try TestServer(), project: project)
        let answer = try await console.page("/export?format=fixture")

        #expect(answer.status == 200)
        #expect(answer.headers[.contentDisposition] == header)
    }

    @Test(arguments: ["", "?format=", "?format=pdf"])
    func `there is no other format`(query: String) async throws {
        #expect(try await StateConsole(server: try TestServer()).page("/export\(query)").status == 404)
    }
}
