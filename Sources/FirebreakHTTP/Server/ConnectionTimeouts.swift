import NIOCore
import NIOHTTPTypes

/// Closes connections that stall: a request head that does not arrive in time, a body that stops arriving, or a
/// response that the client stops reading.
///
/// A stalled connection takes no thread and does not slow down others; it only keeps the memory of its unread data. No
/// limit applies while a request is being answered, so long polls may take as long as they like.
final class ConnectionTimeouts: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let head: TimeAmount
    private let body: TimeAmount
    private let idle: TimeAmount
    private let taking: TimeAmount
    /// When the connection is closed; `nil` while a request is being answered.
    private var deadline: NIODeadline?
    /// Fires at a deadline that may have moved since: a request only moves the deadline.
    private var timer: Scheduled<Void>?
    private var timerDeadline = NIODeadline.distantFuture
    private var isReceiving = false
    private var unanswered = 0

    /// - Parameters:
    ///   - head: From the opening of the connection to the end of its first request head.
    ///   - body: Between two parts of a body.
    ///   - idle: From a response to the end of the next request head on a kept connection.
    ///   - taking: Between two parts of a response that is sent in parts, as fast as the client reads them.
    init(
        head: TimeAmount = .seconds(20), body: TimeAmount = .seconds(20), idle: TimeAmount = .seconds(75),
        taking: TimeAmount = .seconds(60)
    ) {
        self.head = head
        self.body = body
        self.idle = idle
        self.taking = taking
    }

    func handlerAdded(context: ChannelHandlerContext) {
        if context.channel.isActive { expect(within: head, context) }
    }

    func channelActive(context: ChannelHandlerContext) {
        expect(within: head, context)
        context.fireChannelActive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { stop() }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head:
            isReceiving = true
            unanswered += 1
            expect(within: body, context)
        case .body: expect(within: body, context)
        case .end:
            isReceiving = false
            // A request that was answered before its body ended leaves the connection idle now.
            if unanswered == 0 { expect(within: idle, context) } else { deadline = nil }
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head: break
        case .body: if !isReceiving { expect(within: taking, context) }
        case .end:
            unanswered = max(0, unanswered - 1)
            if unanswered == 0 {
                if !isReceiving { expect(within: idle, context) }
            } else if !isReceiving {
                deadline = nil
            }
        }
        context.write(data, promise: promise)
    }

    private func expect(within time: TimeAmount, _ context: ChannelHandlerContext) {
        let deadline = context.eventLoop.now + time
        self.deadline = deadline
        if timer == nil || deadline < timerDeadline { schedule(at: deadline, context) }
    }

    private func schedule(at deadline: NIODeadline, _ context: ChannelHandlerContext) {
        timer?.cancel()
        timerDeadline = deadline
        timer = context.eventLoop.assumeIsolated().scheduleTask(deadline: deadline) {
            self.timer = nil
            guard let deadline = self.deadline else { return }
            if context.eventLoop.now < deadline {
                self.schedule(at: deadline, context)
            } else {
                context.close(promise: nil)
            }
        }
    }

    private func stop() {
        deadline = nil
        timer?.cancel()
        timer = nil
    }
}
