import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

@testable import FirebreakHTTP

/// firebreak.md section 7.5.
struct TrustedProxiesTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var headers: KeyValuePairs<String, String>
        var peer: String? = "127.0.0.1"
        /// Scheme, host, client.
        var source: [String?]

        var testDescription: String { "\(headers) from \(peer ?? "nobody")" }
    }

    static let rows: [Row] = [
        // What the nearest proxy says.
        Row(
            headers: ["Forwarded": "for=203.0.113.9;proto=https;host=auth.example.test"],
            source: ["https", "auth.example.test", "203.0.113.9"]),
        Row(
            headers: ["Forwarded": #"For="[2001:db8::9]:4711" ; PROTO=HTTPS ;host="auth.example.test:8443""#],
            source: ["https", "auth.example.test:8443", "2001:db8::9"]),
        Row(headers: ["Forwarded": "for=203.0.113.9:4711"], source: [nil, "inside:9099", "203.0.113.9"]),
        Row(
            headers: ["X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "https", "X-Forwarded-Host": "a.test"],
            source: ["https", "a.test", "203.0.113.9"]),
        Row(headers: ["X-Forwarded-Proto": "https"], source: ["https", "inside:9099", "127.0.0.1"]),
        // What the client itself says is not believed.
        Row(headers: ["X-Forwarded-For": "127.0.0.1, 203.0.113.9"], source: [nil, "inside:9099", "203.0.113.9"]),
        Row(
            headers: ["Forwarded": "for=127.0.0.1;proto=https;host=evil.test, for=203.0.113.9"],
            source: [nil, "inside:9099", "203.0.113.9"]),
        Row(
            headers: ["X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "gopher, http"],
            source: ["http", "inside:9099", "203.0.113.9"]),
        // A chain of proxies, each of which is trusted.
        Row(
            headers: ["X-Forwarded-For": "198.51.100.1, 203.0.113.9, 10.0.0.2", "X-Forwarded-Proto": "https"],
            source: ["https", "inside:9099", "203.0.113.9"]),
        Row(
            headers: ["Forwarded": "for=203.0.113.9;proto=https;host=a.test", "X-Forwarded-For": "198.51.100.7"],
            source: ["https", "a.test", "203.0.113.9"]),
        Row(
            headers: ["Forwarded": "for=203.0.113.9;proto=https;host=a.test, for=10.0.0.2;proto=http;host=b.test"],
            source: ["https", "a.test", "203.0.113.9"]),
        // One that hides its client is the client.
        Row(headers: ["Forwarded": "for=_hidden;proto=https"], source: ["https", "inside:9099", "127.0.0.1"]),
        Row(headers: ["Forwarded": "for=unknown"], source: [nil, "inside:9099", "127.0.0.1"]),
        Row(headers: ["Forwarded": ""], source: [nil, "inside:9099", "127.0.0.1"]),
        Row(headers: ["Forwarded": #"for="203.0.113.9"#], source: [nil, "inside:9099", "203.0.113.9"]),
        Row(headers: ["X-Forwarded-For": ", ,"], source: [nil, "inside:9099", "127.0.0.1"]),
        Row(headers: [:], source: [nil, "inside:9099", "127.0.0.1"]),
        // From elsewhere, nobody is believed.
        Row(
            headers: ["Forwarded": "for=127.0.0.1;proto=https;host=a.test"], peer: "203.0.113.1",
            source: [nil, "inside:9099", "203.0.113.1"]),
        Row(headers: ["X-Forwarded-For": "127.0.0.1"], peer: nil, source: [nil, "inside:9099", nil]),
    ]

    @Test(arguments: rows)
    func `a trusted proxy tells where a request comes from`(row: Row) throws {
        let proxies = try #require(TrustedProxies("loopback,10.0.0.0/8"))
        var fields = HTTPFields()
        for (name, value) in row.headers { fields.append(HTTPField(name: try #require(.init(name)), value: value)) }
        let head = HTTPRequest(method: .get, scheme: "http", authority: "inside:9099", path: "/", headerFields: fields)

        let source = proxies.source(of: head, from: row.peer)

        #expect([source.scheme, source.authority, source.clientIP] == row.source)
    }

    @Test(arguments: ["", "everyone", "10.0.0.0/8,", "loopback;10.0.0.0/8", "10.0.0.0/40"])
    func `a list is of networks`(text: String) { #expect(TrustedProxies(text) == nil) }

    private static let forwarded: HTTPFields = {
        var fields = HTTPFields()
        for (name, value) in [("X-Forwarded-For", "203.0.113.9"), ("X-Forwarded-Proto", "https")] {
            if let name = HTTPField.Name(name) { fields[name] = value }
        }
        return fields
    }()

    private func link(of server: TestServer) async throws -> String {
        let answer = try await server.control(.get, "/outbox/latest/link?to=alice@example.test")
        return String(decoding: answer.body, as: UTF8.self)
    }

    @Test func `links begin with what the client sees`() async throws {
        let server = try TestServer(proxies: try #require(TrustedProxies("loopback")))
        var headers = Self.forwarded
        headers[.contentType] = "application/json"
        let body: JSON = ["requestType": "PASSWORD_RESET", "email": "alice@example.test"]
        _ = try await server.signUp("alice@example.test")
        let sent = try await server.send(
            .post, "/identitytoolkit.googleapis.com/v1/accounts:sendOobCode?key=fake-api-key", headers: headers,
            body: body.bytes, host: "auth.example.test", from: "127.0.0.1")
        #expect(sent.status == 200)

        let link = try await link(of: server)
        #expect(link.hasPrefix("https://auth.example.test/"), "\(link)")
    }

    @Test func `a public URL is the base of links whatever the client sees`() async throws {
        let server = try TestServer(publicHost: "auth.example.test:8443", publicScheme: "https")
        _ = try await server.signUp("alice@example.test")
        let sent = try await server.app(
            "accounts:sendOobCode", ["requestType": "PASSWORD_RESET", "email": "alice@example.test"])
        #expect(sent.status == 200)

        let link = try await link(of: server)
        #expect(link.hasPrefix("https://auth.example.test:8443/"), "\(link)")
    }

    @Test func `a client behind a proxy on this machine is not of this machine`() async throws {
        let server = try TestServer(proxies: try #require(TrustedProxies("loopback")), adminToken: "0wner")
        let path = "/emulator/v1/projects/example/config"

        #expect(try await server.send(.get, path, from: "127.0.0.1").status == 200)
        #expect(try await server.send(.get, path, headers: Self.forwarded, from: "127.0.0.1").status == 401)
        // The journal has the client, not the proxy.
        let calls = try await server.send(.get, "/firebreak/v1/requests?status=401").json["requests"]?.arrayValue
        #expect(calls?.first?["client"]?["ip"] == "203.0.113.9", "\(calls ?? [])")
    }

    @Test func `the host that a proxy tells is looked at as the request's own`() async throws {
        let server = try TestServer(publicHost: "auth.example.test", proxies: try #require(TrustedProxies("loopback")))
        let name = try #require(HTTPField.Name("X-Forwarded-Host"))
        func info(_ host: String) async throws -> Int {
            try await server.send(.get, "/firebreak/v1/info", headers: [name: host], from: "127.0.0.1").status
        }

        #expect(try await info("auth.example.test") == 200)
        #expect(try await info("evil.test") == 403)
    }
}
