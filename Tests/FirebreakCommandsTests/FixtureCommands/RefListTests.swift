import FirebreakCommands
import FirebreakModel
import FirebreakWire
import Testing

struct RefListTests {
    private func list(_ summaries: (project: String, refs: [SeedSummary.Ref])...) throws -> RefList {
        var list = RefList()
        for (project, refs) in summaries {
            try list.add(SeedSummary(project: project, created: 0, changed: 0, refs: refs))
        }
        return list
    }

    private func user(_ uid: String, idToken: String? = nil) -> SeedSummary.User {
        var user = SeedSummary.User(uid: uid)
        user.idToken = idToken
        return user
    }

    @Test func `variables are named after project and ref where there are several projects`() throws {
        let list = try list(
            ("demo-shop", [.init("alice", user("a", idToken: "x.y."))]),
            ("two", [.init("1st", user("it's $HOME `x`"))]))

        #expect(
            try list.text(.dotenv) == """
                DEMO_SHOP_ALICE_UID=a
                DEMO_SHOP_ALICE_ID_TOKEN=x.y.
                TWO_1ST_UID="it's \\$HOME \\`x\\`"

                """)
    }

    @Test func `a shell runs nothing of a value`() throws {
        let list = try list(("p", [.init("a", user("x\u{600}\"$(id)`id`\\\u{301}\r\n"))]))

        #expect(
            Array(try list.text(.dotenv).unicodeScalars)
                == Array("A_UID=\"x\u{600}\\\"\\$(id)\\`id\\`\\\\\u{301}\\r\\n\"\n".unicodeScalars))
    }

    @Test func `refs that only look alike are two`() throws {
        var list = try list(("p", [.init("e\u{301}", user("1"))]))
        try list.add(SeedSummary(project: "p", created: 0, changed: 0, refs: [.init("\u{E9}", user("2"))]))

        let refs = try JSON(parsing: list.text(.json))["projects"]?["p"]
        #expect(refs?["e\u{301}"] == ["uid": "1"])
        #expect(refs?["\u{E9}"] == ["uid": "2"])
    }

    @Test func `two values of one name are refused, but not as JSON`() throws {
        let list = try list(("p", [.init("a-b", user("1")), .init("a_b", user("2"))]))

        #expect(throws: CommandFailure.self) { try list.text(.dotenv) }
        #expect(
            try JSON(parsing: list.text(.json)) == [
                "projects": ["p": ["a-b": ["uid": "1"], "a_b": ["uid": "2"]]]
            ])
    }

    @Test func `a later answer replaces refs of the same project`() throws {
        let list = try list(
            ("p", [.init("a", user("1")), .init("b", user("2"))]), ("p", [.init("a", user("3"))]))

        #expect(try list.text(.dotenv) == "B_UID=2\nA_UID=3\n")
    }
}
