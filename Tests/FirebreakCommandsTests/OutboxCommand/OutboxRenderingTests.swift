import ArgumentParser
import FirebreakCommands
import Testing

@Suite struct OutboxRenderingTests {
    private let page = #"""
        {"messages":[
          {"id":"msg_1","seq":9,"type":"EMAIL_SIGNIN","delivery":"sent","status":"pending","to":"a@b.test",
           "subject":"Sign in","text":"Hello","link":{"mailed":"http://l"},"oobCode":"c","createdAt":"2026-01-01T00:00:00.000Z"},
          {"id":"msg_2","seq":10,"type":"PASSWORD_RESET","delivery":"suppressed","status":null,"to":"x\u001b[2Jy",
           "createdAt":"2026-01-01T00:00:00.000Z"}
        ],"nextCursor":10}
        """#

    @Test func `a list is a table with aligned columns`() throws {
        let text = try OutputFormat.table.text(list: answer(page))

        #expect(
            text == """
                SEQ  CREATED                   TYPE            TO        DELIVERY    STATUS   ID
                9    2026-01-01T00:00:00.000Z  EMAIL_SIGNIN    a@b.test  sent        pending  msg_1
                10   2026-01-01T00:00:00.000Z  PASSWORD_RESET  x?[2Jy    suppressed  -        msg_2

                """
        )
    }

    @Test func `json is what the server sent`() throws {
        #expect(try OutputFormat.json.text(list: answer(page)) == page + "\n")
    }

    @Test func `one message shows its fields and its text`() throws {
        let text = try OutputFormat.table.text(
            message: answer(
                #"{"id":"msg_1","to":"a@b.test","oobCode":"c","link":{"mailed":"http://l"},"text":"Hello"}"#
            )
        )

        #expect(
            text == """
                ID:         msg_1
                To:         a@b.test
                Link:       http://l
                Code:       c

                Hello

                """
        )
    }

    @Test func `another server's answer is a failure, not a crash`() {
        #expect(throws: CommandFailure.self) { try OutputFormat.table.text(list: answer("<html>")) }
    }

    @Test func `filters go to the server under its names`() throws {
        let filters = try OutboxFilters.parse(["--to", "a@b.test", "--type", "T", "--after", "3", "--tenant", "blue"])

        #expect(filters.query.map { "\($0.name)=\($0.value)" } == ["to=a@b.test", "type=T", "tenant=blue", "after=3"])
    }

    @Test(arguments: zip(OutboxShow.Part.allCases, ["/link", "/code", ".txt", ".html", ".eml"]))
    func `parts have the paths of the control API`(_ part: OutboxShow.Part, _ suffix: String) {
        #expect(part.pathSuffix == suffix)
    }

    private func answer(_ body: String) -> ControlServer.Answer {
        ControlServer.Answer(status: 200, body: Array(body.utf8))
    }
}
