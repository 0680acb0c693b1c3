import ArgumentParser
import FirebreakClient
import FirebreakCommands
import FirebreakModel
import FirebreakWire
import Testing

@Suite struct OutboxRenderingTests {
    private let page = #"""
        {"messages":[
          {"id":"msg_1","seq":9,"channel":"email","type":"EMAIL_SIGNIN","delivery":"sent","status":"pending",
           "to":"a@b.test","locale":"en","subject":"Sign in","text":"Hello","link":{"mailed":"http://l"},"oobCode":"c",
           "createdAt":"2026-01-01T00:00:00.000Z","request":{}},
          {"id":"msg_2","seq":10,"channel":"email","type":"PASSWORD_RESET","delivery":"suppressed","status":null,
           "to":"x\u001b[2Jy","locale":"en","createdAt":"2026-01-01T00:00:00.000Z","request":{}}
        ],"nextCursor":10}
        """#

    @Test func `a list is a table with aligned columns`() throws {
        let text = try OutputFormat.table.text(answer(page), OutboxCommand.table)

        #expect(
            text == """
                SEQ  CREATED                   TYPE            TO           DELIVERY    STATUS   ID
                9    2026-01-01T00:00:00.000Z  EMAIL_SIGNIN    a@b.test     sent        pending  msg_1
                10   2026-01-01T00:00:00.000Z  PASSWORD_RESET  x\\u{1B}[2Jy  suppressed  -        msg_2

                """
        )
    }

    @Test func `json is what the server sent`() throws {
        #expect(try OutputFormat.json.text(answer(page), OutboxCommand.table) == page + "\n")
    }

    @Test func `a terminal gets nothing of a message that it would act upon`() throws {
        let message = #"""
            {"id":"msg_1","seq":9,"channel":"email","type":"EMAIL_SIGNIN","delivery":"sent","status":"used",
            "to":"a\u202e@b.test","locale":"en","from":"b\nTo: x@b.test","subject":"H\u2028i\u0600\u001b",
            "text":"Hello\u001b]0;x\u0007,\r\nhow\u009b2J\nare\u202e","createdAt":"2026-01-01T00:00:00.000Z","request":{}}
            """#
        let text = try OutputFormat.table.text(answer(message), OutboxCommand.details)

        #expect(!text.unicodeScalars.contains { $0 != "\n" && $0.isHidden })
        #expect(text.contains("\nTo:         a\\u{202E}@b.test\n"))
        #expect(text.contains("\nFrom:       b\\nTo: x@b.test\n"))
        #expect(text.hasSuffix("\n\nHello\\u{1B}]0;x\\u{7},\nhow\\u{9B}2J\nare\\u{202E}\n"))
        // JSON says the same without any of it.
        let json = try OutputFormat.json.text(answer("{\"a\":\"x\u{9B}y\u{202E}\"}"), OutboxCommand.details)
        #expect(json == #"{"a":"x\u009by\u202e"}"# + "\n")
    }

    @Test func `one message shows its fields and its text`() throws {
        let text = try OutputFormat.table.text(
            answer(
                #"""
                {"id":"msg_1","seq":9,"channel":"email","type":"EMAIL_SIGNIN","delivery":"sent","status":"used",
                "to":"a@b.test","locale":"en","from":"b@b.test","subject":"Hi","text":"Hello",
                "link":{"mailed":"http://l"},"oobCode":"c","createdAt":"2026-01-01T00:00:00.000Z","request":{}}
                """#
            ), OutboxCommand.details)

        #expect(
            text == """
                ID:         msg_1
                Seq:        9
                Type:       EMAIL_SIGNIN
                Delivery:   sent
                Status:     used
                From:       b@b.test
                To:         a@b.test
                Subject:    Hi
                Created:    2026-01-01T00:00:00.000Z
                Link:       http://l
                Code:       c

                Hello

                """
        )
    }

    @Test func `a message of a stream is one line`() throws {
        let message =
            #"{"id":"msg_2","seq":10,"channel":"email","type":"PASSWORD_RESET","delivery":"suppressed","status":null,"#
            + #""to":"x\u001b[2J\ny","locale":"en","createdAt":"2026-01-01T00:00:00.000Z","request":{}}"#
        let reply = ControlReply(status: 200, body: Array(message.utf8))

        #expect(
            try OutputFormat.table.text(reply, OutboxCommand.line)
                == "10  2026-01-01T00:00:00.000Z  PASSWORD_RESET  x\\u{1B}[2J\\ny  suppressed  msg_2\n")
        #expect(try OutputFormat.json.text(reply, OutboxCommand.line) == message + "\n")
    }

    @Test func `what opening a link did is a list`() throws {
        let reply = answer(#"{"mode":"signIn","email":"a@b.test","applied":false,"redirect":"http://l"}"#)

        #expect(
            try OutputFormat.table.text(reply, OutboxCommand.result) == """
                Mode:       signIn
                Email:      a@b.test
                Applied:    no
                Redirect:   http://l

                """)
    }

    @Test func `another server's answer is a failure, not a crash`() {
        let failure = #expect(throws: FirebreakFailure.self) {
            try OutputFormat.table.text(answer("<html>"), OutboxCommand.table)
        }
        #expect(
            failure.map { CommandFailure($0).message }
                == "the server's answer is not what this command expects; is it a Firebreak server?")
    }

    @Test func `flags choose messages, whatever their values`() throws {
        let filters = try OutboxFilters.parse([
            "--to", "a@b.test", "--type", "T", "--channel", "c", "--delivery", "d", "--status", "s", "--tenant", "blue",
            "--after", "3",
        ])
        let paging = try PagingFlags<OutboxCommand>.parse(["--limit", "5", "--order", "o"])

        #expect(
            filters.filter
                == OutboxFilter(
                    to: "a@b.test", type: .init(rawValue: "T"), channel: .init(rawValue: "c"),
                    delivery: .init(rawValue: "d"), status: .init(rawValue: "s"), tenant: "blue", after: 3))
        #expect(paging.paging == OutboxPaging(limit: 5, order: .init(rawValue: "o")))
    }

    private func answer(_ body: String) -> ControlReply {
        ControlReply(status: 200, body: Array(body.utf8))
    }
}
