import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// The command that repeats a call: whatever the call contains, it is one command, and the same call. A test in
/// `Tests/Conformance/test_console_requests.py` has a shell run it.
@Suite(.timeLimit(.minutes(20)))
struct CurlCommandTests {
    private static let toolkit = "/identitytoolkit.googleapis.com/v1/"

    private func command(_ server: TestServer) async throws -> String {
        let calls = try await server.send(.get, "/firebreak/v1/requests?order=desc&limit=1")
        let id = try #require(calls["requests"]?.arrayValue?.first?["id"]?.integerValue)
        let project = calls["requests"]?.arrayValue?.first?["project"]?.stringValue
        let place = project.map { "/firebreak/projects/\($0)" } ?? "/firebreak"
        let seq = calls["requests"]?.arrayValue?.first?["seq"]?.integerValue ?? id
        return try await server.send(.get, "\(place)/requests/\(project == nil ? id : seq)/curl").text
    }

    private func key(_ server: TestServer) async throws -> String {
        let keys = try await server.control(.get, "/apiKeys")
        return try #require(keys["apiKeys"]?.arrayValue?.first?["key"]?.stringValue)
    }

    @Test(
        arguments: [
            ("plain", #"'{"displayName":"plain"}'"#), ("it's", #"'{"displayName":"it'\''s"}'"#),
            // To a string, an accent makes another character of the quote; to a shell, it does not.
            ("'\u{301}; touch x", "'{\"displayName\":\"'\\''\u{301}; touch x\"}'"),
            // Of two backslashes, fish would take the first for an escape.
            ("$(touch x) `touch x` !! \\", #"'{"displayName":"$(touch x) `touch x` !! '\\'\"}'"#),
            ("a\nb\u{1B}[201~\u{7F}\u{9B}", #"'{"displayName":"a\nb\u001b[201~\u007f\u009b"}'"#),
            ("\u{202E}txt.exe\u{2066}\u{E0041}", #"'{"displayName":"\u202etxt.exe\u2066\udb40\udc41"}'"#),
            ("@/etc/passwd", #"'{"displayName":"@/etc/passwd"}'"#), ("'''", #"'{"displayName":"'\'''\'''\''"}'"#),
        ])
    func `a body is one word, and says the same`(name: String, expected: String) async throws {
        let server = try TestServer()
        _ = try await server.app("accounts:signUp", ["displayName": .string(name)])
        let key = try await self.key(server)
        let url = "http://127.0.0.1:9099\(Self.toolkit)accounts:signUp?key=\(key)"

        #expect(
            try await command(server) == """
                curl -X POST '\(url)' \\
                  -H 'Content-Type: application/json' \\
                  --data-raw \(expected)

                """)
        let quoted = Array(expected.utf8.dropFirst().dropLast())
        let unescaped = quoted.replacing(Array(#"'\\'"#.utf8), with: Array(#"\"#.utf8))
        let json = try JSON(parsing: unescaped.replacing(Array(#"'\''"#.utf8), with: Array("'".utf8)))
        #expect(json["displayName"]?.stringValue == name)
    }

    @Test func `an admin's call has a token, and one that only reads has no method`() async throws {
        let server = try TestServer()
        _ = try await server.send(
            .get, "\(Self.toolkit)projects/example/accounts:batchGet?maxResults=1",
            headers: [.authorization: "Bearer owner"])

        #expect(
            try await command(server) == """
                curl 'http://127.0.0.1:9099\(Self.toolkit)projects/example/accounts:batchGet?maxResults=1' \\
                  -H 'Authorization: Bearer owner'

                """)
    }

    @Test func `a key that came as a header goes as one`() async throws {
        let server = try TestServer()
        let name = try #require(HTTPField.Name("X-Goog-Api-Key"))
        _ = try await server.send(.post, "\(Self.toolkit)accounts:signUp", [:], headers: [name: "fake-api-key"])

        let key = try await self.key(server)
        #expect(try await command(server).contains("-H 'X-Goog-Api-Key: \(key)'"))
    }

    @Test func `a form is a form, and its secrets stay readable`() async throws {
        let server = try TestServer()
        _ = try await server.send(
            .post, "/securetoken.googleapis.com/v1/token?key=fake-api-key",
            headers: [.contentType: "application/x-www-form-urlencoded"],
            body: Array("grant_type=refresh_token&refresh_token=a-long-secret&note=%27%26%3Ca%3E1&note=2".utf8))

        let text = try await command(server)
        #expect(text.contains("-H 'Content-Type: application/x-www-form-urlencoded'"))
        #expect(
            text.contains(
                "--data-raw 'grant_type=refresh_token&refresh_token=<refreshToken>&note=%27%26%3Ca%3E1&note=2'"))
    }

    @Test(
        arguments: [
            ("/a'b;$(x)|y", "curl 'http://127.0.0.1:9099/a'\\''b;$(x)|y'\n"),
            ("/a/[1-9]{b,c}", "curl --globoff 'http://127.0.0.1:9099/a/[1-9]{b,c}'\n"),
            ("/a/../b#c", "curl --path-as-is http://127.0.0.1:9099/a/../b%23c\n"),
            ("//evil.test/x", "curl http://127.0.0.1:9099//evil.test/x\n"),
            ("/@evil.test?a=\"b\"", "curl 'http://127.0.0.1:9099/@evil.test?a=%22b%22'\n"),
            ("/a?oobCode=secret-code&b", "curl 'http://127.0.0.1:9099/a?oobCode=<oobCode>&b'\n"),
        ])
    func `a path is one word of the same server`(path: String, expected: String) async throws {
        let server = try TestServer()
        _ = try await server.send(.get, path)

        #expect(try await command(server) == expected)
    }

    @Test func `a body that the journal cannot read is left out`() async throws {
        let server = try TestServer()
        _ = try await server.send(
            .post, "\(Self.toolkit)accounts:signUp?key=fake-api-key", headers: [.contentType: "application/json"],
            body: Array("{'not json".utf8))

        #expect(try await !command(server).contains("--data-raw"))
        let page = try await server.send(.get, "/firebreak/requests/1").text
        #expect(page.contains("The body is neither JSON nor a form, and was not kept."))
    }
}
