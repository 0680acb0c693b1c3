import FirebreakCommands
import FirebreakWire
import Testing

struct RefListTests {
    private func list(_ answers: JSON...) -> RefList {
        var list = RefList()
        for answer in answers { list.add(answer) }
        return list
    }

    @Test func `variables are named after project and ref where there are several projects`() throws {
        let list = list(
            ["project": "demo-shop", "refs": ["alice": ["uid": "a", "idToken": "x.y."]]],
            ["project": "two", "refs": ["1st": ["uid": "it's $HOME `x`"]]])

        #expect(
            try list.text(.dotenv) == """
                DEMO_SHOP_ALICE_UID=a
                DEMO_SHOP_ALICE_ID_TOKEN=x.y.
                TWO_1ST_UID="it's \\$HOME \\`x\\`"

                """)
    }

    @Test func `two values of one name are refused, but not as JSON`() throws {
        let list = list(["project": "p", "refs": ["a-b": ["uid": "1"], "a_b": ["uid": "2"]]])

        #expect(throws: CommandFailure.self) { try list.text(.dotenv) }
        #expect(
            try JSON(parsing: list.text(.json)) == [
                "projects": ["p": ["a-b": ["uid": "1"], "a_b": ["uid": "2"]]]
            ])
    }

    @Test func `a later answer replaces refs of the same project`() throws {
        let list = list(
            ["project": "p", "refs": ["a": ["uid": "1"], "b": ["uid": "2"]]],
            ["project": "p", "refs": ["a": ["uid": "3"]]])

        #expect(try list.text(.dotenv) == "B_UID=2\nA_UID=3\n")
    }
}
