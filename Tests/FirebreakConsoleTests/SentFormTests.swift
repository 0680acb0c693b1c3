import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// Forms that are shown once more with what was sent in them: to ask, and after the server was started anew.
struct SentFormTests {
    private static let form: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]
    private static let origin = "http://127.0.0.1:9099"

    /// What a page's only form would send.
    private func fields(_ page: TestAnswer) throws -> [(name: String, value: String)] {
        let main = try #require(page.text.firstRange(of: "<main"))
        return try #require(PageForm.all(in: String(page.text[main.upperBound...])).first).fields
    }

    @Test func `what is final is asked about by a page, where no script asked`() async throws {
        let console = StateConsole(server: try TestServer())
        try await console.signUp("ann@example.test")

        let asked = try await console.send("/reset", ["ask": "Empty <it>?", "keep": "config"])

        #expect(asked.status == 200)
        #expect(asked.text.contains("Are you sure?") && asked.text.contains("Empty &lt;it&gt;?"))
        #expect(asked.text.contains(#"href="\#(console.path())""#))
        #expect(try await console.accountCount == 1)
        let fields = try fields(asked)
        #expect(!fields.contains { $0.name == "ask" })
        #expect(fields.contains { $0 == ("keep", "config") })
        let pairs = fields.filter { $0.name != "formToken" }.map { ($0.name, $0.value) }
        #expect(try await console.send("/reset", pairs: pairs).leads(to: console.path(), notice: "projectReset"))
        #expect(try await console.accountCount == 0)
    }

    @Test func `a fixture that replaces asks as well`() async throws {
        let console = StateConsole(server: try TestServer())
        try await console.signUp("ann@example.test")
        let fixture: KeyValuePairs = ["document": "users: []", "strategy": "replace"]

        #expect(try await console.send("/seed", fixture).text.contains("Are you sure?"))
        #expect(try await console.accountCount == 1)
    }

    @Test func `a form from before the server's start keeps what was entered, without its secrets`() async throws {
        let server = try TestServer()
        let path = "/firebreak/projects/example/accounts/new"
        let body = "formToken=old&email=a%26b%40example.test&password=hidden-horse&displayName="
        var headers = Self.form
        headers[.origin] = Self.origin

        let stale = try await server.send(.post, path, headers: headers, body: Array(body.utf8))

        #expect(stale.status == 403)
        #expect(stale.text.contains("This form is out of date"))
        #expect(stale.text.contains("<dd>a&amp;b@example.test</dd>") && !stale.text.contains("<dd>hidden-horse</dd>"))
        let again = try fields(stale).map { "\($0.name)=\(FormURLEncoding.encode($0.value))" }.joined(separator: "&")
        let answer = try await server.send(.post, path, headers: headers, body: Array(again.utf8))
        #expect(answer.status == 303)
        let accounts = try await server.signIn("a&b@example.test", password: "hidden-horse")
        #expect(accounts.status == 200)
    }

    @Test func `a form that does not say which page sent it is not offered again`() async throws {
        let path = "/firebreak/projects/example/accounts/new"
        let body = Array("formToken=old&email=a%40example.test".utf8)

        let answer = try await TestServer().send(.post, path, headers: Self.form, body: body)

        #expect(answer.status == 403)
        #expect(!answer.text.contains("a@example.test"))
    }

    @Test func `a form that came without the control token is kept until the token is given`() async throws {
        let server = try TestServer(controlToken: "secret")
        let path = "/firebreak/projects/example/accounts/new"
        let body = Array("formToken=old&email=a%26b%40example.test&password=hidden-horse".utf8)
        func send(_ path: String, _ fields: [(name: String, value: String)], _ cookie: String? = nil) async throws
            -> TestAnswer
        {
            var headers = Self.form
            headers[.origin] = Self.origin
            headers[.cookie] = cookie
            let text = fields.map { "\($0.name)=\(FormURLEncoding.encode($0.value))" }.joined(separator: "&")
            return try await server.send(.post, path, headers: headers, body: Array(text.utf8))
        }

        let asked = try await send(path, [("email", "a&b@example.test"), ("password", "hidden-horse")])
        #expect(asked.status == 401)
        let kept = try fields(asked).filter { $0.name != "token" }
        let wrong = try await send("/firebreak/session", kept + [("token", "other")])
        #expect(wrong.status == 401)
        let given = try await send(
            "/firebreak/session", fields(wrong).filter { $0.name != "token" } + [("token", "secret")])
        #expect(given.text.contains("<dd>a&amp;b@example.test</dd>") && !given.text.contains("<dd>hidden-horse</dd>"))
        let cookie = try #require(given.headers[.setCookie]).prefix { $0 != ";" }
        #expect(try await send(path, fields(given), String(cookie)).status == 303)
        #expect(try await server.signIn("a&b@example.test", password: "hidden-horse").status == 200)

        // What no page of this server sent is not kept, and the way on is not to elsewhere.
        let stranger = try await server.send(.post, path, headers: Self.form, body: body)
        #expect(stranger.status == 401 && !stranger.text.contains("b@example.test"))
        let astray = try await send("/firebreak/session", [("token", "secret"), ("sent", "//evil.test/")])
        #expect(!astray.text.contains("evil.test"))
    }
}
