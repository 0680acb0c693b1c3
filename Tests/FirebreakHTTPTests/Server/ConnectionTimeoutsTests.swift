import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@testable import FirebreakHTTP

struct ConnectionTimeoutsTests {
    private static let head = HTTPRequestPart.head(
        HTTPRequest(method: .post, scheme: "http", authority: "localhost", path: "/"))
    private static let chunk = HTTPRequestPart.body(ByteBuffer(string: "x"))

    private func open() throws -> EmbeddedChannel {
        let channel = EmbeddedChannel(
            handler: ConnectionTimeouts(
                head: .seconds(10), body: .seconds(5), idle: .seconds(30), taking: .seconds(15)))
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        return channel
    }

    private func wait(_ seconds: Int64, _ channel: EmbeddedChannel) {
        channel.embeddedEventLoop.advanceTime(by: .seconds(seconds))
        channel.embeddedEventLoop.run()
    }

    private func answer(_ channel: EmbeddedChannel) throws {
        try channel.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: .ok)))
        try channel.writeOutbound(HTTPResponsePart.end(nil))
    }

    @Test func `a head that does not come closes the connection`() throws {
        let channel = try open()

        wait(9, channel)
        #expect(channel.isActive)
        wait(1, channel)
        #expect(!channel.isActive)
    }

    @Test func `a body that stops closes the connection, one that goes on does not`() throws {
        let channel = try open()
        wait(9, channel)
        try channel.writeInbound(Self.head)

        for _ in 0..<10 {
            wait(4, channel)
            try channel.writeInbound(Self.chunk)
        }
        #expect(channel.isActive)
        wait(5, channel)
        #expect(!channel.isActive)
    }

    @Test func `a request may be answered as late as it likes`() throws {
        let channel = try open()
        try channel.writeInbound(Self.head)
        try channel.writeInbound(HTTPRequestPart.end(nil))

        wait(3600, channel)
        #expect(channel.isActive)
        try answer(channel)
        #expect(channel.isActive)
        _ = try channel.finish()
    }

    @Test func `an idle connection is kept for a while`() throws {
        let channel = try open()
        try channel.writeInbound(Self.head)
        try channel.writeInbound(HTTPRequestPart.end(nil))
        try answer(channel)

        wait(29, channel)
        #expect(channel.isActive)
        try channel.writeInbound(Self.head)
        try channel.writeInbound(HTTPRequestPart.end(nil))
        wait(100, channel)
        #expect(channel.isActive)
        try answer(channel)
        wait(30, channel)
        #expect(!channel.isActive)
    }

    @Test func `an answer that the client stops taking closes the connection, one that it takes slowly does not`()
        throws
    {
        let channel = try open()
        try channel.writeInbound(Self.head)
        try channel.writeInbound(HTTPRequestPart.end(nil))
        try channel.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: .ok)))

        for _ in 0..<5 {
            try channel.writeOutbound(HTTPResponsePart.body(ByteBuffer(string: "x")))
            wait(14, channel)
        }
        #expect(channel.isActive)
        wait(1, channel)
        #expect(!channel.isActive)
    }

    @Test func `an early answer does not excuse a body that stops`() throws {
        let channel = try open()
        try channel.writeInbound(Self.head)
        try channel.writeInbound(Self.chunk)
        try answer(channel)

        wait(5, channel)
        #expect(!channel.isActive)
    }

    @Test func `everything passes through`() throws {
        let channel = try open()
        try channel.writeInbound(Self.head)
        try channel.writeInbound(Self.chunk)
        try channel.writeInbound(HTTPRequestPart.end(nil))
        try answer(channel)

        var inbound: [HTTPRequestPart] = []
        while let part = try channel.readInbound(as: HTTPRequestPart.self) { inbound.append(part) }
        var outbound = 0
        while try channel.readOutbound(as: HTTPResponsePart.self) != nil { outbound += 1 }
        #expect(inbound == [Self.head, Self.chunk, .end(nil)])
        #expect(outbound == 2)
        _ = try channel.finish()
    }
}
