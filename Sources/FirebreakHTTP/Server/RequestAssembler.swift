import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Puts small requests together, so that the task of a connection is woken once for each and not for its parts, and
/// closes a connection between two requests when the server shuts down.
final class RequestAssembler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = ReceivedPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// Up to this size in bytes, a body is put together; larger ones are counted while they are read.
    static let largestWhole = RequestMemory.small

    private let largestWhole: Int
    /// The head of a small request whose end is still to come, and what has come of its body.
    private var partial: HTTPRequest?
    private var partialBody = ByteBuffer()
    private var unanswered = 0
    private var isQuiescing = false

    /// - Parameter maximumBody: Bytes; of a larger body, the head is passed on at once.
    init(maximumBody: Int) { largestWhole = min(maximumBody, Self.largestWhole) }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            unanswered += 1
            guard isSmall(head) else { return pass(.head(head), context) }
            partial = head
        case .body(var chunk):
            guard partial != nil else { return pass(.body(chunk), context) }
            if partialBody.readableBytes == 0 { partialBody = chunk } else { partialBody.writeBuffer(&chunk) }
        case .end:
            guard let head = partial else { return pass(.end, context) }
            let body = partialBody
            forgetPartial()
            pass(.request(head, body), context)
        }
    }

    private func isSmall(_ head: HTTPRequest) -> Bool {
        if let length = head.headerFields.value(.contentLength) {
            return Int(length).map { $0 <= largestWhole } ?? false
        }
        return head.headerFields.value(.transferEncoding) == nil
    }

    private func pass(_ part: ReceivedPart, _ context: ChannelHandlerContext) {
        context.fireChannelRead(wrapInboundOut(part))
    }

    private func forgetPartial() {
        partial = nil
        partialBody = ByteBuffer()
    }

    /// Passes on what there is of a request that will not be complete.
    private func passPartial(_ context: ChannelHandlerContext) {
        guard let head = partial else { return }
        let body = partialBody
        forgetPartial()
        pass(.head(head), context)
        if body.readableBytes > 0 { pass(.body(body), context) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        passPartial(context)
        context.fireErrorCaught(error)
    }

    func channelInactive(context: ChannelHandlerContext) {
        passPartial(context)
        context.fireChannelInactive()
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard case .end = unwrapOutboundIn(data) else { return context.write(data, promise: promise) }
        unanswered -= 1
        guard isQuiescing, unanswered == 0 else { return context.write(data, promise: promise) }
        context.writeAndFlush(data, promise: promise)
        context.close(promise: nil)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard event is ChannelShouldQuiesceEvent else { return context.fireUserInboundEventTriggered(event) }
        isQuiescing = true
        if unanswered == 0 { context.close(promise: nil) }
    }
}
