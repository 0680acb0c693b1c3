import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// What the console's buttons do to what decided a refusal: the request of the explanation, and an undo.
struct RemedyTests {
    /// A page of the console with its forms.
    private struct Page {
        let server: TestServer
        let path: String

        init(_ rest: String, of server: TestServer) {
            self.server = server
            path = "/firebreak/projects/\(TestServer.project)/\(rest)"
        }

        func text() async throws -> String { try await server.send(.get, path).text }

        func send(_ action: String, _ more: String = "") async throws -> TestAnswer {
            let text = try await text()
            let token = try #require(text.firstMatch(of: /<meta name="form-token" content="(\w+)"/)?.1)
            return try await server.send(
                .post, "\(path)/\(action)", headers: [.contentType: "application/x-www-form-urlencoded"],
                body: Array("formToken=\(token)\(more)".utf8))
        }
    }

    /// Everything that a remedy may change.
    private static func state(of server: TestServer) async throws -> [String] {
        var state: [String] = []
        for path in ["config", "tenants", "defaultSupportedIdpConfigs", "oauthIdpConfigs", "inboundSamlConfigs"] {
            state.append(try await server.adminGet("/v2/projects/example/\(path)").text)
        }
        for tenant in try await server.adminGet("/v2/projects/example/tenants")["tenants"]?.arrayValue ?? [] {
            let id = try #require(tenant["name"]?.stringValue?.split(separator: "/").last)
            state.append(try await server.adminGet("/v2/projects/example/tenants/\(id)").text)
        }
        state.append(try await server.control(.get, "/rules").text)
        state.append(try await server.control(.get, "/faults").text)
        state.append(try await server.control(.get, "/clock")["offset"]?.text ?? "none")
        return state
    }

    private static func refusal(_ row: ExplainedRefusal) async throws -> (TestServer, Page) {
        let refused = try await row.prepare()
        try await row.expect(row.before, refused.call())
        let call = try await refused.server.newestCall()
        return (refused.server, Page("requests/\(try #require(call["seq"]?.text))", of: refused.server))
    }

    private static let rows =
        ExplainedRefusal.methods + ExplainedRefusal.protection + ExplainedRefusal.tenants + ExplainedRefusal.codes
        + ExplainedRefusal.rules + ExplainedRefusal.settings

    /// What has ended or was superseded stays so: the change is for what comes after it.
    private static let helpsOnlyNewOnes = ["superseded code", "expired pending token", "expired temporary proof"]

    @Test(arguments: rows)
    func `a refusal is mended by a button, and the undo leaves everything as it was`(
        _ row: ExplainedRefusal
    ) async throws {
        let (server, page) = try await Self.refusal(row)
        // A server that answers as the reference stores tenants that are merely looked at.
        _ = try await Self.state(of: server)
        let before = try await Self.state(of: server)
        let text = try await page.text()
        let path = try #require(text.firstMatch(of: /action="([^"]+)\/mend"/)?.1, "\(text)")
        #expect(path == page.path)

        let mended = try await page.send("mend")
        #expect(mended.status == 303, "\(mended.text)")
        #expect(try await page.text().contains("\(page.path)/undo"))
        #expect(try await Self.state(of: server) != before)

        let again = try await page.send("again")
        #expect(again.status == 303, "\(again.text)")
        let repeated = try await server.newestCall()
        #expect(again.headers[.location]?.contains("/requests/\(repeated["seq"]?.text ?? "none")?") == true)
        if Self.helpsOnlyNewOnes.contains(row.testDescription) {
            #expect(repeated["status"] == 400)
        } else if row.after == "OK" {
            #expect(repeated["status"] == 200, "\(repeated.text)")
        } else {
            #expect(repeated["error"]?.stringValue?.hasPrefix(row.after) == true, "\(repeated.text)")
        }

        let undone = try await page.send("undo")
        // A tenant in which the repeated call made an account is not taken away with it.
        if undone.status != 303 {
            #expect(undone.text.contains("has accounts by now"), "\(undone.text)")
        } else {
            #expect(try await Self.state(of: server) == before)
        }
    }

    @Test func `an undo keeps what was changed by others since`() async throws {
        let row = try #require(ExplainedRefusal.methods.first { $0.testDescription == "phone" })
        let (server, page) = try await Self.refusal(row)
        _ = try await page.send("mend")
        // Beside it: what was mended is undone, and this stays.
        try await server.set("signIn.anonymous.enabled", false)
        #expect(try await page.send("undo").status == 303)
        let config = try await server.adminGet("/v2/projects/example/config").json
        #expect(config[path: "signIn.phoneNumber.enabled"] != true)
        #expect(config[path: "signIn.anonymous.enabled"] != true)

        // The same setting: nothing is undone.
        _ = try await page.send("mend")
        try await server.set("signIn.phoneNumber", ["enabled": true, "testPhoneNumbers": ["+15555550100": "123456"]])
        try await server.set("signIn.phoneNumber.enabled", false)
        let refused = try await page.send("undo")
        #expect(refused.status == 400)
        #expect(refused.text.contains("was changed once more since then"))
        #expect(try await page.send("undo").text.contains("There is nothing to undo"))
    }

