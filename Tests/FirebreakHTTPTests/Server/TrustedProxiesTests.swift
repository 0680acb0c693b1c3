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
        var isLocal = false

        var testDescription: String { "\(headers) from \(peer ?? "nobody")" }
    }

    private static let connection: [String?] = [nil, "inside:9099", "127.0.0.1"]

    private static func client(_ address: String) -> [String?] { [nil, "inside:9099", address] }

    private func source(_ row: Row, _ header: TrustedProxies.Header) throws -> RequestSource {
        let proxies = try #require(TrustedProxies("loopback,10.0.0.0/8", in: header))
        var fields = HTTPFields()
        for (name, value) in row.headers { fields.append(HTTPField(name: try #require(.init(name)), value: value)) }
        let head = HTTPRequest(method: .get, scheme: "http", authority: "inside:9099", path: "/", headerFields: fields)
        return proxies.source(of: head, from: row.peer)
    }

    private func check(_ row: Row, _ header: TrustedProxies.Header) throws {
        let source = try source(row, header)
        #expect([source.scheme, source.authority, source.clientIP] == row.source)
        #expect(source.isLocal == row.isLocal)
    }

    static let ofForwarded: [Row] = [
        // What the nearest proxy says.
        Row(
            headers: ["Forwarded": "for=203.0.113.9;proto=https;host=auth.example.test"],
            source: ["https", "auth.example.test", "203.0.113.9"]),
        Row(
            headers: ["Forwarded": #"For="[2001:db8::9]:4711" ; PROTO=HTTPS ;host="auth.example.test:8443""#],
            source: ["https", "auth.example.test:8443", "2001:db8::9"]),
        Row(headers: ["forwarded": "for=203.0.113.9:4711"], source: client("203.0.113.9")),
        Row(headers: ["Forwarded": #"for="203.0.113.9:_port""#], source: client("203.0.113.9")),
        Row(headers: ["Forwarded": #"for="\2\0\3.0.113.9""#], source: client("203.0.113.9")),
        // What the client itself says is not believed, on a line of its own neither.
        Row(
            headers: ["Forwarded": "for=127.0.0.1;proto=https;host=evil.test, for=203.0.113.9"],
            source: client("203.0.113.9")),
        Row(
            headers: ["Forwarded": "for=127.0.0.1;host=evil.test", "FORWARDED": "for=203.0.113.9"],
            source: client("203.0.113.9")),
        Row(headers: ["Forwarded": #"for=127.0.0.1;host="a, for=b", for=203.0.113.9"#], source: client("203.0.113.9")),
        Row(headers: ["Forwarded": "for=127.0.0.1,\u{301}for=203.0.113.9"], source: connection),
        // A chain of proxies, each of which is trusted.
        Row(
            headers: ["Forwarded": "for=203.0.113.9;proto=https;host=a.test, for=10.0.0.2;proto=http;host=b.test"],
            source: ["https", "a.test", "203.0.113.9"]),
        // A client that hides, or that cannot be read, is nobody of this machine.
        Row(headers: ["Forwarded": "for=_hidden;proto=https"], source: ["https", "inside:9099", "127.0.0.1"]),
        Row(headers: ["Forwarded": "for=unknown"], source: connection),
        Row(headers: ["Forwarded": ""], source: connection), Row(headers: ["Forwarded": ","], source: connection),
        Row(headers: ["Forwarded": "for=203.0.113.9,"], source: connection),
        Row(headers: ["Forwarded": "for=1.2.3.4;for=203.0.113.9"], source: connection),
        Row(headers: ["Forwarded": #"for=a"b";host=evil.test"#], source: connection),
        // What a stranger began is not read on into what the proxy appended.
        Row(headers: ["Forwarded": #"for=198.51.100.1;host="evil.test, for=203.0.113.9"#], source: connection),
        // An address is never this machine's.
        Row(headers: ["Forwarded": #"for="[::1]""#], source: client("::1")),
        Row(headers: ["Forwarded": "for=127.0.0.1"], source: client("127.0.0.1")),
        // The other kind is not read.
        Row(
            headers: [
                "X-Forwarded-For": "198.51.100.7", "X-Forwarded-Host": "evil.test", "X-Forwarded-Proto": "https",
            ],
            source: connection),
        Row(
            headers: ["Forwarded": "for=203.0.113.9", "X-Forwarded-For": "198.51.100.7", "X-Forwarded-Host": "x.test"],
            source: client("203.0.113.9")),
    ]

    @Test(arguments: ofForwarded)
    func `a trusted proxy tells where a request comes from by Forwarded`(row: Row) throws { try check(row, .forwarded) }

    static let ofXForwardedFor: [Row] = [
        Row(
            headers: ["X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "https", "X-Forwarded-Host": "a.test"],
            source: ["https", "a.test", "203.0.113.9"]),
        Row(headers: ["X-Forwarded-Proto": "https"], source: ["https", "inside:9099", "127.0.0.1"]),
        Row(headers: ["X-Forwarded-For": "127.0.0.1, 203.0.113.9"], source: client("203.0.113.9")),
        Row(
            headers: ["X-Forwarded-For": "127.0.0.1", "x-forwarded-for": "203.0.113.9"], source: client("203.0.113.9")),
        Row(headers: ["X-Forwarded-For": "203.0.113.9:4711"], source: client("203.0.113.9")),
        Row(headers: ["X-Forwarded-For": "[2001:db8::9]:4711"], source: client("2001:db8::9")),
        Row(headers: ["X-Forwarded-For": "2001:db8::9"], source: client("2001:db8::9")),
        Row(
            headers: ["X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "gopher, http"],
            source: ["http", "inside:9099", "203.0.113.9"]),
        // A chain of proxies, each of which is trusted, also as addresses mapped into IPv6.
        Row(
            headers: ["X-Forwarded-For": "198.51.100.1, 203.0.113.9, 10.0.0.2", "X-Forwarded-Proto": "https"],
            source: ["https", "inside:9099", "203.0.113.9"]),
        Row(headers: ["X-Forwarded-For": "203.0.113.9, ::ffff:10.0.0.2"], source: client("203.0.113.9")),
        // Nobody of this machine.
        Row(headers: [:], source: connection), Row(headers: ["X-Forwarded-For": ""], source: connection),
        Row(headers: ["X-Forwarded-For": ", ,"], source: connection),
        Row(headers: ["X-Forwarded-For": "203.0.113.9,"], source: connection),
        Row(headers: ["X-Forwarded-For": "unknown"], source: connection),
        Row(headers: ["X-Forwarded-For": "203.0.113.9 evil"], source: connection),
        Row(headers: ["X-Forwarded-For": "10.0.0.2:evil"], source: connection),
        Row(headers: ["X-Forwarded-For": "127.0.0.1"], source: client("127.0.0.1")),
        Row(headers: ["X-Forwarded-For": "::1, 127.0.0.1"], source: client("::1")),
        Row(headers: ["X-Forwarded-For": "::ffff:127.0.0.1"], source: client("::ffff:127.0.0.1")),
        // The other kind is not read, although it is the newer one.
        Row(headers: ["Forwarded": "for=127.0.0.1;proto=https;host=evil.test"], source: connection),
        Row(
            headers: ["Forwarded": "for=127.0.0.1;proto=https;host=evil.test", "X-Forwarded-For": "203.0.113.9"],
            source: client("203.0.113.9")),
        Row(headers: ["Forwarded": "for=unknown", "X-Forwarded-For": "203.0.113.9"], source: client("203.0.113.9")),
        // From elsewhere, nobody is believed.
        Row(
            headers: ["X-Forwarded-For": "127.0.0.1", "X-Forwarded-Host": "a.test"], peer: "203.0.113.1",
            source: client("203.0.113.1")),
        Row(headers: ["X-Forwarded-For": "203.0.113.9"], peer: nil, source: [nil, "inside:9099", nil], isLocal: true),
    ]

    @Test(arguments: ofXForwardedFor)
    func `a trusted proxy tells where a request comes from by X-Forwarded-For`(row: Row) throws {
        try check(row, .xForwardedFor)
    }

    @Test(arguments: [("127.0.0.1", true), ("::1", true), ("::ffff:127.0.0.1", true), ("10.0.0.1", false)])
    func `without proxies the connection tells who is on this machine`(peer: String, isLocal: Bool) {
        let head = HTTPRequest(method: .get, scheme: "http", authority: "inside", path: "/")
        #expect(TrustedProxies().source(of: head, from: peer).isLocal == isLocal)
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

        // A proxy that says nothing, or that somebody told it to be this machine, neither.
        for client in [nil, "203.0.113.9", "127.0.0.1", "::1", "unknown", ""] {
            var headers = HTTPFields()
            headers[try #require(HTTPField.Name("X-Forwarded-For"))] = client
            #expect(try await server.send(.get, path, headers: headers, from: "127.0.0.1").status == 401)
        }
        #expect(try await server.send(.get, path).status == 200)
        #expect(try await server.send(.get, path, headers: Self.forwarded, from: "127.0.0.1").status == 401)
        // The journal has the client, not the proxy.
        let calls = try await server.send(.get, "/firebreak/v1/requests?status=401&order=desc").json["requests"]?
            .arrayValue
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
