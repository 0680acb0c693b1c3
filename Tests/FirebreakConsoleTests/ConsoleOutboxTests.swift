import FirebreakControl
import FirebreakModel
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// The views of the outbox as they are answered (firebreak.md section 13.1).
struct ConsoleOutboxTests {
    private static let outbox = "/firebreak/projects/example/outbox"
    private static let form: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]

    private static func view(
        _ server: TestServer, _ rest: String = "", _ query: KeyValuePairs<String, String> = [:]
    ) async throws -> TestAnswer {
        let parameters = query.map { "\($0.key)=\(FormURLEncoding.encode($0.value))" }.joined(separator: "&")
        return try await server.send(.get, outbox + rest + (parameters.isEmpty ? "" : "?" + parameters))
    }

    private static func send(
        _ server: TestServer, _ rest: String, _ fields: KeyValuePairs<String, String> = [:]
    ) async throws -> TestAnswer {
        let page = try await view(server).text
        let start = try #require(page.firstRange(of: #"<meta name="form-token" content=""#)).upperBound
        let token = String(page[start...].prefix { $0 != "\"" })
        let body = ([("formToken", token)] + fields.map { ($0.key, $0.value) })
            .map { "\($0)=\(FormURLEncoding.encode($1))" }.joined(separator: "&")
        return try await server.send(.post, outbox + rest, headers: form, body: Array(body.utf8))
    }

    /// A sign-in link to each.
    private static func links(_ server: TestServer, _ recipients: String...) async throws {
        for recipient in recipients { _ = try await server.mailedCode("EMAIL_SIGNIN", recipient) }
    }

    private static func recipients(_ page: TestAnswer) -> [String] {
        page.text.split(separator: #"<span class="to">"#).dropFirst().map { String($0.prefix { $0 != "<" }) }
    }

    private static func found(
        _ server: TestServer, _ query: KeyValuePairs<String, String>
    ) async throws -> [String] { recipients(try await view(server, "", query)) }

    @Test func `the list is filtered by what its address says`() async throws {
        let server = try TestServer()
        _ = try await server.signUp("alice@example.test")
        try await Self.links(server, "bob@example.test")
        for email in ["alice@example.test", "nobody@example.test"] {
            _ = try await server.app(
                "accounts:sendOobCode", ["requestType": "PASSWORD_RESET", "email": .string(email)])
        }
        let (alice, bob, nobody) = ("alice@example.test", "bob@example.test", "nobody@example.test")

        #expect(try await Self.found(server, [:]) == [nobody, alice, bob])
        #expect(try await Self.found(server, ["q": " OB@ "]) == [bob])
        #expect(try await Self.found(server, ["q": "@Example", "type": "", "status": ""]) == [nobody, alice, bob])
        #expect(try await Self.found(server, ["q": "sign in to BOB"]) == [bob])
        #expect(try await Self.found(server, ["to": "BOB@example.test"]) == [bob])
        #expect(try await Self.found(server, ["type": "PASSWORD_RESET"]) == [nobody, alice])
        #expect(try await Self.found(server, ["delivery": "suppressed"]) == [nobody])
        #expect(try await Self.found(server, ["status": "pending", "channel": "email"]) == [alice, bob])
        #expect(try await Self.found(server, ["channel": "sms"]).isEmpty)
        #expect(try await Self.found(server, ["tenant": "blue"]).isEmpty)
        #expect(try await Self.found(server, ["before": "2"]) == [bob])
        let invalid = try await Self.view(server, "", ["type": "LETTER"])
        #expect(invalid.status == 400)
        #expect(invalid.text.contains("type must be one of"))
    }

    @Test func `a refused call for a message is told where one waits for it, until one succeeds`() async throws {
        let server = try TestServer()
        _ = try await server.signUp("alice@example.test")
        let hint = "The last call for a message was refused: <code>"
        func send(_ host: String) async throws {
            _ = try await server.app(
                "accounts:sendOobCode",
                [
                    "requestType": "EMAIL_SIGNIN", "email": "alice@example.test", "canHandleCodeInApp": true,
                    "continueUrl": .string("http://\(host)/"),
                ])
        }
        #expect(try await !Self.view(server).text.contains(hint))
        try await send("elsewhere.test")
        let page = try await Self.view(server).text
        #expect(page.contains(hint + "UNAUTHORIZED_DOMAIN</code>"))
        #expect(page.contains(#"<a href="/firebreak/projects/example/requests/2">See why</a>"#))
        #expect(try await !Self.view(server, "", ["tenant": "blue"]).text.contains(hint))

        try await send("localhost")
        #expect(try await !Self.view(server).text.contains(hint))
    }

    @Test func `an empty outbox says how to make a message, by what the project allows`() async throws {
        for (profile, type) in [(Profile.local, "EMAIL_SIGNIN"), (.production, "PASSWORD_RESET")] {
            let server = try TestServer(profile)
            let page = try await Self.view(server)
            #expect(page.text.contains("No messages yet"))
            #expect(page.text.contains("http://127.0.0.1:9099/identitytoolkit.googleapis.com/v1/accounts:sendOobCode"))
            #expect(page.text.contains("&quot;requestType&quot;:&quot;\(type)&quot;"))
        }
        let filtered = try await Self.view(TestServer(), "", ["q": "x"])
        #expect(filtered.text.contains("No message matches the filter"))
    }

    @Test func `links of rows keep the filter, and what it says is text`() async throws {
        let server = try TestServer()
        try await Self.links(server, "bob@example.test")
        let message = try #require(try await server.outbox().first?["id"]?.stringValue)
        let page = try await Self.view(server, "", ["q": "bob", "status": "pending"])
        #expect(page.text.contains(#"href="\#(Self.outbox)/\#(message)?status=pending&amp;q=bob""#))

        let hostile = #""><script>alert(1)</script>"#
        for rest in ["", "/\(message)", "/\(hostile.filter { $0 != "/" })"] {
            let path = PercentEncoding.encode(String(rest.dropFirst()))
            let answer = try await Self.view(
                server, rest.isEmpty ? "" : "/" + path,
                ["q": hostile, "to": hostile, "tenant": hostile, "show": hostile])
            #expect(!answer.text.contains("<script>"))
        }
    }

    @Test func `what does not exist is not found, beside the list`() async throws {
        let server = try TestServer()
        try await Self.links(server, "bob@example.test")

        let message = try await Self.view(server, "/msg_unknown")
        #expect(message.status == 404)
        #expect(message.text.contains("There is no such message"))
        #expect(Self.recipients(message) == ["bob@example.test"])
        let mail = try await Self.view(server, "/msg_unknown/mail")
        #expect(mail.status == 404)
    }

    @Test func `the document in the frame has a policy of its own, and its links open elsewhere`() async throws {
        let server = try TestServer()
        try await Self.links(server, "bob@example.test")
        let message = try #require(try await server.outbox().first)
        let id = try #require(message["id"]?.stringValue)

        let view = try await Self.view(server, "/\(id)")
        #expect(
            view.text.contains(
                #"src="\#(Self.outbox)/\#(id)/mail" sandbox="allow-popups allow-popups-to-escape-sandbox""#))
        let mail = try await Self.view(server, "/\(id)/mail")
        #expect(mail.headers[.contentType] == "text/html; charset=utf-8")
        #expect(
            mail.headers[.contentSecurityPolicy] == """
                default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; \
                base-uri 'none'; form-action 'none'; sandbox allow-popups allow-popups-to-escape-sandbox
                """)
        #expect(mail.headers[.xContentTypeOptions] == "nosniff")
        #expect(mail.headers[.cacheControl] == "no-store")
        let html = try #require(message["html"]?.stringValue)
        let head = """
            <meta charset="utf-8"><meta name="referrer" content="no-referrer">\
            <meta name="color-scheme" content="light dark"><base target="_blank">
            """
        #expect(mail.text == html.replacing("<!DOCTYPE html>", with: "<!DOCTYPE html>" + head))
    }

    @Test func `a message that has ended leads to the newest of its kind, and offers its link no more`() async throws {
        let server = try TestServer()
        _ = try await server.signUp("alice@example.test")
        for _ in 1...3 { _ = try await server.mailedCode("PASSWORD_RESET", "alice@example.test") }
        try await Self.links(server, "alice@example.test")
        let ids = try await server.outbox().compactMap { $0["id"]?.stringValue }
        try #require(ids.count == 4)

        let old = try await Self.view(server, "/\(ids[0])", ["status": "superseded"]).text
        #expect(old.contains("Its link no longer works."))
        #expect(old.contains(#"href="\#(Self.outbox)/\#(ids[2])?status=superseded">Newest of its kind"#))
        #expect(!old.contains("Open link"))
        #expect(!old.contains(#"action="\#(Self.outbox)/\#(ids[0])/open"#))

        let newest = try await Self.view(server, "/\(ids[2])").text
        #expect(newest.contains("Open link"))
        #expect(!newest.contains("Newest of its kind"))
        _ = try await server.reset(
            try #require(await server.outbox()[2]["oobCode"]?.stringValue), to: "another-horse")
        let used = try await Self.view(server, "/\(ids[2])").text
        #expect(used.contains("Its link no longer works."))
        #expect(!used.contains("Newest of its kind"))
    }

    @Test func `links of a mail are taken apart`() async throws {
        let server = try TestServer()
        _ = try await server.mailedCode(
            "EMAIL_SIGNIN", "bob@example.test",
            [
                "continueUrl": "http://localhost/finish?cart=7&b=%3Cb%3E", "canHandleCodeInApp": true,
                "iOSBundleId": "test.app",
            ])
        let message = try #require(try await server.outbox().first)
        let id = try #require(message["id"]?.stringValue)
        let page = try await Self.view(server, "/\(id)", ["show": "links"]).text

        #expect(page.contains("A hosting link of this server: an app opens the link inside it."))
        let names = page.matches(of: #/<dt class="mono">([A-Za-z]+)<\/dt>/#).map { String($0.1) }
        #expect(names == ["link", "apiKey", "mode", "oobCode", "continueUrl", "cart", "b", "lang"])
        for text in [
            "what the link does: signs in", "selects project example", try #require(message["oobCode"]?.stringValue),
            "where the page leads afterwards", #"<span class="mono">&lt;b&gt;</span>"#,
        ] { #expect(page.contains(text), "\(text)") }
    }

    @Test func `links say where they lead, whatever they are`() async throws {
        let server = try TestServer()
        _ = try await server.signUp("alice@example.test")
        let body = """
            <a href="https://shop.example.test/a?x=1">Our <b>shop</b></a> <a href="https://shop.example.test/a?x=1">again</a>
            <a href="javascript:alert(1)">\u{22}&lt;script&gt;</a><a>none</a><a href="%LINK%"><img src="x"></a>
            """
        try await server.set(
            "notification.sendEmail.resetPasswordTemplate", ["body": .string(body), "bodyFormat": "HTML"])
        _ = try await server.mailedCode("PASSWORD_RESET", "alice@example.test")
        let id = try #require(try await server.outbox().first?["id"]?.stringValue)
        let page = try await Self.view(server, "/\(id)", ["show": "links"]).text

        let titles = page.matches(of: #/<h3>(.*?)<\/h3>/#).map { String($0.1) }
        #expect(titles == ["Our shop, again", "&quot;&lt;script&gt;", "Without a text"])
        #expect(page.contains("Leads to <code>shop.example.test</code>."))
        #expect(page.contains("Leads to the action page of this server."))
        #expect(page.contains("This is not the address of a page"))
        #expect(!page.contains("<script>"))
    }

    @Test func `the header of a mail is shown as it is sent`() async throws {
        let server = try TestServer()
        try await Self.links(server, "bob@example.test")
        let id = try #require(try await server.outbox().first?["id"]?.stringValue)
        let page = try await Self.view(server, "/\(id)", ["show": "header"]).text

        let fields = page.matches(of: #/<dt>([A-Za-z-]+)<\/dt><dd>/#).map { String($0.1) }
        #expect(fields.suffix(7) == ["Date", "From", "To", "Subject", "Message-ID", "MIME-Version", "Content-Type"])
        #expect(page.contains("&lt;\(id)@firebreak.invalid&gt;"))
    }

    @Test func `an SMS has no document to be framed`() async throws {
        let server = try TestServer()
        _ = try await server.app("accounts:sendVerificationCode", ["phoneNumber": "+15555550100"])
        let message = try #require(try await server.outbox().first)
        let id = try #require(message["id"]?.stringValue)

        let mail = try await Self.view(server, "/\(id)/mail")
        #expect(mail.status == 404)
        let view = try await Self.view(server, "/\(id)", ["show": "source"])
        #expect(view.text.contains(try #require(message["code"]?.stringValue)))
        #expect(!view.text.contains("<iframe"))
    }

    @Test func `the page says when it changes by the clock alone, unless the clock stands`() async throws {
        let server = try TestServer()
        try await Self.links(server, "bob@example.test")
        _ = try await server.control(.post, "/clock:advance", ["by": "1h"])
        let running = try await Self.view(server)
        #expect(running.text.contains(#" data-due="\#(5 * 3_600_000)""#))
        _ = try await server.control(.post, "/clock:freeze")
        let stopped = try await Self.view(server)
        #expect(!stopped.text.contains("data-due"))
        _ = try await server.control(.post, "/clock:resume")
        _ = try await server.control(.patch, "/rules", ["expiry": "off"])
        let endless = try await Self.view(server)
        #expect(!endless.text.contains("data-due"))
    }

    @Test func `forms delete what they name and nothing else`() async throws {
        let server = try TestServer()
        try await Self.links(server, "a@example.test", "b@example.test", "c@example.test")
        let second = try #require(try await server.outbox("to=b@example.test").first?["id"]?.stringValue)

        let one = try await Self.send(server, "/\(second)/delete?status=pending")
        #expect(one.status == 303)
        #expect(one.headers[.location] == Self.outbox + "?status=pending&notice=messageDeleted")
        let through = try await Self.send(server, "/delete", ["q": "EXAMPLE", "through": "2"])
        #expect(through.headers[.location] == Self.outbox + "?notice=messagesDeleted")
        let left = try await server.outbox()
        #expect(left.map { $0["to"]?.stringValue } == ["c@example.test"])
        let again = try await Self.send(server, "/\(second)/delete")
        #expect(again.status == 404)
        let nothing = try await Self.send(server, "/delete")
        #expect(nothing.status == 303)
        #expect(try await server.outbox().count == 1)
    }

    @Test func `changes reach the page by a stream that names none of them`() async throws {
        let server = try TestServer()
        let page = try await Self.view(server)
        let start = try #require(page.text.firstRange(of: #"data-stream=""#)).upperBound
        let path = String(page.text[start...].prefix { $0 != "\"" }).replacing("&amp;", with: "&")
        try await Self.links(server, "bob@example.test")

        var stream = try await server.events(path)
        let events = try #require(try await stream.next(within: .seconds(600)))
        #expect(events.map(\.name) == ["change"])
        #expect(events.map(\.text) == ["{}"])
        // Whoever connects again has seen that.
        let name = try #require(HTTPField.Name("Last-Event-ID"))
        let last = try #require(events.first?.id)
        var again = try await server.events(path, headers: [name: last])
        #expect(try await again.next(within: .milliseconds(20)) == [])
    }
}