    @Test func `what was mended on one page can be undone after another was`() async throws {
        let row = try #require(ExplainedRefusal.methods.first { $0.testDescription == "phone" })
        let (server, phone) = try await Self.refusal(row)
        #expect(try await phone.send("mend").status == 303)
        try await server.set("signIn.anonymous.enabled", false)
        _ = try await server.app("accounts:signUp", ["returnSecureToken": true])
        let call = try await server.newestCall()
        let guests = Page("requests/\(try #require(call["seq"]?.text))", of: server)
        #expect(try await guests.send("mend").status == 303)

        #expect(try await phone.send("undo").status == 303)
        let config = try await server.adminGet("/v2/projects/example/config").json
        #expect(config[path: "signIn.phoneNumber.enabled"] != true)
        #expect(config[path: "signIn.anonymous.enabled"] == true)
        #expect(try await guests.send("undo").status == 303)
    }

    @Test func `a fault comes back as it was, with its hits`() async throws {
        let server = try await TestServer.open(.local)
        let fault = try await server.control(
            .post, "/faults", ["on": "accounts.signUp", "error": "EMAIL_EXISTS", "times": 5])
        let id = try #require(fault.string("id"))
        _ = try await server.signUp("alice@example.test")
        let before = try await server.control(.get, "/faults").text
        let page = Page("requests/1", of: server)
        let text = try await page.text()
        #expect(text.contains("took this call: it answers EMAIL_EXISTS"))
        #expect(text.contains("<del>accounts.signUp answers EMAIL_EXISTS</del>"))
        #expect(text.contains("/firebreak/projects/example/state/faults#\(id)"))

        #expect(try await page.send("mend").status == 303)
        #expect(try await page.send("again").status == 303)
        #expect(try await server.newestCall()["status"] == 200)
        #expect(try await page.send("undo").status == 303)
        #expect(try await server.control(.get, "/faults").text == before)
        #expect(try await server.send(.get, "/firebreak/projects/example/state/faults").text.contains("(request 1)"))
    }

    @Test func `a domain that was added since the call stays in the list`() async throws {
        let server = try await TestServer.open(.local)
        _ = try await server.app(
            "accounts:sendOobCode",
            ["requestType": "EMAIL_SIGNIN", "email": "a@example.test", "continueUrl": "http://elsewhere.test/"])
        try await server.set("authorizedDomains", ["localhost", "later.test"])
        #expect(try await Page("requests/1", of: server).send("mend").status == 303)
        let config = try await server.adminGet("/v2/projects/example/config").json
        #expect(config["authorizedDomains"] == ["localhost", "later.test", "elsewhere.test"])
    }

