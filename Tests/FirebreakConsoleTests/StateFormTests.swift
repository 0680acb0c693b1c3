import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// What the forms of time and state do to a project (firebreak.md sections 4 and 13).
struct StateFormTests {
    private static let hostile = #""><script>alert(1)</script>'&"#

    // MARK: Who may

    @Test(
        arguments: [
            "/clock/advance", "/clock/set", "/clock/freeze", "/clock/resume", "/clock/real", "/snapshots",
            "/snapshots/restore", "/snapshots/delete", "/fork", "/reset", "/drop", "/seed", "/faults",
            "/faults/remove", "/faults/clear",
        ])
    func `without the token of forms nothing happens`(form: String) async throws {
        let console = StateConsole(server: try TestServer())
        try await console.signUp("ann@example.test")
        _ = try await console.server.control(.post, ":snapshot", ["name": "a"])
        _ = try await console.server.control(.post, "/faults", ["on": "token", "hang": true])
        let clock = try await console.read("/clock")

        for token in ["", "other"] {
            let answer = try await console.send(
                form,
                [
                    "by": "1h", "to": "2030-01-01T00:00:00Z", "name": "a", "document": "users: [{ email: b@c.test }]",
                    "on": "token", "effect": "hang", "id": "x",
                ], token: token)
            #expect(answer.status == 403)
            #expect(answer.text.contains("This form is out of date"))
        }
        #expect(try await console.read("/clock") == clock)
        #expect(try await console.accountCount == 1)
        #expect(try await console.read("/snapshots")["snapshots"]?.arrayValue?.count == 1)
        #expect(try await console.read("/faults")["faults"]?.arrayValue?.count == 1)
        #expect(try await console.server.send(.get, "/firebreak/v1/projects").json["projects"]?.arrayValue?.count == 1)
    }

    // MARK: The clock

    @Test func `the clock is advanced, frozen, resumed and brought back`() async throws {
        let console = StateConsole(server: try TestServer())

        let advanced = try await console.send("/clock/advance", ["by": "61m"])
        #expect(advanced.leads(to: console.path(), notice: "clockMoved"))
        #expect(try await console.read("/clock")["offset"] == 3_660_000)
        let page = try await console.page()
        #expect(page.text.contains("61 minutes ahead of this machine"))
        #expect(page.text.contains("data-ticks"))

        #expect(try await console.send("/clock/freeze").leads(to: console.path(), notice: "clockFrozen"))
        #expect(try await console.read("/clock")["frozen"] == true)
        let frozen = try await console.page()
        #expect(frozen.text.contains("Frozen; it was 61 minutes ahead of this machine"))
        #expect(!frozen.text.contains("data-ticks"))

        #expect(try await console.send("/clock/resume").leads(to: console.path(), notice: "clockResumed"))
        #expect(try await console.read("/clock")["frozen"] == false)
        #expect(try await console.send("/clock/real").leads(to: console.path(), notice: "clockReal"))
        #expect(try await console.read("/clock")["offset"] == 0)
    }

    @Test(
        arguments: [
            ("2030-01-02T03:04", "2030-01-02T03:04:00.000Z"), ("2030-01-02T03:04:05", "2030-01-02T03:04:05.000Z"),
            ("2030-01-02T03:04:05Z", "2030-01-02T03:04:05.000Z"),
            ("2030-01-02T03:04:05+02:00", "2030-01-02T01:04:05.000Z"),
        ])
    func `the clock is set to a time with a zone, or in UTC`(text: String, time: String) async throws {
        let console = StateConsole(server: try TestServer())
        let answer = try await console.send("/clock/set", ["to": text, "frozen": "on"])

        #expect(answer.leads(to: console.path(), notice: "clockMoved"))
        #expect(try await console.read("/clock")["now"] == .string(time))
        #expect(try await console.read("/clock")["frozen"] == true)
        _ = try await console.send("/clock/set", ["to": text])
        #expect(try await console.read("/clock")["frozen"] == false)
    }

    @Test(arguments: [("/clock/advance", "by"), ("/clock/set", "to")])
    func `a time that is none stays in its field, and nothing changes`(form: String, field: String) async throws {
        let console = StateConsole(server: try TestServer())
        let answer = try await console.send(form, pairs: [(field, Self.hostile)])

        #expect(answer.status == 400)
        #expect(answer.text.contains(#"value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&#39;&amp;""#))
        #expect(!answer.text.contains("<script>"))
        #expect(answer.text.contains(#"aria-invalid="true""#))
        #expect(try await console.read("/clock")["offset"] == 0)
    }

    // MARK: Snapshots

    @Test func `a snapshot is taken, restored and deleted`() async throws {
        let console = StateConsole(server: try TestServer())
        try await console.signUp("ann@example.test")

        let taken = try await console.send("/snapshots", ["name": Self.hostile])
        #expect(taken.leads(to: console.path(), notice: "snapshotTaken"))
        try await console.signUp("bob@example.test")
        let page = try await console.page()
        #expect(page.text.contains("&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&#39;&amp;"))
        #expect(!page.text.contains("<script>"))

        let restored = try await console.send("/snapshots/restore", ["name": Self.hostile])
        #expect(restored.leads(to: console.path(), notice: "snapshotRestored"))
        #expect(try await console.accountCount == 1)
        let deleted = try await console.send("/snapshots/delete", ["name": Self.hostile])
        #expect(deleted.leads(to: console.path(), notice: "snapshotDeleted"))
        #expect(try await console.read("/snapshots")["snapshots"] == [])
        #expect(try await console.send("/snapshots/restore", ["name": "a"]).status == 404)
    }

