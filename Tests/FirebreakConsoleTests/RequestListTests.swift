import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// The console's lists of calls.
@Suite(.timeLimit(.minutes(20)))
struct RequestListTests {
    private static let path = "/firebreak/projects/example/requests"

    private func page(_ server: TestServer, _ rest: String = "") async throws -> TestAnswer {
        try await server.send(.get, Self.path + rest)
    }

    /// What the rows of a list are called, newest first.
    private func names(_ answer: TestAnswer) -> [String] {
        answer.text.matches(of: #/<a data-entry href="[^"]*">([^<]*)</a>/#).map { String($0.output.1) }
    }

    private func positions(_ answer: TestAnswer) -> [Int] {
        answer.text.matches(of: #/<tr data-key="(\d+)" /#).compactMap { Int($0.output.1) }
    }

    /// Where a link of the pager leads.
    private func link(_ label: String, _ answer: TestAnswer) -> String? {
        answer.text.matches(of: #/<a class="button small" href="([^"]*)">([A-Za-z]+)</a>/#)
            .first { $0.output.2 == label }.map { String($0.output.1).replacing("&amp;", with: "&") }
    }

    /// A sign-up, a refused one, a link to an unknown host, and a look-up by an admin.
    private func prepared() async throws -> TestServer {
        let server = try TestServer()
        _ = try await server.signUp("alice@example.test")
        _ = try await server.signUp("alice@example.test")
        _ = try await server.app(
            "accounts:sendOobCode",
            ["requestType": "EMAIL_SIGNIN", "email": "bob@example.test", "continueUrl": "http://elsewhere.test/"])
        _ = try await server.admin("accounts:lookup", ["email": ["alice@example.test"]])
        return server
    }

    @Test func `a list has the newest call first, with what happened and why`() async throws {
        let server = try await prepared()
        let list = try await page(server)

        #expect(list.status == 200)
        #expect(
            names(list) == ["accounts.lookup", "accounts.sendOobCode", "accounts.signUp", "accounts.signUp"])
        for words in [
            "<b>EMAIL_EXISTS</b>", "<b>UNAUTHORIZED_DOMAIN</b>", "elsewhere.test is not in authorizedDomains",
            #"<span class="badge success">200</span>"#, #"<span class="badge warning">400</span>"#,
            #"<span class="badge ">admin</span>"#,
            #"data-stream="/firebreak/projects/example/stream?parts=projects.requests.settings&amp;after="#,
            " data-live ",
            "<title>Requests (4) – example – Firebreak</title>",
            "4 calls in the journal, which keeps the last 1000 of this project",
        ] { #expect(list.text.contains(words), "\(words)") }
        // What changes it is on the page of the call.
        #expect(!list.text.contains("PATCH"))
    }

    @Test func `a row leads to the account and to the message`() async throws {
        let server = try TestServer()
        let id = try #require(await server.signUp("alice@example.test").string("localId"))
        _ = try await server.app(
            "accounts:sendOobCode", ["requestType": "PASSWORD_RESET", "email": "alice@example.test"])
        let list = try await page(server)
        let message = try await server.latestMessage(to: "alice@example.test")

        #expect(list.text.contains(#"<a href="/firebreak/projects/example/accounts/\#(id)">alice@example.test</a>"#))
        let path = "/firebreak/projects/example/outbox/seq/1"
        #expect(list.text.contains(#"<a href="\#(path)">1 message</a>"#))
        let redirect = try await server.send(.get, path)
        #expect(redirect.status == 303)
        #expect(
            redirect.headers[.location] == "/firebreak/projects/example/outbox/\(message["id"]?.stringValue ?? "")")
        for none in ["2", "0", "x", "-1", "99999999999999999999"] {
            let answer = try await server.send(.get, "/firebreak/projects/example/outbox/seq/\(none)")
            #expect(answer.status == 404)
        }
    }

    // MARK: Filters

    @Test(
        arguments: [
            ("operation=accounts.signUp", ["accounts.signUp", "accounts.signUp"]),
            ("operation=accounts.*&caller=admin", ["accounts.lookup"]),
            ("status=failed", ["accounts.sendOobCode", "accounts.signUp"]),
            ("status=2xx", ["accounts.lookup", "accounts.signUp"]),
            ("status=400&error=email_exists", ["accounts.signUp"]),
            ("q=BOB@example", ["accounts.sendOobCode"]), ("q=domains+ELSEWHERE", ["accounts.sendOobCode"]),
            ("q=email_exists+signup", ["accounts.signUp"]), ("q=nothing-of-it", []),
            ("email=bob@example.test", ["accounts.sendOobCode"]),
            ("localId=nobody", []), ("phoneNumber=+15555550100", []), ("tenant=blue", []),
            (
                "operation=&status=&error=&q=&caller=app",
                ["accounts.sendOobCode", "accounts.signUp", "accounts.signUp"]
            ),
        ] as [(String, [String])])
    func `a filter of the URL selects calls`(query: String, expected: [String]) async throws {
        let server = try await prepared()
        let list = try await page(server, "?" + query)

        #expect(list.status == 200)
        #expect(names(list) == expected)
        #expect(list.text.contains("No call matches.") == expected.isEmpty)
    }

    @Test func `a filter stands in the form and in the links`() async throws {
        let server = try await prepared()
        let list = try await page(server, "?email=alice@example.test&status=4xx")

        for words in [
            #"<input type="hidden" name="email" value="alice@example.test"><span>Email address: alice@example.test</span>"#,
            #"<option value="4xx" selected>4xx</option>"#,
            #"<option value="EMAIL_EXISTS">EMAIL_EXISTS</option>"#,
            #"href="/firebreak/projects/example/requests/2?status=4xx&amp;email=alice%40example.test""#,
        ] { #expect(list.text.contains(words), "\(words)") }
    }

    @Test(arguments: ["status=7", "operation=nothing", "error=%3Cb%3E", "caller=nobody"])
    func `a filter that cannot be read is shown again with what is wrong`(query: String) async throws {
        let server = try await prepared()
        let list = try await page(server, "?" + query)

        #expect(list.status == 400)
        #expect(list.text.contains(#"<p class="notice failure" role="status">"#))
        #expect(list.text.contains("INVALID_ARGUMENT</a>"))
        #expect(!list.text.contains("requests.settings"))
        #expect(!list.text.contains("<B>"))
    }

    @Test func `a dropped call counts as failed`() async throws {
        let server = try TestServer()
        _ = try await server.control(.post, "/faults", ["on": "accounts.signUp", "drop": "before"])
        _ = try? await server.signUp("alice@example.test")
        let list = try await page(server, "?status=failed")

        #expect(names(list) == ["accounts.signUp"])
        #expect(list.text.contains(#"<span class="badge failure">no answer</span>"#))
        #expect(list.text.contains(#"<span class="badge information">fault</span>"#))
    }

    // MARK: Pages

    @Test func `pages lead through all calls and back`() async throws {
        let server = try TestServer()
        for _ in 0..<250 { _ = try await server.app("accounts:signUp") }
        let first = try await page(server)
        #expect(positions(first) == Array((151...250).reversed()))
        #expect(link("Newer", first) == nil && link("Newest", first) == nil)

        let second = try await server.send(.get, #require(link("Older", first)))
        #expect(positions(second) == Array((51...150).reversed()))
        // It does not change when a call comes.
        #expect(!second.text.contains("requests.settings"))
        let third = try await server.send(.get, #require(link("Older", second)))
        #expect(positions(third) == Array((1...50).reversed()))
        #expect(link("Older", third) == nil)

        let back = try await server.send(.get, #require(link("Newer", third)))
        #expect(positions(back) == positions(second))
        let newest = try await server.send(.get, #require(link("Newer", back)))
        #expect(positions(newest) == positions(first))
        #expect(link("Newest", third) == Self.path)
    }

    @Test func `pages of a filter are full, and hold to it`() async throws {
        let server = try TestServer()
        _ = try await server.configure("signIn.anonymous.enabled", ["signIn": ["anonymous": ["enabled": false]]])
        for index in 0..<240 {
            _ = try await index.isMultiple(of: 2) ? server.app("accounts:signUp") : server.app("accounts:lookup")
        }
        let first = try await page(server, "?operation=accounts.signUp")
        let older = try #require(link("Older", first))
        let second = try await server.send(.get, older)

        #expect(positions(first).count == 100)
        #expect(older.contains("operation=accounts.signUp"))
        #expect(positions(second).count == 20)
        #expect(Set(names(second)) == ["accounts.signUp"])
    }

    @Test(arguments: ["before=0", "before=x", "after=-1", "before=9223372036854775807", "after=9223372036854775806"])
    func `a cursor that is none shows the newest calls`(query: String) async throws {
        let server = try await prepared()
        let list = try await page(server, "?" + query)

        #expect(list.status == 200)
        #expect(positions(list) == [4, 3, 2, 1])
    }

    // MARK: All projects

    @Test func `the calls of all projects and of none are in one list`() async throws {
        let server = try TestServer()
        _ = try await server.app("accounts:signUp")
        _ = try await server.app("accounts:signUp", key: "project:other")
        _ = try await server.send(.get, "/no/such/path")
        let list = try await server.send(.get, "/firebreak/requests")

        #expect(list.status == 200)
        #expect(names(list) == ["GET /no/such/path", "accounts.signUp", "accounts.signUp"])
        for words in [
            #"data-stream="/firebreak/stream?parts=requests&amp;after="#, #"href="/firebreak/requests/3""#,
            #"href="/firebreak/projects/other/requests/1""#, #"<a href="/firebreak/projects/example/requests">example"#,
        ] { #expect(list.text.contains(words), "\(words)") }

        let lost = try await server.send(.get, "/firebreak/requests/3")
        #expect(lost.status == 200)
        #expect(lost.text.contains("GET /no/such/path"))
        let known = try await server.send(.get, "/firebreak/requests/2")
        #expect(known.headers[.location] == "/firebreak/projects/other/requests/1")
    }

    // MARK: Empty, none, cleared

    @Test func `an empty journal shows a call to begin with, and that appears in it`() async throws {
        let server = try TestServer()
        let list = try await page(server)
        let path = try #require(
            list.text.firstMatch(of: #/data-copy="curl -X POST &#39;http://127.0.0.1:9099(\/[^&]*)&#39; /#)?.output.1)
        _ = try await server.send(.post, String(path), [:])

        #expect(list.text.contains("No calls yet."))
        #expect(try await names(page(server)) == ["accounts.signUp"])
    }

    @Test func `without a journal the pages say so, and how to have one`() async throws {
        let server = try TestServer(journal: 0)
        _ = try await server.signUp("alice@example.test")

        for path in [Self.path, "/firebreak/requests"] {
            let list = try await server.send(.get, path)
            #expect(list.status == 200)
            #expect(list.text.contains("keeps no journal"))
            #expect(list.text.contains("<code>--journal 0</code>"))
        }
        #expect(try await page(server, "/1").status == 404)
    }

    @Test func `the journal is cleared by a form of this page alone`() async throws {
        let server = try await prepared()
        let list = try await page(server)
        let token = try #require(list.text.firstMatch(of: #/name="formToken" value="(\w+)"/#)?.output.1)
        let form: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]

        let refused = try await server.send(.post, Self.path + "/clear", headers: form)
        #expect(refused.status == 403)
        #expect(try await positions(page(server)).count == 4)

        let cleared = try await server.send(
            .post, Self.path + "/clear", headers: form, body: Array("formToken=\(token)".utf8))
        #expect(cleared.status == 303)
        let empty = try await server.send(.get, #require(cleared.headers[.location]))
        #expect(empty.text.contains("The journal of this project is empty now."))
        #expect(positions(empty).isEmpty)
    }

    // MARK: Hostile calls

    @Test func `nothing that a call contains is markup`() async throws {
        let server = try TestServer()
        let hostile = #"<script>alert("1")</script>'"&"#
        _ = try await server.send(.get, "/no/<script>alert(1)</script>?a='b\"<i>")
        _ = try await server.app(
            "accounts:signUp", ["email": .string(hostile + "@example.test"), "password": "secret1"])
        _ = try await server.app(
            "accounts:signInWithPassword", ["email": .string(hostile), "tenantId": .string(hostile), "password": "a"])
        _ = try await server.send(
            .post, "/identitytoolkit.googleapis.com/v1/accounts:signUp?key=fake-api-key",
            ["displayName": .string(hostile)],
            headers: [.userAgent: hostile, .origin: hostile])

        for path in [
            "/firebreak/requests", Self.path, Self.path + "?account=" + PercentEncoding.encode(hostile),
            "/firebreak/requests/1", Self.path + "/1", Self.path + "/2", Self.path + "/3",
        ] {
            let answer = try await server.send(.get, path)
            #expect(answer.status == 200, "\(path)")
            #expect(!answer.text.contains("<script>alert"), "\(path)")
            #expect(!answer.text.contains("<i>"), "\(path)")
        }
    }

    @Test func `a list of the longest calls transfers less than 150 KB`() async throws {
        let server = try TestServer()
        let long = String(repeating: #"<"'&>"#, count: 20)
        for index in 0..<120 {
            _ = try await server.app(
                "accounts:sendOobCode",
                [
                    "requestType": "EMAIL_SIGNIN", "email": .string("\(index)\(long)@example.test"),
                    "continueUrl": .string("http://\(String(repeating: "a", count: 60)).test/"),
                ])
            _ = try await server.send(.get, "/\(index)/\(long)\(long)\(long)?\(long)")
            _ = try await server.signUp("\(index)@" + String(repeating: "e", count: 200) + ".test")
        }
        for path in [Self.path, "/firebreak/requests", Self.path + "?operation=accounts.sendOobCode&status=failed"] {
            let list = try await server.send(.get, path)
            #expect(positions(list).count == 100)
            #expect(list.body.count < 120_000, "\(path): \(list.body.count)")
        }
    }
}