    @Test func `a hosting domain that was added since the call stays in the list`() async throws {
        let row = try #require(ExplainedRefusal.rules.first { $0.testDescription == "domain of a hosting link" })
        let (server, page) = try await Self.refusal(row)
        _ = try await server.control(.patch, "/rules", ["hostingDomains": ["other.example.test"]])
        _ = try await page.send("mend")
        #expect(
            try await server.control(.get, "/rules").json[path: "hostingDomains"]
                == ["other.example.test", "links.example.test"])
    }

    @Test func `a message that did not go out is mended and sent again`() async throws {
        let server = try await TestServer.open(.local)
        let fault = try await server.control(.post, "/faults", ["on": "outbox.email", "lose": true, "times": "always"])
        let id = try #require(fault.string("id"))
        _ = try await server.app("accounts:sendOobCode", ["requestType": "EMAIL_SIGNIN", "email": "a@example.test"])
        let message = try #require(try await server.outbox().first)
        let page = Page("outbox/\(try #require(message["id"]?.stringValue))", of: server)
        let text = try await page.text()
        #expect(text.contains("It did not arrive: a fault lost it."))
        #expect(text.contains("state/faults#\(id)"))
        #expect(text.contains(#"<a class="mono" href="/firebreak/projects/example/requests/1">"#))

        #expect(try await page.send("mend").status == 303)
        let again = try await Page("requests/1", of: server).send("again", "&showsMessage=on")
        #expect(again.headers[.location] == "/firebreak/projects/example/outbox/seq/2")
        #expect(try await server.outbox().last?["delivery"] == "sent")
        #expect(try await page.send("undo").status == 303)
        #expect(try await server.control(.get, "/faults")["faults"]?.arrayValue?.count == 1)
    }

    @Test func `a code that has expired works again, until that is undone`() async throws {
        let server = try await TestServer.open(.local)
        _ = try await server.user()
        let code = try await server.mailedCode("PASSWORD_RESET", "alice@example.test")
        server.clock.advance(seconds: 3601)
        let id = try #require(try await server.outbox().last?["id"]?.stringValue)
        let page = Page("outbox/\(id)", of: server)
        #expect(try await page.text().contains("Let nothing expire"))
        #expect(try await server.inspect(code).status == 400)

        #expect(try await page.send("mend").status == 303)
        #expect(try await server.inspect(code).status == 200)
        #expect(try await page.send("undo").status == 303)
        #expect(try await server.inspect(code).status == 400)
    }

    @Test func `what a blocking function answered is a sentence`() async throws {
        let server = try await TestServer.openToAll(.local)
        try await server.guardWith(["beforeSendEmail": "http://functions.test/mail"])
        let refusal: JSON = [
            "error": ["message": "no mails to competitors", "status": "PERMISSION_DENIED", "details": ["name": "x"]]
        ]
        server.functions.answer("http://functions.test/mail", status: 403, refusal)
        _ = try await server.app("accounts:sendOobCode", ["requestType": "EMAIL_SIGNIN", "email": "a@example.test"])
        let id = try #require(try await server.outbox().first?["id"]?.stringValue)
        let text = try await Page("outbox/\(id)", of: server).text()
        let words = "It was not sent: beforeSendEmail refused it: “no mails to competitors” (PERMISSION_DENIED)."
        #expect(text.contains(words), "\(text)")
        #expect(!text.contains("BLOCKING_FUNCTION_ERROR_RESPONSE :"))
        #expect(
            try await server.explanation().contains(
                "refused with HTTP status 403, which its own code decides: no mails to competitors"))
    }

    @Test func `a call is sent again with its secrets, in the language of its client`() async throws {
        let server = try await TestServer.open(.local)
        _ = try await server.user()
        _ = try await server.signIn("alice@example.test")
        #expect(try await Page("requests/2", of: server).send("again").status == 303)
        #expect(try await server.newestCall()["status"] == 200)

        let path = "/identitytoolkit.googleapis.com/v1/accounts:sendOobCode?key=fake-api-key"
        let body: JSON = ["requestType": "PASSWORD_RESET", "email": "alice@example.test"]
        _ = try await server.send(.post, path, body, headers: [.init("X-Firebase-Locale") ?? .via: "de"])
        let seq = try #require(try await server.newestCall()["seq"]?.text)
        _ = try await Page("requests/\(seq)", of: server).send("again")
        #expect(try await server.outbox().map { $0["locale"] } == ["de", "de"])
    }

    @Test(arguments: [Profile.local, .production])
    func `a call that was refused where it came from is refused again`(profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let id = try await server.user().id
        let deletion = "/identitytoolkit.googleapis.com/v1/projects/example/accounts:delete"
        let body = (["localId": .string(id)] as JSON).bytes
        let admin: HTTPFields = [.authorization: "Bearer owner", .contentType: "application/json"]
        let calls: [(method: HTTPRequest.Method, path: String, origin: String?, host: String)] = [
            (.post, deletion, nil, "evil.example:9099"), (.post, deletion, "null", TestServer.authority),
            (.post, deletion, "http://evil.example:9099", "evil.example:9099"),
            (.post, deletion, "https://evil.example", TestServer.authority),
            (.delete, "/emulator/v1/projects/example/accounts", nil, "rebound.evil.example"),
        ]
        for call in calls {
            var headers = admin
            headers[.origin] = call.origin
            let refused = try await server.send(
                call.method, call.path, headers: headers, body: call.method == .post ? body : [], host: call.host)
            #expect(refused.status == 403)
            let seq = try #require(try await server.newestCall()["seq"]?.text)
            #expect(try await Page("requests/\(seq)", of: server).send("again").status == 303)
            #expect(try await server.newestCall()["status"] == 403, "\(call)")
        }
        #expect(try await server.account(id)["localId"]?.stringValue == id)
    }

    @Test func `a call whose body was not kept cannot be sent again`() async throws {
        let server = try await TestServer.open(.local)
        let name = String(repeating: "x", count: 100_000)
        _ = try await server.app("accounts:signUp", ["displayName": .string(name)])
        let page = Page("requests/1", of: server)
        let text = try await page.text()
        #expect(text.contains("It cannot be sent again from here"))
        #expect(!text.contains("/again"))
        #expect(try await page.send("again").status == 404)
    }

    @Test func `forms without the token change nothing`() async throws {
        let row = try #require(ExplainedRefusal.methods.first)
        let (server, page) = try await Self.refusal(row)
        let before = try await Self.state(of: server)
        for action in ["mend", "again", "undo"] {
            let answer = try await server.send(.post, "\(page.path)/\(action)")
            #expect(answer.status == 403)
        }
        #expect(try await Self.state(of: server) == before)
    }
}