    @Test func `a snapshot is replaced only if that is meant`() async throws {
        let console = StateConsole(server: try TestServer())
        _ = try await console.send("/snapshots", ["name": "a"])
        try await console.signUp("ann@example.test")

        let again = try await console.send("/snapshots", ["name": "a"])
        #expect(again.status == 400)
        #expect(again.text.contains(#"name="replace""#))
        _ = try await console.send("/snapshots/restore", ["name": "a"])
        #expect(try await console.accountCount == 0)

        try await console.signUp("ann@example.test")
        let meant = try await console.send("/snapshots", ["name": "a", "replace": "on"])
        #expect(meant.leads(to: console.path(), notice: "snapshotTaken"))
        _ = try await console.send("/reset")
        _ = try await console.send("/snapshots/restore", ["name": "a"])
        #expect(try await console.accountCount == 1)
    }

    @Test(arguments: ["", String(repeating: "x", count: 129)])
    func `a name that no snapshot can have is refused`(name: String) async throws {
        let console = StateConsole(server: try TestServer())
        let answer = try await console.send("/snapshots", ["name": name])

        #expect(answer.status == 400)
        #expect(answer.text.contains("1 through 128 bytes"))
        #expect(try await console.read("/snapshots")["snapshots"] == [])
    }

    // MARK: The project

    @Test(arguments: ["Bad Name!", "-x", "a/b", "ü"])
    func `a copy with an ID that no project should have is refused, with the rule`(id: String) async throws {
        let console = StateConsole(server: try TestServer())
        try await console.signUp("ann@example.test")

        let answer = try await console.send("/fork", ["to": id])

        #expect(answer.status == 400)
        #expect(answer.text.contains("An ID begins with a letter or a digit"))
        #expect(answer.text.contains(#"value="\#(id)""#))
        #expect(try await console.server.send(.get, "/firebreak/v1/projects").json["projects"]?.arrayValue?.count == 1)
    }

    @Test(arguments: [
        ("2030-01-02T03:04", "2030-01-02T03:04:00.000Z"), ("2030-01-02 03:04:05", "2030-01-02T03:04:05.000Z"),
        (" 2030-01-02 ", "2030-01-02T00:00:00.000Z"), ("2030-01-02 03:04:05Z", "2030-01-02T03:04:05.000Z"),
        ("2030-01-02 03:04:05+02:00", "2030-01-02T01:04:05.000Z"),
    ])
    func `the clock is set to a time as people write it`(text: String, now: String) async throws {
        let console = StateConsole(server: try TestServer())

        _ = try await console.send("/clock/set", ["to": text, "frozen": "on"])

        #expect(try await console.read("/clock")["now"] == .string(now))
    }

    @Test func `a fork leads to the copy, which says of what it is one`() async throws {
        let console = StateConsole(server: try TestServer())
        try await console.signUp("ann@example.test")

        let answer = try await console.send("/fork", ["to": "other"])
        #expect(answer.status == 303)
        #expect(answer.headers[.location] == "/firebreak/projects/other/state?from=example")
        let copy = StateConsole(server: console.server, project: "other")
        #expect(try await copy.accountCount == 1)
        let page = try await copy.page("?from=example")
        #expect(page.text.contains(#"a copy of <a href="/firebreak/projects/example/state">example</a>"#))

        let again = try await console.send("/fork", ["to": "other"])
        #expect(again.status == 400)
        #expect(again.text.contains("exists already"))
        #expect(again.text.contains(#"value="other""#))
    }

    @Test func `an ID that no project has is proposed for the copy`() async throws {
        let console = StateConsole(server: try TestServer())
        try await console.signUp("ann@example.test")
        #expect(try await console.page().text.contains(#"value="example-copy""#))
        _ = try await console.send("/fork", ["to": "example-copy"])
        #expect(try await console.page().text.contains(#"value="example-copy-2""#))
    }

    @Test func `a reset keeps what was ticked, and applies the fixtures again if that was`() async throws {
        let console = StateConsole(server: try TestServer())
        #expect(try await !console.page().text.contains(#"name="reseed""#))
        _ = try await console.server.seed("users: [{ email: ann@example.test }]\nrules: { appName: Kept }")
        _ = try await console.server.control(.post, "/faults", ["on": "token", "hang": true])
        try await console.signUp("bob@example.test")

        let kept = try await console.send("/reset", ["keep": "config", "keep": "faults"])
        #expect(kept.leads(to: console.path(), notice: "projectReset"))
        #expect(try await console.accountCount == 0)
        #expect(try await console.read("/rules")["appName"] == "Kept")
        #expect(try await console.read("/faults")["faults"]?.arrayValue?.count == 1)

        #expect(try await console.page().text.contains(#"name="reseed""#))
        let again = try await console.send("/reset", ["reseed": "on"])
        #expect(again.leads(to: console.path(), notice: "projectReseeded"))
        #expect(try await console.accountCount == 1)
        #expect(try await console.read("/faults")["faults"] == [])
    }

    @Test func `a dropped project is in the list no more`() async throws {
        let console = StateConsole(server: try TestServer())
        try await console.signUp("ann@example.test")

        let page = try await console.page("/drop")
        #expect(page.status == 200 && page.text.contains("1 account"))
        let other = try await console.send("/drop", ["id": "exampl"])
        #expect(other.status == 400 && other.text.contains(#"value="exampl""#))
        #expect(other.text.contains("That is not the ID of this project"))
        #expect(try await console.accountCount == 1)

        let answer = try await console.send("/drop", ["id": "example"])
        #expect(answer.leads(to: "/firebreak/projects", notice: "projectDropped"))
        #expect(try await console.server.send(.get, "/firebreak/v1/projects").json["projects"] == [])
        #expect(try await console.send("/drop", ["id": "example"]).status == 404)
    }
}
