import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// Mailpit's read API (firebreak.md section 5.5).
struct MailpitTests {
    private func send(_ address: String, _ server: TestServer) async throws {
        let answer = try await server.app(
            "accounts:sendOobCode",
            ["requestType": "EMAIL_SIGNIN", "email": .string(address), "continueUrl": "http://localhost/finish"])
        try #require(answer.status == 200, "\(answer.text)")
    }

    /// A server with three mails that were sent, a link that an admin got, and an SMS.
    private func filled() async throws -> TestServer {
        let server = try TestServer()
        for name in ["anna", "ben", "carl"] {
            try await send("\(name)@x.test", server)
            server.clock.advance(seconds: 86_400)
        }
        _ = try await server.oobLink("EMAIL_SIGNIN", "admin@x.test")
        _ = try await server.app(
            "accounts:sendVerificationCode", ["phoneNumber": "+15555550100", "recaptchaToken": "x"])
        return server
    }

    private func recipients(_ answer: TestAnswer) -> [String] {
        (answer["messages"]?.arrayValue ?? []).compactMap { $0["To"]?.arrayValue?.first?["Address"]?.stringValue }
    }

    @Test func `mails that were sent are listed, newest first`() async throws {
        let server = try await filled()

        let answer = try await server.control(.get, "/mailpit/api/v1/messages")

        #expect(answer.status == 200)
        #expect(recipients(answer) == ["carl@x.test", "ben@x.test", "anna@x.test"])
        for name in ["total", "unread", "count", "messages_count", "messages_unread"] { #expect(answer[name] == 3) }
        #expect(answer["start"] == 0)
        let first = try #require(answer["messages"]?.arrayValue?.first)
        #expect(
            Set((first.objectValue ?? []).map(\.key)) == [
                "ID", "MessageID", "Read", "From", "To", "Cc", "Bcc", "ReplyTo", "Subject", "Created", "Username",
                "Tags", "Size", "Attachments", "Snippet",
            ])
        let page = try await server.control(.get, "/mailpit/api/v1/messages?start=1&limit=1")
        #expect(recipients(page) == ["ben@x.test"])
        #expect(page["total"] == 3)
        #expect(page["count"] == 1)
        #expect(page["start"] == 1)
    }

    @Test func `a mail is the one of the outbox`() async throws {
        let server = try await filled()
        let id = try #require(try await server.latestMessage(to: "ben@x.test")["id"]?.stringValue)

        let record = try await server.control(.get, "/outbox/\(id)")
        let mail = try await server.control(.get, "/mailpit/api/v1/message/\(id)")
        #expect(mail["ID"] == .string(id))
        #expect(mail["MessageID"] == .string("\(id)@firebreak.invalid"))
        #expect(mail["Subject"] == record["subject"])
        #expect(mail["Text"] == record["text"])
        #expect(mail["HTML"] == record["html"])
        #expect(mail["Date"] == record["createdAt"])
        let eml = try await server.control(.get, "/outbox/\(id).eml").text
        #expect(try await server.control(.get, "/mailpit/api/v1/message/\(id)/raw").text == eml)
        #expect(mail["Size"] == .int(Int64(eml.utf8.count)))
        let html = try await server.control(.get, "/mailpit/view/\(id).html")
        #expect(html.text == record["html"]?.stringValue)
        #expect(html.headers[.contentSecurityPolicy] == "sandbox")
        #expect(try await server.control(.get, "/mailpit/view/\(id).txt").text == record["text"]?.stringValue)
        let headers = try await server.control(.get, "/mailpit/api/v1/message/\(id)/headers")
        #expect(headers["Message-Id"] == [.string("<\(id)@firebreak.invalid>")])
        #expect(headers["Delivered-To"] == ["ben@x.test"])
        #expect(headers["To"] == ["ben@x.test"])
        #expect(headers["Mime-Version"] == ["1.0"])
        #expect(headers["Date"]?.arrayValue?.count == 1)

        let latest = try await server.control(.get, "/mailpit/api/v1/message/latest")
        #expect(latest["To"]?.arrayValue?.first?["Address"] == "carl@x.test")
        for path in ["latest/headers", "latest/raw"] {
            #expect(try await server.control(.get, "/mailpit/api/v1/message/\(path)").status == 200)
        }
        #expect(try await server.control(.get, "/mailpit/view/latest.txt").status == 200)
    }

