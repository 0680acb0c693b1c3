import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// The console's list of projects.
struct ProjectListTests {
    private func list(_ server: TestServer, _ query: String = "") async throws -> TestAnswer {
        try await server.send(.get, "/firebreak/projects\(query)")
    }

    /// The projects of a page in their order.
    private func names(_ answer: TestAnswer) -> [String] {
        answer.text.matches(of: #/href="projects/([^"\/]+)/outbox"/#).map { PercentEncoding.decode($0.1.utf8) }
    }

    private func make(_ count: Int, on server: TestServer) async throws {
        let console = StateConsole(server: server, project: "p000")
        try await console.signUp("ann@example.test")
        for number in 1..<count {
            let id = "p" + String(repeating: "0", count: 3 - String(number).count) + String(number)
            let answer = try await server.fork(id, of: "p000")
            try #require(answer.status == 200)
        }
    }

    @Test func `a project has its number, profile, counts and clock`() async throws {
        let server = try TestServer()
        let console = StateConsole(server: server, project: "shop")
        try await console.signUp("ann@example.test")
        _ = try await server.control(
            .post, "/clock:set", ["to": "2026-06-01T12:00:00Z", "frozen": true], project: "shop")
        let page = try await list(server)

        #expect(names(page) == ["shop"])
        let number = try #require(try await console.read("")["projectNumber"]?.stringValue)
        for text in [number, "local", "2026-06-01 12:00:00", "frozen", "projects/shop/state#fork"] {
            #expect(page.text.contains(text))
        }
    }

    @Test func `there is a way on where there is no project`() async throws {
        let page = try await list(try TestServer())
        #expect(page.text.contains("No projects yet"))
        #expect(page.text.contains(#"href="/firebreak/projects/example/outbox""#))
    }

    @Test func `many are paged and searched`() async throws {
        let server = try TestServer()
        try await make(120, on: server)

        var found: [String] = []
        for page in 1...3 {
            let answer = try await list(server, "?page=\(page)")
            #expect(answer.text.contains("of 120"))
            found += names(answer)
        }
        #expect(found.count == 120 && found == found.sorted())
        #expect(try await names(list(server, "?page=99")) == Array(found.suffix(20)))
        #expect(try await names(list(server, "?page=-1")) == Array(found.prefix(50)))
        #expect(try await names(list(server, "?q=P11")) == found.filter { $0.hasPrefix("p11") })
        #expect(try await list(server, "?q=nobody").text.contains("No project has “nobody” in its ID or number."))
        let last = try #require(found.last)
        let number = try #require(await server.control(.get, "", project: last).json["projectNumber"]?.stringValue)
        #expect(try await names(list(server, "?q=\(number)")) == [last])
    }

    @Test func `a page of the longest and most hostile names is of bounded size`() async throws {
        let server = try TestServer()
        try await StateConsole(server: server, project: "base").signUp("ann@example.test")
        for number in 0..<60 {
            let name = String(repeating: "\"", count: 125) + String(100 + number)
            try #require(try await server.fork(name, of: "base").status == 200)
        }
        let page = try await list(server)

        #expect(names(page).count == 50)
        #expect(page.body.count < 150_000)
        #expect(!page.text.contains("\"\"\"\""))
    }

    @Test func `a project is opened by its ID, whether it is there or not`() async throws {
        let server = try TestServer()
        #expect(try await list(server, "?open=a.b").headers[.location] == "/firebreak/projects/a.b/outbox")
        #expect(try await list(server, "?open=a%2Fb").text.contains("An ID begins with a letter or a digit"))
        let long = String(repeating: "x", count: 129)
        for id in [long, "%01%3Cscript%3E"] {
            let refused = try await list(server, "?open=\(id)")
            #expect(refused.status == 400)
            #expect(refused.text.contains("1 through 128 bytes"))
            #expect(!refused.text.contains("<script>"))
        }
        #expect(try await server.send(.get, "/firebreak/v1/projects").json["projects"] == [])
    }

    @Test func `the bar leads to the projects that were used last`() async throws {
        let server = try TestServer()
        try await make(13, on: server)
        _ = try await server.control(.get, "", project: "p003")
        let page = try await server.send(.get, "/firebreak/projects/p007/settings")

        let others = page.text.matches(of: #/class="mono" href="\/firebreak\/projects\/(p\d+)\/settings"/#).map { $0.1 }
        #expect(others.count == 10)
        #expect(others.first == "p003")
        #expect(!others.contains("p007"))
        let alone = try await TestServer().send(.get, "/firebreak/projects/p007/outbox")
        #expect(alone.text.contains(#"<a class="switcher" href="/firebreak/projects""#))
    }
}
