import NIOHTTP1
import Testing

@testable import FirebreakHTTP

/// RFC 9112, sections 6 and 7; RFC 9110, sections 7.8 and 10.1.1.
struct RequestFramingTests {
    private func framing(
        _ headers: [(String, String)], _ method: HTTPMethod = .POST, _ version: HTTPVersion = .http1_1
    ) throws -> RequestFraming {
        try RequestFraming(
            HTTPRequestHead(version: version, method: method, uri: "/", headers: HTTPHeaders(headers)))
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
    }
}
