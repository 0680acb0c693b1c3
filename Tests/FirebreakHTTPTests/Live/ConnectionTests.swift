import Firebreak
import Testing

/// How connections live and end (RFC 9112), seen from a socket.
@Suite(.timeLimit(.minutes(20)))
struct ConnectionTests {
    private static let signUp = "/identitytoolkit.googleapis.com/v1/accounts:signUp?key=k"
    private static let upgrade =
        "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA\r\n"

    private static func get(_ path: String, _ headers: String = "", version: String = "1.1") -> String {
        "GET \(path) HTTP/\(version)\r\nHost: 127.0.0.1\r\n\(headers)\r\n"
    }

    private static func post(_ headers: String, _ body: String = "", version: String = "1.1") -> String {
        "POST \(signUp) HTTP/\(version)\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n\(headers)\r\n\(body)"
    }

    private static func answers(_ text: String, _ status: String = "") -> Int {
        text.ranges(of: "HTTP/1.1 \(status)").count
    }

    @Test func `an upgrade that is offered is passed over, and the connection goes on`() async throws {
        try await withFirebreak { firebreak in
            let text = try await RawConnection.context(
                firebreak, Self.get("/healthz", Self.upgrade), Self.post(Self.upgrade + "Content-Length: 2\r\n", "{}"),
                Self.get("/healthz", "Connection: Upgrade\r\nUpgrade: websocket\r\n"), Self.get("/healthz"),
                Self.get("/healthz", "Connection: close\r\n"))

            #expect(Self.answers(text, "200") == 5)
            #expect(Self.answers(text) == 5)
        }
    }

    @Test func `an upgrade in the middle of pipelined requests loses none of them`() async throws {
        try await withFirebreak { firebreak in
            let requests =
                Self.get("/healthz", Self.upgrade) + Self.post(Self.upgrade + "Content-Length: 2\r\n", "{}")
                + Self.get("/healthz", Self.upgrade) + Self.get("/healthz", "Connection: close\r\n")

            let text = try await RawConnection.context(firebreak, requests)
            #expect(Self.answers(text, "200") == 4)
        }
    }

    @Test(arguments: [
        "Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n",
        "Transfer-Encoding: chunked\r\n\r\n2\n{}\n0\n\n",
        "Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n{}\r\n0\r\n\r\n",
        "Transfer-Encoding: chunked\r\n\r\n2\r\n{}xx0\r\n\r\n", "Transfer-Encoding: foo\r\n\r\n{}",
        "Transfer-Encoding: gzip, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
        "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
        "Content-Length: 99999999999999999999\r\n\r\n{}", "Content-Length: 9999999999999999999\r\n\r\n{}",
        "Content-Length: -1\r\n\r\n{}", "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
    ])
    func `broken framing is a bad request, the connection's last`(rest: String) async throws {
        try await withFirebreak { firebreak in
            let head = "POST \(Self.signUp) HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
            let text = try await RawConnection.context(firebreak, head + rest)

            #expect(text.hasPrefix("HTTP/1.1 400 "))
            #expect(Self.answers(text) == 1)
            #expect(text.lowercased().contains("connection: close"))
            let summary = try await RawConnection.context(
                firebreak, Self.get("/firebreak/v1/projects", "Connection: close\r\n"))
            #expect(summary.contains(#""projects":[]"#))
        }
    }

    @Test func `a good request before a broken one is answered`() async throws {
        try await withFirebreak { firebreak in
            let text = try await RawConnection.context(
                firebreak, Self.get("/healthz") + Self.post("Content-Length: x\r\n", "{}"))

            #expect(text.hasPrefix("HTTP/1.1 200 "))
            #expect(Self.answers(text, "400") == 1)
        }
    }

    @Test func `HTTP/1.0 is closed after its answer unless it asks to be kept`() async throws {
        try await withFirebreak { firebreak in
            let closed = try await RawConnection.context(firebreak, Self.get("/healthz", version: "1.0"))
            #expect(closed.lowercased().contains("connection: close"))

            let kept = try await RawConnection.context(
                firebreak, Self.get("/healthz", "Connection: keep-alive\r\n", version: "1.0"),
                Self.get("/healthz", version: "1.0"))
            #expect(Self.answers(kept, "200") == 2)
            #expect(kept.lowercased().contains("connection: keep-alive"))
        }
    }

    @Test func `a client that asks before it sends is told to continue`() async throws {
        try await withFirebreak { firebreak in
            let asked = try await RawConnection.context(
                firebreak, Self.post("Expect: 100-continue\r\nContent-Length: 2\r\n"),
                until: { $0.contains("\r\n\r\n") })
            #expect(asked == "HTTP/1.1 100 Continue\r\n\r\n")

            let whole = try await RawConnection.context(
                firebreak, Self.post("Expect: 100-continue\r\nContent-Length: 2\r\n", "{}"),
                Self.get("/healthz", "Connection: close\r\n"))
            #expect(Self.answers(whole, "100") == 1)
            #expect(Self.answers(whole, "200") == 2)
        }
    }

    @Test func `a body that is too large is refused before it is sent, and read for a while only`() async throws {
        var configuration = EmulatorConfiguration()
        configuration.maxBodyBytes = 1000
        try await withFirebreak(configuration: configuration) { firebreak in
            let asked = try await RawConnection.context(
                firebreak, Self.post("Expect: 100-continue\r\nContent-Length: 1000000\r\n"),
                until: { $0.contains("entity.too.large") })
            #expect(asked.hasPrefix("HTTP/1.1 413 "))
            #expect(asked.lowercased().contains("connection: close"))

            // An answer that comes before the body keeps the connection where little is to come.
            for (length, isKept) in [(65_536, true), (65_537, false)] {
                let head = "POST /no/such HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: \(length)\r\n\r\n"
                let early = try await RawConnection.context(firebreak, head, until: { $0.contains("\r\n\r\n") })
                #expect(early.hasPrefix("HTTP/1.1 404 "))
                #expect(early.lowercased().contains("connection: close") != isKept)
            }

            // All of it is sent before anything is read: the answer must still be there.
            let sent = try await RawConnection.context(
                firebreak, Self.post("Content-Length: 500000\r\n", String(repeating: " ", count: 500_000)))
            #expect(sent.hasPrefix("HTTP/1.1 413 "))
        }
    }
}
