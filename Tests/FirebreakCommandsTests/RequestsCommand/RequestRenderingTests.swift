import ArgumentParser
import FirebreakClient
import FirebreakCommands
import FirebreakModel
import Testing

@Suite struct RequestRenderingTests {
    private let page = #"""
        {"requests":[
          {"id":12,"seq":9,"project":"p","at":"2026-01-01T00:00:00.000Z","operation":"accounts.signUp","method":"POST",
           "path":"/v1/accounts:signUp","status":200,"durationMicroseconds":812,"caller":"app","email":"a@b.test",
           "client":{},"messages":[3,4],"request":{"password":"<password>"}},
          {"id":13,"seq":10,"project":null,"at":"2026-01-01T00:00:00.000Z","method":"GET","path":"/x\u001b[2Jy",
           "status":404,"error":"NOT_FOUND","explanation":"There is no such path.","durationMicroseconds":4,
           "client":{"ip":"::1"},"messages":[]}
        ],"nextCursor":10}
        """#

    @Test func `a list is a table, and below it stands why`() throws {
        let text = try OutputFormat.table.text(answer(page), RequestsCommand.table)

        #expect(
            text == """
                SEQ  AT                        OPERATION         STATUS  ERROR      ABOUT     CALLER  TIME    MESSAGES
                9    2026-01-01T00:00:00.000Z  accounts.signUp   200     -          a@b.test  app     812 us  3,4
                10   2026-01-01T00:00:00.000Z  GET /x\\u{1B}[2Jy  404     NOT_FOUND  -         -       4 us    -

                #10: There is no such path.

                """
        )
    }

    @Test func `json is what the server sent`() throws {
        #expect(try OutputFormat.json.text(answer(page), RequestsCommand.table) == page + "\n")
    }

    @Test func `flags choose calls, whatever their values`() throws {
        let filters = try RequestFilters.parse([
            "--operation", "o", "--status", "4xx", "--error", "E", "--local-id", "l", "--email", "a@b.test",
            "--phone-number", "+1", "--caller", "c", "--after", "3",
        ])

        #expect(
            filters.filter
                == RequestFilter(
                    operation: "o", status: "4xx", error: "E", localID: "l", email: "a@b.test", phoneNumber: "+1",
                    caller: .init(rawValue: "c"), after: 3))
    }

    private func answer(_ body: String) -> ControlReply {
        ControlReply(status: 200, body: Array(body.utf8))
    }
}
