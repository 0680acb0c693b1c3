import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@testable import FirebreakHTTP

struct RequestMemoryTests {
    @Test func `what is held together is bounded, and comes back`() {
        let memory = RequestMemory(limit: 100)
        var first: RequestMemory.Reservation? = memory.reserve()
        let second = memory.reserve()

        #expect(first?.grow(by: 60) == true)
        #expect(!second.grow(by: 41))
        #expect(second.grow(by: 40))
        #expect(first?.grow(by: 1) == false)
        first = nil
        #expect(second.grow(by: 60))
        // What exists already counts, and is never refused.
        second.note(500)
        #expect(!memory.reserve().grow(by: 1))
    }

    @Test func `a text is taken for as many values as its separators say, up to the parser's limit`() {
        let empty = RequestMemory.parsedSize(of: ByteBuffer(), atMost: 100)

        #expect(RequestMemory.parsedSize(of: ByteBuffer(string: "[0,0,0]"), atMost: 100) == 4 * empty)
        #expect(RequestMemory.parsedSize(of: ByteBuffer(string: #"{"a":{"b":[1,2]}}"#), atMost: 100) == 7 * empty)
        #expect(
            RequestMemory.parsedSize(of: ByteBuffer(string: String(repeating: ",", count: 500)), atMost: 100)
                == 100 * empty)
        let field = RequestMemory.parsedSize(of: ByteBuffer(), atMost: 100, isForm: true)
        #expect(field > 0)
        #expect(RequestMemory.parsedSize(of: ByteBuffer(string: "a=1&b.c=2"), atMost: 1, isForm: true) == 3 * field)
    }

    @Test func `a request that would need more than there is gets 503, in its API's envelope, and others go on`()
        async throws
    {
        for profile in [Profile.local, .production] {
            let server = try TestServer(profile, requestMemory: RequestMemory(limit: 1 << 20))
            let body = "{\"users\":[" + Array(repeating: "{}", count: 20_000).joined(separator: ",") + "]}"
            let path = "/identitytoolkit.googleapis.com/v1/projects/example/accounts:batchCreate"

            let answer = try await server.send(
                .post, path, headers: [.contentType: "application/json", .authorization: "Bearer owner"],
                body: Array(body.utf8))

            #expect(answer.status == 503)
            #expect(answer.json[path: "error.status"] == "UNAVAILABLE")
            #expect(answer.message?.hasPrefix("UNAVAILABLE : ") == true)
            #expect(try await server.signUp("a@example.test").status == 200)
        }
    }

    @Test func `a query is taken for as many parameters as it has, once it is long`() {
        let many = String(repeating: "a&", count: 1000)
        let one = String(repeating: "a", count: 2000)

        #expect(RequestMemory.parsedSize(ofQuery: "a=1&b=2") == 0)
        let size = RequestMemory.parsedSize(ofQuery: one[...])
        #expect(size > 0)
        #expect(RequestMemory.parsedSize(ofQuery: many[...]) == 1001 * size)
    }

    @Test func `a query that would need more than there is gets 503`() async throws {
        let server = try TestServer(requestMemory: RequestMemory(limit: 1 << 20))
        let path = "/identitytoolkit.googleapis.com/v1/projects?key=k"

        #expect(try await server.send(.get, path + String(repeating: "&a", count: 10_000)).status == 503)
        #expect(try await server.send(.get, path + String(repeating: "&a", count: 1000)).status == 200)
    }

    // MARK: Heads

    /// A connection behind which nobody answers.
    private static func connection(_ memory: RequestMemory) throws -> EmbeddedChannel {
        let channel = EmbeddedChannel()
        try HTTP1ConnectionHandler.install(in: channel, maximumBody: 1 << 20, secure: false, heads: memory)
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        return channel
    }

    /// How many bytes of a memory are free.
    private static func free(_ memory: RequestMemory, of limit: Int) -> Int {
        let reservation = memory.reserve()
        var (low, high) = (0, limit)
        while low < high {
            let middle = (low + high + 1) / 2
            if reservation.grow(by: middle) {
                reservation.shrink(by: middle)
                low = middle
            } else {
                high = middle - 1
            }
        }
        return low
    }

    private static let limit = 1_000_000
    private static let padding = String(repeating: "x", count: 30_000)

    private static func send(_ text: String, on channel: EmbeddedChannel) throws {
        try channel.writeInbound(ByteBuffer(string: text))
    }

    @Test func `a head counts while it is incomplete and until its request is answered`() throws {
        let memory = RequestMemory(limit: Self.limit)
        let channel = try Self.connection(memory)

        try Self.send("GET /?\(Self.padding) HTTP/1.1\r\n", on: channel)
        #expect((60_000...61_000).contains(Self.limit - Self.free(memory, of: Self.limit)))
        try Self.send("X-A: \(Self.padding)\r\n", on: channel)
        #expect((120_000...121_000).contains(Self.limit - Self.free(memory, of: Self.limit)))
        try Self.send("Host: localhost\r\n\r\n", on: channel)
        #expect((120_000...121_000).contains(Self.limit - Self.free(memory, of: Self.limit)))
        channel.write(HTTPResponsePart.head(HTTPResponse(status: .ok)), promise: nil)
        channel.write(HTTPResponsePart.end(nil), promise: nil)
        #expect(Self.free(memory, of: Self.limit) == Self.limit)
        _ = try channel.finish(acceptAlreadyClosed: true)
    }

    @Test func `what a connection held comes back when it closes`() throws {
        let memory = RequestMemory(limit: Self.limit)
        for _ in 0..<3 {
            let channel = try Self.connection(memory)
            try Self.send("GET /?\(Self.padding) HTTP/1.1\r\n", on: channel)
            #expect(Self.free(memory, of: Self.limit) < 941_000)
            _ = try? channel.finish(acceptAlreadyClosed: true)  // what was sent is not a whole request
        }
        #expect(Self.free(memory, of: Self.limit) == Self.limit)
    }

    @Test func `bodies and small heads do not count, however many there are`() throws {
        let memory = RequestMemory(limit: Self.limit)
        let channel = try Self.connection(memory)
        let head = "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 30000\r\n\r\n"
        let chunks = String(repeating: "1\r\nx\r\n", count: 10_000) + "0\r\n\r\n"

        for _ in 0..<5 {
            try Self.send(head, on: channel)
            try Self.send(Self.padding, on: channel)
            try Self.send("POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n", on: channel)
            try Self.send(chunks, on: channel)
            for _ in 0..<2 {
                channel.write(HTTPResponsePart.head(HTTPResponse(status: .ok)), promise: nil)
                channel.write(HTTPResponsePart.end(nil), promise: nil)
            }
            try Self.send("GET / HTTP/1.1\r\nHost: localhost\r\n", on: channel)
            #expect(Self.free(memory, of: Self.limit) == Self.limit)
            try Self.send("\r\n", on: channel)
            channel.write(HTTPResponsePart.head(HTTPResponse(status: .ok)), promise: nil)
            channel.write(HTTPResponsePart.end(nil), promise: nil)
        }
        _ = try channel.finish(acceptAlreadyClosed: true)
    }

    @Test func `a head for which there is no memory is refused, and nothing of it is kept`() throws {
        let memory = RequestMemory(limit: 100_000)
        let first = try Self.connection(memory)
        try Self.send("GET /?\(Self.padding) HTTP/1.1\r\n", on: first)
        let second = try Self.connection(memory)

        #expect(throws: RequestMemory.Exhausted.self) {
            try Self.send("GET /?\(Self.padding) HTTP/1.1\r\n", on: second)
        }
        // As the answer to it ends, so does the connection.
        second.write(HTTPResponsePart.head(HTTPResponse(status: .serviceUnavailable)), promise: nil)
        second.writeAndFlush(HTTPResponsePart.end(nil), promise: nil)
        #expect(!second.isActive)
        // A small one still fits.
        let third = try Self.connection(memory)
        try Self.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", on: third)
        for channel in [first, second, third] { _ = try? channel.finish(acceptAlreadyClosed: true) }
    }
}
