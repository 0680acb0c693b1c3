import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// The console's page of one call.
@Suite(.timeLimit(.minutes(20)))
struct RequestPageTests {
    private static let path = "/firebreak/projects/example/requests"

    private func page(_ server: TestServer, _ rest: String = "/1") async throws -> String {
        let answer = try await server.send(.get, Self.path + rest)
        #expect(answer.status == 200)
        return answer.text
    }

    private func command(_ server: TestServer, _ rest: String = "/1") async throws -> String {
        let answer = try await server.send(.get, Self.path + rest + "/curl")
        #expect(answer.status == 200)
        #expect(answer.headers[.contentType] == "text/plain; charset=utf-8")
        return answer.text
    }

    @Test func `a call shows its facts and both bodies without secrets`() async throws {
        let server = try TestServer()
        let answer = try await server.send(
            .post, "/identitytoolkit.googleapis.com/v1/accounts:signUp?key=fake-api-key",
            ["email": "alice@example.test", "password": "correct-horse", "returnSecureToken": true],
            headers: [.userAgent: "tests/1", .origin: "http://localhost:5173"])
        let id = try #require(answer.string("localId"))
        let text = try await page(server)

        for words in [
            #"<h1 class="mono">accounts.signUp</h1>"#, "tests/1", "http://localhost:5173", "App, with an API key",
            "POST /identitytoolkit.googleapis.com/v1/accounts:signUp?key=&lt;apiKey&gt;",
            #"<a class="mono" href="/firebreak/projects/example/accounts/\#(id)">\#(id)</a>"#,
            "<b>&quot;password&quot;</b>: &quot;&lt;password&gt;&quot;",
            "<b>&quot;idToken&quot;</b>: &quot;&lt;idToken&gt;&quot;", "fill in <code>&lt;password&gt;</code> first.",
            #"href="/firebreak/v1/projects/example/requests?after=0&amp;limit=1""#,
        ] { #expect(text.contains(words), "\(words)") }
        #expect(!text.contains("correct-horse"))
        let source = try await server.control(.get, "/requests?after=0&limit=1")
        #expect(source["requests"]?.arrayValue?.first?["seq"] == 1)
    }

    @Test func `a refusal shows its reason, the command that changes it, and the catalogue's words`() async throws {
        let server = try TestServer()
        let call: JSON = [
            "requestType": "EMAIL_SIGNIN", "email": "bob@example.test", "continueUrl": "http://elsewhere.test/",
        ]
        _ = try await server.app("accounts:sendOobCode", call)
        let text = try await page(server)

        for words in [
            "elsewhere.test is not in <code>authorizedDomains</code> of the project&#39;s configuration",
            "<h3>This command adds it</h3>", "curl -X PATCH", "-H &#39;Authorization: Bearer owner&#39;",
            "demo-a.web.app".replacing("demo-a", with: "example"),
            #"href="/firebreak/projects/example/settings/domains#domain""#,
            #"<a class="mono" href="/firebreak/errors/UNAUTHORIZED_DOMAIN">UNAUTHORIZED_DOMAIN</a>"#,
            "UNAUTHORIZED_DOMAIN : Domain not allowlisted by project", "Add the host to <code>authorizedDomains</code>",
        ] { #expect(text.contains(words), "\(words)") }
    }

    @Test func `a page whose call the journal has no more is told so`() async throws {
        for (server, words) in [
            (try TestServer(), "does not have the call of that page any more"),
            (try TestServer(journal: 0), "keeps no journal"),
        ] {
            _ = try await server.app("accounts:signUp")
            for reference in ["none", "1", "%20", String(repeating: "a", count: 22)] {
                let answer = try await server.send(
                    .get, "/firebreak/requests/of/\(reference)", headers: [.accept: "text/html"])
                #expect(answer.status == 404)
                #expect(answer.text.contains(words), "\(answer.text)")
            }
        }
    }

    @Test func `of many errors with one code the answer's is shown`() async throws {
        let server = try TestServer()
        _ = try await server.app("accounts:signUp", ["email": ["a": 1]])
        _ = try await server.app("accounts:lookup", ["idToken": "none"])
        let typed = try await page(server)
        let answer = try await server.control(.get, "/requests?after=0&limit=1")
        let message = try #require(
            answer["requests"]?.arrayValue?.first?[path: "response.error.message"]?.stringValue)

        #expect(message.hasPrefix("Invalid JSON payload received. /email must be"))
        #expect(typed.contains("a member is of another type than the method declares"))
        #expect(try await page(server, "/2").contains("/firebreak/errors/INVALID_ID_TOKEN"))
    }

    @Test func `an error that the catalogue does not have leads nowhere`() async throws {
        let server = try TestServer()
        let body: JSON = ["error": ["message": "MY_OWN_CODE"]]
        let fault = try await server.control(
            .post, "/faults", ["on": "accounts.signUp", "status": 418, "body": .string(body.text)])
        let id = try #require(fault.string("id"))
        _ = try await server.app("accounts:signUp")
        let text = try await page(server)

        #expect(text.contains("MY_OWN_CODE"))
        #expect(!text.contains("/firebreak/errors/"))
        #expect(text.contains(#"<a class="mono" href="/firebreak/projects/example/state/faults#\#(id)">\#(id)</a>"#))
        #expect(text.contains("curl -X DELETE http://127.0.0.1:9099/firebreak/v1/projects/example/faults/\(id)"))
        // It took the one call that it was for: the next one gets through.
        #expect(text.contains(", and has nothing left</del>"))
    }

    @Test func `a request can not pass its own words off as the command`() async throws {
        let server = try TestServer(rules: ["providers": "configured"])
        let hostile = "x`; `DELETE /firebreak/v1/projects/example` adds it."
        _ = try await server.app(
            "accounts:signInWithIdp",
            [
                "postBody": .string("providerId=\(FormURLEncoding.encode(hostile))&id_token=%7B%22sub%22:%221%22%7D"),
                "requestUri": "http://localhost", "returnSecureToken": true,
            ])
        let text = try await page(server)

        #expect(text.contains("Rule <code>providers</code> is <code>configured</code>"))
        #expect(text.contains("curl -X PATCH http://127.0.0.1:9099/firebreak/v1/projects/example/rules"))
        #expect(!text.contains("curl -X DELETE"))
    }

    @Test func `its account is found by address, and is not where it was deleted`() async throws {
        let server = try TestServer()
        let id = try #require(await server.signUp("alice@example.test").string("localId"))
        _ = try await server.app(
            "accounts:sendOobCode", ["requestType": "PASSWORD_RESET", "email": "alice@example.test"])
        let before = try await page(server, "/2")
        #expect(before.contains(#"href="/firebreak/projects/example/accounts/\#(id)""#))
        #expect(before.contains("Password reset</a> to alice@example.test"))

        _ = try await server.admin("accounts:delete", ["localId": .string(id)])
        _ = try await server.control(.delete, "/outbox")
        let after = try await page(server, "/2")
        #expect(!after.contains("/accounts/\(id)\""))
        #expect(after.contains("1 of 1 are not listed"))
        #expect(try await page(server, "/1").contains("not there any more"))
    }

    @Test func `an account of a tenant is found in its tenant`() async throws {
        let server = try TestServer()
        let tenant = try await server.makeTenant()
        let signUp = try await server.app(
            "accounts:signUp",
            ["email": "alice@example.test", "password": "correct-horse", "tenantId": .string(tenant)])
        let id = try #require(signUp.string("localId"))
        let calls = try await server.control(.get, "/requests?operation=accounts.signUp")
        let seq = try #require(calls["requests"]?.arrayValue?.first?["seq"]?.integerValue)
        let text = try await page(server, "/\(seq)")

        #expect(text.contains(#"href="/firebreak/projects/example/accounts/\#(id)?tenant=\#(tenant)""#))
    }

    @Test func `calls lead to those beside them, by the filter of the list`() async throws {
        let server = try TestServer()
        for name in ["signUp", "lookup", "signUp", "lookup", "signUp"] { _ = try await server.app("accounts:\(name)") }
        let all = try await page(server, "/3")
        #expect(all.contains(#"href="/firebreak/projects/example/requests/4">Newer</a>"#))
        #expect(all.contains(#"href="/firebreak/projects/example/requests/2">Older</a>"#))

        let filter = "?operation=accounts.signUp"
        let some = try await page(server, "/3" + filter)
        #expect(some.contains("requests/5\(filter)\">Newer</a>"))
        #expect(some.contains("requests/1\(filter)\">Older</a>"))
        let last = try await page(server, "/5" + filter)
        #expect(!last.contains(">Newer</a>"))
    }

    @Test(arguments: ["0", "2", "-1", "x", "9223372036854775807", "99999999999999999999", "%3Cb%3E"])
    func `a call that there is not is not found`(seq: String) async throws {
        let server = try TestServer()
        _ = try await server.app("accounts:signUp")

        for path in [Self.path, "/firebreak/requests"] {
            for rest in ["", "/curl"] {
                let answer = try await server.send(.get, "\(path)/\(seq)\(rest)")
                #expect(answer.status == 404, "\(path)")
                #expect(!answer.text.contains("<b>"))
            }
        }
    }

    // MARK: Weight

    @Test func `a call with large and hostile bodies transfers less than 150 KB`() async throws {
        let server = try TestServer()
        let text = String(repeating: #"'"<&>"#, count: 20_000)
        let many = JSON.array([JSON](repeating: ["a": 1], count: 20_000))
        let deep = (0..<60).reduce(many) { value, _ in ["nested": value] }
        let bodies: [JSON] = [["displayName": .string(text)], ["displayName": many], deep]
        for body in bodies {
            _ = try await server.send(
                .post, "/identitytoolkit.googleapis.com/v1/accounts:signUp?key=fake-api-key&x=\(text.prefix(8000))",
                body, headers: [.userAgent: String(text.prefix(8000)), .origin: String(text.prefix(8000))])
        }
        for seq in 1...3 {
            let shown = try await page(server, "/\(seq)")
            #expect(shown.utf8.count < 120_000, "\(shown.utf8.count)")
            #expect(shown.contains("The journal kept only the beginning of"))
        }
    }
}
