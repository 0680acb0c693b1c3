import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@testable import FirebreakHTTP

struct RequestAssemblerTests {
    private struct Broken: Error {}

    private func head(_ headers: HTTPFields = [:]) -> HTTPRequest {
        HTTPRequest(method: .post, scheme: "http", authority: "localhost", path: "/", headerFields: headers)
    }

    private func open(maximumBody: Int = 1 << 20) throws -> EmbeddedChannel {
        let channel = EmbeddedChannel(handler: RequestAssembler(maximumBody: maximumBody))
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        return channel
    }

    private func receive(_ parts: HTTPRequestPart..., on channel: EmbeddedChannel) throws {
        for part in parts { try channel.writeInbound(part) }
    }

    /// What was passed on, in words.
    private func passed(_ channel: EmbeddedChannel) throws -> [String] {
        var passed: [String] = []
        while let part = try channel.readInbound(as: ReceivedPart.self) {
            switch part {
            case .request(_, let body): passed.append("request \(String(buffer: body))")
            case .head: passed.append("head")
            case .body(let chunk): passed.append("body \(String(buffer: chunk))")
            case .end: passed.append("end")
            }
        }
        return passed
    }

    private func answer(_ channel: EmbeddedChannel) throws {
        try channel.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: .ok)))
        try channel.writeOutbound(HTTPResponsePart.end(nil))
    }

    @Test func `a small request is passed on once, when it is complete`() throws {
        let channel = try open()

        try receive(.head(head([.contentLength: "4"])), .body(ByteBuffer(string: "ab")), on: channel)
        #expect(try passed(channel).isEmpty)
        try receive(.body(ByteBuffer(string: "cd")), .end(nil), on: channel)
        #expect(try passed(channel) == ["request abcd"])
        // Nothing of it is left for the next one.
        try receive(.head(head()), .end(nil), on: channel)
        #expect(try passed(channel) == ["request "])
        try receive(.head(head([.contentLength: "1"])), .body(ByteBuffer(string: "e")), .end(nil), on: channel)
        #expect(try passed(channel) == ["request e"])
    }

    @Test(
        arguments: [
            [.contentLength: "8193"], [.contentLength: "99999999999999999999"], [.transferEncoding: "chunked"],
        ] as [HTTPFields])
    func `any other request is passed on part by part`(headers: HTTPFields) throws {
        let channel = try open()

        try receive(.head(head(headers)), on: channel)
        #expect(try passed(channel) == ["head"])
        try receive(.body(ByteBuffer(string: "a")), on: channel)
        #expect(try passed(channel) == ["body a"])
        try receive(.end(nil), on: channel)
        #expect(try passed(channel) == ["end"])
    }

    @Test func `one that is larger than any may be is passed on at once, to be refused`() throws {
        let channel = try open(maximumBody: 3)

        try receive(.head(head([.contentLength: "4"])), on: channel)
        #expect(try passed(channel) == ["head"])
    }

    @Test func `one that cannot be completed is passed on as far as it came`() throws {
        let channel = try open()

        try receive(.head(head([.contentLength: "4"])), .body(ByteBuffer(string: "ab")), on: channel)
        channel.pipeline.fireErrorCaught(Broken())
        #expect(try passed(channel) == ["head", "body ab"])
        #expect(throws: Broken.self) { try channel.throwIfErrorCaught() }
    }

    @Test func `one whose client goes is passed on as far as it came`() throws {
        let channel = try open()

        try receive(.head(head([.contentLength: "4"])), on: channel)
        channel.pipeline.fireChannelInactive()
        #expect(try passed(channel) == ["head"])
    }

    @Test func `a connection without a request ends with the server at once`() throws {
        let channel = try open()
        try receive(.head(head()), .end(nil), on: channel)
        try answer(channel)
        #expect(channel.isActive)

        channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        #expect(!channel.isActive)
    }

    @Test func `one with requests ends when they are answered`() throws {
        let channel = try open()
        try receive(.head(head()), .end(nil), .head(head([.contentLength: "4"])), on: channel)

        channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        #expect(channel.isActive)
        try answer(channel)
        #expect(channel.isActive)
        try answer(channel)
        #expect(!channel.isActive)
    }
}
