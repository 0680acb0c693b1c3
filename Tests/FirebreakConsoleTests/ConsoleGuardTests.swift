import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// Who may see and change what in the console (firebreak.md section 13.1).
struct ConsoleGuardTests {
    private static let outbox = "/firebreak/projects/example/outbox"
    private static let form: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]

    private static func name(_ text: String) throws -> HTTPField.Name { try #require(HTTPField.Name(text)) }

    /// The token against cross-site requests, as a page of the console has it.
    private static func formToken(_ page: TestAnswer) throws -> String {
        let text = page.text
        let start = try #require(text.firstRange(of: #"<meta name="form-token" content=""#)).upperBound
        return String(text[start...].prefix { $0 != "\"" })
    }

    /// Gives the control token.
    ///
    /// - Returns: The cookie as the next request has it.
    private static func session(_ server: TestServer, _ token: String = "secret token;1") async throws -> String {
        let body = "next=%2Ffirebreak%2Fprojects&token=" + FormURLEncoding.encode(token)
        let answer = try await server.send(.post, "/firebreak/session", headers: form, body: Array(body.utf8))
        #expect(answer.status == 303)
        #expect(answer.headers[.location] == "/firebreak/projects")
        let cookie = try #require(answer.headers[.setCookie])
        #expect(cookie.hasSuffix("; Path=/firebreak; HttpOnly; SameSite=Strict"))
        return String(cookie.prefix { $0 != ";" })
    }

    @Test func `hosts that are not this server's get an error, as a page`() async throws {
        let answer = try await TestServer().send(.get, Self.outbox, host: "evil.test")

        #expect(answer.status == 403)
        #expect(answer.headers[.contentType] == "text/html; charset=utf-8")
        #expect(answer.text.contains("HOST_NOT_ALLOWED"))
    }

    @Test func `a link on another page leads here, but nothing else of that page`() async throws {
        let server = try TestServer()
        let site = try Self.name("Sec-Fetch-Site")
        let mode = try Self.name("Sec-Fetch-Mode")
        let destination = try Self.name("Sec-Fetch-Dest")

        let link = try await server.send(
            .get, Self.outbox, headers: [site: "cross-site", mode: "navigate", destination: "document"])
        #expect(link.status == 200)
        for other in [[mode: "navigate", destination: "iframe"], [mode: "no-cors", destination: "image"]] {
            var headers: HTTPFields = [site: "cross-site"]
            for (name, value) in other { headers[name] = value }
            let answer = try await server.send(.get, Self.outbox, headers: headers)
            #expect(answer.status == 403)
        }
    }

    @Test func `pages cannot be framed, load nothing from elsewhere and run only what carries their nonce`()
        async throws
    {
        let first = try await TestServer().send(.get, Self.outbox)
        let policy = try #require(first.headers[.contentSecurityPolicy])

        #expect(policy.hasPrefix("default-src 'none'; script-src 'nonce-"))
        for part in ["frame-ancestors 'none'", "form-action 'self'", "connect-src 'self'", "base-uri 'none'"] {
            #expect(policy.contains("; " + part))
        }
        #expect(!policy.contains("unsafe"))
        #expect(first.headers[.cacheControl] == "no-store")
        let second = try await TestServer().send(.get, Self.outbox)
        #expect(second.headers[.contentSecurityPolicy] != policy)
    }

    @Test func `with a control token every page asks for it, and no page before it has the token of forms`()
        async throws
    {
        let server = try TestServer(controlToken: "secret token;1")

        for path in ["/firebreak/", "/firebreak/projects", Self.outbox] {
            let answer = try await server.send(.get, path)
            #expect(answer.status == 401)
            #expect(answer.text.contains(#"<form method="post" action="/firebreak/session">"#))
            #expect(try Self.formToken(answer).isEmpty)
        }
        let wrong = try await server.send(
            .post, "/firebreak/session", headers: Self.form, body: Array("token=other&next=//evil.test".utf8))
        #expect(wrong.status == 401)
        #expect(wrong.headers[.setCookie] == nil)
        #expect(!wrong.text.contains("evil.test"))
    }

    @Test func `the cookie shows pages and reads the control API, and changes nothing by itself`() async throws {
        let server = try TestServer(controlToken: "secret token;1")
        let cookie = try await Self.session(server)
        let reset = "/firebreak/v1/projects/example:reset"

        let page = try await server.send(.get, Self.outbox, headers: [.cookie: "other=1; " + cookie])
        #expect(page.status == 200)
        let read = try await server.send(.get, "/firebreak/v1/projects/example/outbox", headers: [.cookie: cookie])
        #expect(read.status == 200)
        let write = try await server.send(.post, reset, [:], headers: [.cookie: cookie])
        #expect(write.status == 401)

        let token = try Self.formToken(page)
        let name = try Self.name("X-Firebreak-Form-Token")
        let guessed = try await server.send(.post, reset, [:], headers: [.cookie: cookie, name: token + "a"])
        #expect(guessed.status == 401)
        let stranger = try await server.send(.post, reset, [:], headers: [name: token])
        #expect(stranger.status == 401)
        let allowed = try await server.send(.post, reset, [:], headers: [.cookie: cookie, name: token])
        #expect(allowed.status == 200)
    }

    @Test func `the cookie does not tell the control token, nor does it open another server with the same`()
        async throws
    {
        let server = try TestServer(controlToken: "s3cret-control-token")
        let cookie = try await Self.session(server, "s3cret-control-token")

        #expect(!cookie.contains("s3cret"))
        #expect(cookie.hasPrefix("firebreak-"))
        #expect(try await server.send(.get, Self.outbox, headers: [.cookie: cookie]).status == 200)
        let next = try TestServer(controlToken: "s3cret-control-token")
        #expect(try await next.send(.get, Self.outbox, headers: [.cookie: cookie]).status == 401)
        // What it has is not a token either.
        let value = try #require(cookie.split(separator: "=").last)
        let bearer: HTTPFields = [.authorization: "Bearer \(value)"]
        #expect(try await server.send(.get, "/firebreak/v1/info", headers: bearer).status == 401)
        // The cookie of earlier versions was the token.
        let name = try #require(cookie.split(separator: "=").first)
        let old: HTTPFields = [.cookie: "\(name)=s3cret-control-token"]
        #expect(try await server.send(.get, Self.outbox, headers: old).status == 401)
    }

    @Test func `cookies of a wrong value, or of a server on another port, are none`() async throws {
        let server = try TestServer(controlToken: "secret")
        let cookie = try await Self.session(server, "secret")
        let value = try #require(cookie.split(separator: "=").last)

        for other in ["firebreak-1=\(value)", cookie + "x", "firebreak=\(value)", String(value)] {
            let answer = try await server.send(.get, Self.outbox, headers: [.cookie: other])
            #expect(answer.status == 401)
        }
    }

    @Test func `a browser that comes from another site is sent once more, so that its strict cookie comes along`()
        async throws
    {
        let headers: HTTPFields = [
            try Self.name("Sec-Fetch-Site"): "cross-site", try Self.name("Sec-Fetch-Mode"): "navigate",
            try Self.name("Sec-Fetch-Dest"): "document",
        ]
        let path = Self.outbox + "?to=%22%3E%3Cb%3E"
        let answer = try await TestServer(controlToken: "secret").send(.get, path, headers: headers)

        #expect(answer.status == 200)
        #expect(answer.text.contains(#"<meta http-equiv="refresh" content="0; url=\#(path)">"#))
    }

    @Test(arguments: ["", "formToken=", "formToken=guessed"])
    func `a form without the token of this run changes nothing`(body: String) async throws {
        let server = try TestServer(controlToken: "secret")
        let cookie = try await Self.session(server, "secret")
        var headers = Self.form
        headers[.cookie] = cookie

        let answer = try await server.send(
            .post, "/firebreak/session/end", headers: headers, body: Array(body.utf8))
        #expect(answer.status == 403)
        #expect(answer.headers[.setCookie] == nil)
        #expect(answer.text.contains("This form is out of date"))
    }

    @Test func `signing out forgets the control token`() async throws {
        let server = try TestServer(controlToken: "secret")
        let cookie = try await Self.session(server, "secret")
        let page = try await server.send(.get, Self.outbox, headers: [.cookie: cookie])
        var headers = Self.form
        headers[.cookie] = cookie

        let answer = try await server.send(
            .post, "/firebreak/session/end", headers: headers,
            body: Array("formToken=\(try Self.formToken(page))".utf8))
        #expect(answer.status == 303)
        #expect(answer.headers[.setCookie]?.hasSuffix("; Max-Age=0") == true)
    }
}
