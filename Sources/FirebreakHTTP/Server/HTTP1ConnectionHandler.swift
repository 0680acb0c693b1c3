import FirebreakWire
import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1

/// Turns NIO's HTTP/1 messages into those of all HTTP versions, and enforces the rules of a connection that NIO leaves
/// to its user (RFC 9112): how long it lives, which framing is refused, `Expect`, and `Upgrade`, which is ignored.
///
/// A connection ends after a response when its client said so, when it speaks HTTP/1.0 and did not ask to keep it, and
/// when much of the request's body is still to come. It ends in two steps, so that a client which is still sending can
/// read the response: nothing more is written, and further input is discarded for a limited time.
final class HTTP1ConnectionHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// What has to be remembered about a request until it is answered.
    private struct Pending {
        var isKeptAlive: Bool
        var isHTTP10: Bool
        /// Whether the client waits for `100 Continue` before it sends the body.
        var awaitsContinue: Bool
        /// Bytes of its head.
        var headSize = 0
    }

    /// Bytes of a body that are still read after the response in order to keep the connection.
    private static let worthReading = 64 * 1024
    /// The maximum number of bytes to discard before a connection with unread input is closed.
    private static let drainLimit = 16 << 20
    /// How long discarding may take.
    private static let drainTime = TimeAmount.seconds(5)

    private let maximumBody: Int
    private let secure: Bool
    private let heads: HeadMeter
    /// The decoder before this handler: it reads nothing after a request that offers an upgrade, and is replaced then.
    private var decoder: ByteToMessageHandler<HTTPRequestDecoder>

    /// Requests without a complete response, oldest first.
    private var pending = CircularBuffer<Pending>(initialCapacity: 2)
    /// Bytes of the current request's body that are still to come; `nil` if the length is unknown.
    private var bodyLeft: Int? = 0
    private var isReceiving = false
    private var offersUpgrade = false
    /// All further input is ignored.
    private var ignoresInput = false
    private var endsAfterAnswer = false
    private var drained = 0
    private var drainTimer: Scheduled<Void>?
    /// Whether the client sends no more.
    private var isInputClosed = false
    /// What ends then.
    private var watches: [ObjectIdentifier: () -> Void] = [:]

    /// Adds the HTTP/1 codec to a pipeline.
    ///
    /// - Parameters:
    ///   - maximumBody: Bytes; a client that announces more is not told to continue.
    ///   - secure: Whether the connection is encrypted.
    ///   - heads: The memory for heads of requests.
    static func install(
        in channel: any Channel, maximumBody: Int, secure: Bool, heads: RequestMemory
    ) throws {
        let decoder = makeDecoder()
        let meter = HeadMeter(heads)
        try channel.pipeline.syncOperations.addHandlers(
            meter, HTTPResponseEncoder(), decoder,
            HTTP1ConnectionHandler(decoder, maximumBody: maximumBody, secure: secure, heads: meter))
    }

    private init(
        _ decoder: ByteToMessageHandler<HTTPRequestDecoder>, maximumBody: Int, secure: Bool, heads: HeadMeter
    ) {
        self.heads = heads
        self.decoder = decoder
        self.maximumBody = maximumBody
        self.secure = secure
    }

    private static func makeDecoder() -> ByteToMessageHandler<HTTPRequestDecoder> {
        var limits = NIOHTTPDecoderLimitConfiguration()
        limits.maxHeaderListSize = Limit.headers.maximum
        limits.maxHeaderFieldCount = Limit.headerCount.maximum
        return ByteToMessageHandler(
            HTTPRequestDecoder(leftOverBytesStrategy: .forwardBytes, limitConfiguration: limits))
    }

    // MARK: Requests

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let part = unwrapInboundIn(data)
        switch part {
        case .head: break
        case .body(let chunk): heads.bodyCame(chunk.readableBytes, isChunked: bodyLeft == nil)
        case .end: heads.requestCame()
        }
        guard !ignoresInput else { return drain(part, context) }
        switch part {
        case .head(let head): begin(head, context)
        case .body(let chunk):
            if let left = bodyLeft { bodyLeft = max(0, left - chunk.readableBytes) }
            context.fireChannelRead(wrapInboundOut(.body(chunk)))
        case .end(let trailers):
            isReceiving = false
            bodyLeft = 0
            if offersUpgrade { replaceDecoder(context) }
            context.fireChannelRead(wrapInboundOut(.end(trailers.map { HTTPFields($0, splitCookie: false) })))
        }
    }

    private func begin(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
        let framing: RequestFraming
        let request: HTTPRequest
        do {
            framing = try RequestFraming(head)
            request = HTTPRequest(
                method: try HTTPRequest.Method(head.method), scheme: secure ? "https" : "http",
                authority: framing.authority, path: framing.path,
                headerFields: HTTPFields(head.headers, splitCookie: false))
        } catch {
            return refuse(context, HTTPParserError.unknown)
        }
        guard heads.headCame(framing.headSize) else { return refuse(context, RequestMemory.Exhausted()) }
        isReceiving = true
        bodyLeft = framing.bodyLength
        offersUpgrade = framing.offersUpgrade
        let awaitsContinue = framing.expectsContinue && framing.bodyLength ?? 0 <= maximumBody
        pending.append(
            Pending(
                isKeptAlive: head.isKeepAlive, isHTTP10: head.version == .http1_0, awaitsContinue: awaitsContinue,
                headSize: framing.headSize))
        if awaitsContinue, pending.count == 1 { tellToContinue(context) }
        context.fireChannelRead(wrapInboundOut(.head(request)))
    }

    /// Passes a request on as what it is to all later handlers: an error, which is answered with 400, or with 503 where
    /// there is no memory for it.
    private func refuse(_ context: ChannelHandlerContext, _ error: any Error) {
        noteRefusal(of: error)
        context.fireErrorCaught(error)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // Discarded input need not be valid.
        guard drainTimer == nil else { return context.close(promise: nil) }
        // The decoder stops, so nothing that follows can be parsed.
        if error is HTTPParserError || error is RequestMemory.Exhausted { noteRefusal(of: error) }
        context.fireErrorCaught(error)
    }

    /// The input cannot be parsed: its response is the connection's last.
    private func noteRefusal(of error: any Error) {
        guard !ignoresInput else { return }
        ignoresInput = true
        if isReceiving, let last = pending.indices.last {
            pending[last].isKeptAlive = false
        } else {
            pending.append(Pending(isKeptAlive: false, isHTTP10: false, awaitsContinue: false))
        }
        // The end of the request is unknown. What there is no memory for is not read on.
        isReceiving = error is HTTPParserError
    }

    private func tellToContinue(_ context: ChannelHandlerContext) {
        pending[pending.startIndex].awaitsContinue = false
        let head = HTTPResponseHead(version: .http1_1, status: .continue)
        context.writeAndFlush(wrapOutboundOut(.head(head)), promise: nil)
    }

    /// An offered upgrade may be ignored (RFC 9110, section 7.8): the next request is HTTP/1 as well.
    private func replaceDecoder(_ context: ChannelHandlerContext) {
        offersUpgrade = false
        let next = Self.makeDecoder()
        let pipeline = context.pipeline.syncOperations
        do { try pipeline.addHandler(next, position: .after(decoder)) } catch { return context.close(promise: nil) }
        // Passes what it has read beyond the request to its replacement.
        let removal = pipeline.removeHandler(decoder)
        decoder = next
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        removal.whenComplete { _ in bound.value.fireChannelReadComplete() }
    }

    // MARK: Answers

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(let response): write(response, context, promise)
        case .body(let chunk): context.write(wrapOutboundOut(.body(.byteBuffer(chunk))), promise: promise)
        case .end(let trailers):
            let end = wrapOutboundOut(.end(trailers.map(HTTPHeaders.init)))
            if let answered = pending.popFirst() { heads.answered(answered.headSize) }
            guard endsAfterAnswer else {
                context.write(end, promise: promise)
                if let next = pending.first, next.awaitsContinue { tellToContinue(context) }
                return
            }
            ignoresInput = true
            let written = promise ?? context.eventLoop.makePromise()
            let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
            written.futureResult.whenComplete { _ in
                let (handler, context) = bound.value
                handler.end(context)
            }
            context.write(end, promise: written)
        }
    }

    private func write(
        _ response: HTTPResponse, _ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>?
    ) {
        var head = HTTPResponseHead(response)
        if response.status.kind != .informational {
            let request = pending.first
            let isLast =
                request?.isKeptAlive == false || response.headerFields.value(.connection) == "close" || !isWorthKeeping
            if isLast {
                endsAfterAnswer = true
                head.headers.replaceOrAdd(name: "Connection", value: "close")
            } else if request?.isHTTP10 == true {
                head.headers.replaceOrAdd(name: "Connection", value: "keep-alive")
            }
        }
        context.write(wrapOutboundOut(.head(head)), promise: promise)
    }

    /// Whether little of the answered request is still to come.
    private var isWorthKeeping: Bool {
        guard pending.count == 1, isReceiving else { return true }
        return (bodyLeft ?? .max) <= Self.worthReading
    }

    // MARK: The end

    /// Stops writing, and keeps reading for a while: closing with unread input would make the system discard the
    /// response that the client has not read yet.
    private func end(_ context: ChannelHandlerContext) {
        guard context.channel.isActive else { return }
        guard isReceiving else { return context.close(promise: nil) }
        context.close(mode: .output, promise: nil)
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        drainTimer = context.eventLoop.scheduleTask(in: Self.drainTime) { bound.value.close(promise: nil) }
        context.read()
    }

    private func drain(_ part: HTTPServerRequestPart, _ context: ChannelHandlerContext) {
        switch part {
        case .head: break
        case .body(let chunk):
            drained += chunk.readableBytes
            if drained > Self.drainLimit { context.close(promise: nil) }
        case .end:
            isReceiving = false
            if drainTimer != nil { context.close(promise: nil) }
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        context.fireChannelReadComplete()
        if drainTimer != nil { context.read() }
    }

    func handlerRemoved(context: ChannelHandlerContext) { noteInputClosed() }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event as? ChannelEvent == .inputClosed { noteInputClosed() }
        context.fireUserInboundEventTriggered(event)
    }

    private func noteInputClosed() {
        isInputClosed = true
        let watches = watches
        self.watches = [:]
        for end in watches.values { end() }
    }

    /// Calls a closure once the client of a connection has closed it, wholly or for sending.
    ///
    /// - Parameter id: Whose closure it is, to take it back.
    static func watch(_ channel: any Channel, for id: ObjectIdentifier, _ end: @escaping @Sendable () -> Void) {
        channel.eventLoop.execute {
            let handler = try? channel.pipeline.syncOperations.handler(type: HTTP1ConnectionHandler.self)
            // Without a handler the connection is closed already.
            guard let handler, !handler.isInputClosed else { return end() }
            handler.watches[id] = end
        }
    }

    /// Takes a closure back.
    static func unwatch(_ channel: any Channel, for id: ObjectIdentifier) {
        channel.eventLoop.execute {
            let handler = try? channel.pipeline.syncOperations.handler(type: HTTP1ConnectionHandler.self)
            handler?.watches[id] = nil
        }
    }

    /// How many closures wait for the end of a connection.
    static func watchCount(on channel: any Channel) async throws -> Int {
        try await channel.eventLoop.submit {
            try channel.pipeline.syncOperations.handler(type: HTTP1ConnectionHandler.self).watches.count
        }.get()
    }

    func channelInactive(context: ChannelHandlerContext) {
        noteInputClosed()
        drainTimer?.cancel()
        drainTimer = nil
        context.fireChannelInactive()
    }
}
