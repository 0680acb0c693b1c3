import NIOHTTP1
import Testing

@testable import FirebreakHTTP

/// RFC 9112, sections 6 and 7; RFC 9110, sections 7.8 and 10.1.1.
struct RequestFramingTests {
    private func framing(
        _ headers: [(String, String)], _ method: HTTPMethod = .POST, _ version: HTTPVersion = .http1_1
    ) throws -> RequestFraming {
        try RequestFraming(
            HTTPRequestHead(
                version: version, method: method, uri: "/", headers: HTTPHeaders([("Host", "localhost")] + headers)))
    }

    private func target(_ uri: String, _ hosts: [String], _ version: HTTPVersion = .http1_1) throws -> RequestFraming {
        try RequestFraming(
            HTTPRequestHead(version: version, method: .GET, uri: uri, headers: HTTPHeaders(hosts.map { ("hOST", $0) })))
    }

    @Test(
        arguments: [
            ("/a?b=c", "localhost:1", "localhost:1", "/a?b=c"), ("*", "localhost", "localhost", "*"),
            ("/", "", "", "/"),
            ("http://localhost:1/a?b=c", "localhost:1", "localhost:1", "/a?b=c"),
            ("HTTP://LocalHost/a", "localhost:80", "LocalHost", "/a"),
            ("https://a.test:443/", "a.test", "a.test:443", "/"),
            ("http://localhost?x=1", "localhost", "localhost", "/?x=1"),
            ("http://localhost", "localhost", "localhost", "/"),
            ("http://[::1]:9/a", "[::1]:9", "[::1]:9", "/a"),
        ])
    func `a target has a path, and an authority that Host repeats`(
        uri: String, host: String, authority: String, path: String
    ) throws {
        let framing = try target(uri, [host])
        #expect(framing.authority == authority)
        #expect(framing.path == path)
    }

    /// RFC 9112 section 3.2.
    @Test(
        arguments: [
            ("/", []), ("/", ["localhost", "localhost"]), ("/", ["localhost", "evil.test"]), ("http://localhost/", []),
            ("http://localhost/", ["evil.test"]), ("http://localhost:1/", ["localhost"]), ("http://localhost/", [""]),
            ("https://localhost/", ["localhost:80"]), ("http://user@localhost/", ["localhost"]),
            ("http:///a", ["localhost"]), ("http://a b/", ["a b"]), ("ftp://localhost/", ["localhost"]),
            ("http://localhost:x/", ["localhost:x"]), ("localhost/a", ["localhost"]),
        ] as [(String, [String])])
    func `hosts that contradict each other are refused, and none`(uri: String, hosts: [String]) {
        #expect(throws: RequestFraming.Refusal.self) { try target(uri, hosts) }
    }

    @Test func `HTTP/1.0 needs no host`() throws {
        #expect(try target("/", [], .http1_0).authority == nil)
        #expect(try target("http://localhost/a", [], .http1_0).authority == "localhost")
        #expect(throws: RequestFraming.Refusal.self) { try target("/", ["a", "b"], .http1_0) }
    }

    @Test(
        arguments: [
            ([], 0), ([("content-length", "0")], 0), ([("Content-LENGTH", "9223372036854775807")], Int.max),
            ([("Content-Length", "12"), ("Content-Length", "12")], 12), ([("Transfer-Encoding", "Chunked")], nil),
        ] as [([(String, String)], Int?)])
    func `a body has a length or is chunked`(headers: [(String, String)], length: Int?) throws {
        #expect(try framing(headers).bodyLength == length)
    }

    @Test(arguments: [
        [("content-length", "9223372036854775808")], [("content-length", "99999999999999999999")],
        [("content-length", "-1")], [("content-length", "+1")], [("content-length", "")], [("content-length", "1, 1")],
        [("content-length", "0x10")], [("content-length", "1"), ("content-length", "2")],
        [("transfer-encoding", "foo")], [("transfer-encoding", "gzip, chunked")],
        [("transfer-encoding", "chunked"), ("transfer-encoding", "chunked")],
        [("transfer-encoding", "chunked"), ("content-length", "5")],
        [("content-length", "5"), ("transfer-encoding", "chunked")],
    ])
    func `framing that one would have to guess about is refused`(headers: [(String, String)]) {
        #expect(throws: RequestFraming.Refusal.self) { try framing(headers) }
    }

    @Test func `a client may ask before it sends a body, in HTTP/1.1`() throws {
        let headers = [("Expect", "100-Continue"), ("Content-Length", "1")]

        #expect(try framing(headers).expectsContinue)
        #expect(try framing(headers, .POST, .http1_0).expectsContinue == false)
        #expect(try framing([("Expect", "the-unexpected")]).expectsContinue == false)
        #expect(try framing([]).expectsContinue == false)
    }

    @Test func `an upgrade is offered by a header or by CONNECT`() throws {
        #expect(try framing([("upgrade", "h2c")]).offersUpgrade)
        #expect(try framing([], .CONNECT).offersUpgrade)
        #expect(try framing([("Connection", "keep-alive")]).offersUpgrade == false)
        #expect(try framing([]).offersUpgrade == false)
    }
}