    @Test func `a late mail is there from when it arrives, and hides no other`() async throws {
        let server = try await filled()
        _ = try await server.control(.post, "/faults", ["on": "outbox.email", "deliverAfter": "1h"])
        try await send("dora@x.test", server)
        let api = "/mailpit/api/v1"
        #expect(recipients(try await server.control(.get, "\(api)/messages")).first == "carl@x.test")

        server.clock.advance(seconds: 3600)
        let listed = try await server.control(.get, "\(api)/messages")
        #expect(recipients(listed) == ["dora@x.test", "carl@x.test", "ben@x.test", "anna@x.test"])
        #expect(listed["total"] == 4)
        #expect(recipients(try await server.control(.get, "\(api)/search?query=ben")) == ["ben@x.test"])
        let latest = try await server.control(.get, "\(api)/message/latest")
        #expect(latest["To"]?.arrayValue?.first?["Address"] == "dora@x.test")
        let id = try #require(latest["ID"]?.stringValue)
        #expect(try await server.control(.get, "\(api)/message/\(id)").status == 200)
    }

    @Test func `what is not a mail that was sent is not there`() async throws {
        let server = try await filled()
        for record in try await server.outbox() where record["delivery"] != "sent" || record["channel"] != "email" {
            let id = try #require(record["id"]?.stringValue)
            for path in ["api/v1/message/\(id)", "api/v1/message/\(id)/raw", "view/\(id).txt"] {
                #expect(try await server.control(.get, "/mailpit/\(path)").status == 404)
            }
        }
        let empty = try await server.control(.get, "/mailpit/api/v1/message/latest", project: "empty")
        #expect(empty.status == 404)
        #expect(try await server.control(.get, "/mailpit/api/v1/messages", project: "empty")["total"] == 0)
    }

    @Test(arguments: [
        ("to:anna", ["anna"]), ("to:X.TEST", ["carl", "ben", "anna"]), ("-to:anna", ["carl", "ben"]),
        ("!to:anna%20-to:ben", ["carl"]), ("subject:%22sign-in%20link%22", ["carl", "ben", "anna"]),
        ("subject:%22link%20sign-in%22", []), ("anna@x.test", ["anna"]), ("%22anna@x.test%22", ["anna"]),
        ("after:2026-06-02", ["carl", "ben"]), ("before:2026-06-02", ["anna"]),
        ("after:2026-06-02%20before:2026/06/03", ["ben"]), ("before:%222026-06-01%2012:00:01%22", ["anna"]),
        ("from:noreply", ["carl", "ben", "anna"]), ("is:unread", ["carl", "ben", "anna"]), ("is:read", []),
        ("has:attachment", []), ("nothing-like-this", []),
    ])
    func `a search understands Mailpit's words`(query: String, names: [String]) async throws {
        let server = try await filled()

        let answer = try await server.control(.get, "/mailpit/api/v1/search?query=\(query)")

        #expect(recipients(answer) == names.map { "\($0)@x.test" })
        #expect(answer["total"] == 3)
        #expect(answer["messages_count"] == .int(Int64(names.count)))
    }

    @Test(arguments: ["", "query=", "query=before:yesterday", "query=-", "query=a&limit=x"])
    func `a search that says nothing is refused`(query: String) async throws {
        let server = try await filled()

        #expect(try await server.control(.get, "/mailpit/api/v1/search?\(query)").status == 400)
        // A page has a limit, what is deleted has none.
        guard !query.contains("limit=") else { return }
        #expect(try await server.control(.delete, "/mailpit/api/v1/search?\(query)").status == 400)
        #expect(try await server.control(.get, "/mailpit/api/v1/messages")["total"] == 3)
    }

