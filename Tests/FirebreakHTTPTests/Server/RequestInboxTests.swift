import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@testable import FirebreakHTTP

struct RequestInboxTests {
    private struct Broken: Error {}

    private func head(_ headers: HTTPFields = [:]) -> HTTPRequest {
        HTTPRequest(method: .post, scheme: "http", authority: "localhost", path: "/", headerFields: headers)
    }

    /// Sees what is asked of the system.
    private final class Reads: ChannelOutboundHandler {
        typealias OutboundIn = Never
        var count = 0

        func read(context: ChannelHandlerContext) {
            count += 1
            context.read()
        }
    }

    private func open(maximumBody: Int = 1 << 20) throws -> (EmbeddedChannel, RequestInbox, Reads) {
        let inbox = RequestInbox(maximumBody: maximumBody)
        let reads = Reads()
        let channel = EmbeddedChannel(handlers: [reads, inbox])
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        return (channel, inbox, reads)
    }

    private func receive(_ parts: HTTPRequestPart..., on channel: EmbeddedChannel) throws {
        for part in parts { try channel.writeInbound(part) }
    }

    private func words(_ part: ReceivedPart) -> String {
        switch part {
        case .request(_, let body): "request \(String(buffer: body))"
        case .head: "head"
        case .body(let chunk): "body \(String(buffer: chunk))"
        case .end: "end"
        }
    }

    /// What there is for the task, in words.
    private func passed(_ inbox: RequestInbox) -> [String] {
        var passed: [String] = []
        while let part = inbox.take() { passed.append(words(part)) }
        return passed
    }

    private func answer(_ channel: EmbeddedChannel) throws {
        try channel.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: .ok)))
        try channel.writeOutbound(HTTPResponsePart.end(nil))
    }

    @Test func `a client whose address nobody knows any more does not pass for this process`() async throws {
        #expect(EmulatorContext(EmbeddedChannel()) == nil)
        let (channel, _, _) = try open()
        #expect(EmulatorContext(channel)?.remoteIP == "127.0.0.1")
    }

    @Test func `an answer is written before the connection ends with the server`() throws {
        let (channel, inbox, _) = try open()
        try receive(.head(head()), .end(nil), on: channel)
        channel.write(HTTPResponsePart.head(HTTPResponse(status: .ok)), promise: nil)
        channel.write(HTTPResponsePart.end(nil), promise: nil)

        channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        #expect(channel.isActive)
        #expect(inbox.lastAnswer != nil)
        channel.flush()
        #expect(!channel.isActive)
    }

    @Test func `a small request is passed on once, when it is complete`() throws {
        let (channel, inbox, _) = try open()

        try receive(.head(head([.contentLength: "4"])), .body(ByteBuffer(string: "ab")), on: channel)
        #expect(passed(inbox).isEmpty)
        try receive(.body(ByteBuffer(string: "cd")), .end(nil), on: channel)
        #expect(passed(inbox) == ["request abcd"])
        // Nothing of it is left for the next one.
        try receive(.head(head()), .end(nil), on: channel)
        #expect(passed(inbox) == ["request "])
        try receive(.head(head([.contentLength: "1"])), .body(ByteBuffer(string: "e")), .end(nil), on: channel)
        #expect(passed(inbox) == ["request e"])
    }

    @Test(
        arguments: [
            [.contentLength: "8193"], [.contentLength: "99999999999999999999"], [.transferEncoding: "chunked"],
        ] as [HTTPFields])
    func `any other request is passed on part by part`(headers: HTTPFields) throws {
        let (channel, inbox, _) = try open()

        try receive(.head(head(headers)), on: channel)
        #expect(passed(inbox) == ["head"])
        try receive(.body(ByteBuffer(string: "a")), on: channel)
        #expect(passed(inbox) == ["body a"])
        try receive(.end(nil), on: channel)
        #expect(passed(inbox) == ["end"])
    }

    @Test func `one that is larger than any may be is passed on at once, to be refused`() throws {
        let (channel, inbox, _) = try open(maximumBody: 3)

        try receive(.head(head([.contentLength: "4"])), on: channel)
        #expect(passed(inbox) == ["head"])
    }

    @Test func `one that cannot be completed is passed on as far as it came`() async throws {
        let (channel, inbox, _) = try open()

        try receive(.head(head([.contentLength: "4"])), .body(ByteBuffer(string: "ab")), on: channel)
        channel.pipeline.fireErrorCaught(Broken())
        #expect(passed(inbox) == ["head", "body ab"])
        await #expect(throws: Broken.self) { try await inbox.next() }
        #expect(try await inbox.next() == nil)
    }

    @Test(arguments: [true, false])
    func `one whose client goes is passed on as far as it came`(sendsOnlyNoMore: Bool) async throws {
        let (channel, inbox, _) = try open()

        try receive(.head(head([.contentLength: "4"])), on: channel)
        if sendsOnlyNoMore {
            channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        } else {
            channel.pipeline.fireChannelInactive()
        }
        #expect(passed(inbox) == ["head"])
        #expect(try await inbox.next() == nil)
    }

    @Test func `nothing is read while much waits for the task`() throws {
        let (channel, inbox, reads) = try open()
        for _ in 0..<7 { try receive(.head(head()), .end(nil), on: channel) }
        var before = reads.count
        channel.read()
        #expect(reads.count == before + 1)

        try receive(.head(head()), .end(nil), on: channel)
        before = reads.count
        channel.read()
        #expect(reads.count == before)
        _ = inbox.take()
        #expect(reads.count == before + 1)
        _ = inbox.take()
        #expect(reads.count == before + 1)
    }

    @Test func `a connection without a request ends with the server at once`() throws {
        let (channel, _, _) = try open()
        try receive(.head(head()), .end(nil), on: channel)
        try answer(channel)
        #expect(channel.isActive)

        channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        #expect(!channel.isActive)
    }

    @Test func `one with requests ends when they are answered`() throws {
        let (channel, _, _) = try open()
        try receive(.head(head()), .end(nil), .head(head([.contentLength: "4"])), on: channel)

        channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        #expect(channel.isActive)
        try answer(channel)
        #expect(channel.isActive)
        try answer(channel)
        #expect(!channel.isActive)
    }
}