    @Test(arguments: [
        ("-to:ben", ["ben"]), ("to:x.test&start=5&limit=0", []), ("nothing-like-this", ["carl", "ben", "anna"]),
    ])
    func `the mails that a search finds are deleted, and nothing else`(query: String, left: [String]) async throws {
        let server = try await filled()
        let records = try await server.outbox().count

        let answer = try await server.control(.delete, "/mailpit/api/v1/search?query=\(query)")

        #expect((answer.status, answer.text) == (200, "ok"))
        let mails = recipients(try await server.control(.get, "/mailpit/api/v1/messages"))
        #expect(mails == left.map { "\($0)@x.test" })
        #expect(try await server.outbox().count == records - 3 + left.count)
    }

    @Test(arguments: [
        (#"{"IDs":["%"]}"#, "application/json"), ("ids=%&ids=unknown", "application/x-www-form-urlencoded"),
    ])
    func `listed mails are deleted`(body: String, type: String) async throws {
        let server = try await filled()
        let id = try #require(try await server.latestMessage(to: "ben@x.test")["id"]?.stringValue)

        let answer = try await delete(body.replacing("%", with: id), type, server)

        #expect(answer.status == 200)
        #expect(answer.text == "ok")
        let left = try await server.control(.get, "/mailpit/api/v1/messages")
        #expect(recipients(left) == ["carl@x.test", "anna@x.test"])
    }

    @Test(
        arguments: [("", nil), ("{}", "application/json"), (#"{"IDs":[]}"#, "application/json")] as [(String, String?)])
    func `no list means all mails, but no other messages`(body: String, type: String?) async throws {
        let server = try await filled()

        #expect(try await delete(body, type, server).status == 200)

        let left = try await server.outbox()
        #expect(left.map { $0["channel"] } == ["email", "sms"])
        #expect(left.first?["delivery"] == "generated")
    }

    @Test(
        arguments: [
            ("{", "application/json"), ("[]", "application/json"), (#"{"IDs":"a"}"#, "application/json"),
            (#"{"IDs":[5]}"#, "application/json"), (#"{"id":["a"]}"#, "application/json"),
            ("ids=a", "application/json"),
            ("id=a", "application/x-www-form-urlencoded"), ("ids=", "application/x-www-form-urlencoded"),
            (#"{"IDs":["a"]}"#, "application/x-www-form-urlencoded"),
        ])
    func `a list that cannot be read deletes nothing`(body: String, type: String) async throws {
        let server = try await filled()

        #expect(try await delete(body, type, server).status == 400)

        #expect(try await server.outbox().count == 5)
    }

    @Test func `marks are accepted and have no effect`() async throws {
        let server = try await filled()
        for body in ["", "{", #"{"Read":true,"IDs":[]}"#, "ids=a&Read=true"] {
            let answer = try await server.send(
                .put, "/firebreak/v1/projects/example/mailpit/api/v1/messages", body: Array(body.utf8))
            #expect(answer.status == 200)
        }
        #expect(try await server.control(.get, "/mailpit/api/v1/messages")["unread"] == 3)
    }

    @Test func `it says that it is there`() async throws {
        let server = try await filled()

        let info = try await server.control(.get, "/mailpit/api/v1/info")
        #expect(info["Messages"] == 3)
        #expect(info["Unread"] == 3)
        #expect(info["Version"]?.stringValue?.isEmpty == false)
        let statistics: JSON = [
            "Uptime": 0, "Memory": 0, "MessagesDeleted": 0, "SMTPAccepted": 3, "SMTPAcceptedSize": 0, "SMTPRejected": 0,
            "SMTPIgnored": 0,
        ]
        #expect(info["RuntimeStats"] == statistics)
        for path in ["livez", "readyz"] {
            #expect(try await server.control(.get, "/mailpit/\(path)").text == "ok")
        }
    }

    private func delete(_ body: String, _ type: String?, _ server: TestServer) async throws -> TestAnswer {
        var headers: HTTPFields = [:]
        headers[.contentType] = type
        headers[.contentLength] = String(body.utf8.count)
        return try await server.send(
            .delete, "/firebreak/v1/projects/example/mailpit/api/v1/messages", headers: headers,
            body: Array(body.utf8))
    }
}
