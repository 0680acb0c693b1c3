import FirebreakControl
import NIOCore

/// Speaks SMTP on one connection: bytes to ``SMTPSession``, its replies back, one mail at a time to the outbox.
final class SMTPConnectionHandler: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private var session: SMTPSession
    private let encryption: (@Sendable () throws -> any ChannelHandler)?
    private let deliver: @Sendable (IncomingMail) async -> String
    private let onEnd: @Sendable () -> Void
    private var received = ByteBuffer()
    /// Whether a mail is on its way to the outbox: nothing is read meanwhile.
    private var isBusy = false
    private var wantsToRead = false
    /// Whether the server ends: a mail that has begun is still taken.
    private var isEnding = false
    /// Whether the last reply was sent.
    private var hasEnded = false
    private var timer: Scheduled<Void>?

    /// - Parameters:
    ///   - encryption: Makes what encrypts the connection.
    ///   - deliver: Returns the reply to the mail.
    ///   - onEnd: Called once.
    init(
        _ session: SMTPSession, encryption: (@Sendable () throws -> any ChannelHandler)?,
        deliver: @escaping @Sendable (IncomingMail) async -> String, onEnd: @escaping @Sendable () -> Void
    ) {
        self.session = session
        self.encryption = encryption
        self.deliver = deliver
        self.onEnd = onEnd
    }

    func channelActive(context: ChannelHandlerContext) {
        session.client = context.channel.remoteAddress?.ipAddress
        act(on: session.greeting, context)
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        timer?.cancel()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        timer?.cancel()
        onEnd()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !hasEnded else { return }
        var part = unwrapInboundIn(data)
        received.writeBuffer(&part)
        goOn(context)
    }

    func read(context: ChannelHandlerContext) {
        wantsToRead = isBusy
        if !isBusy { context.read() }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard event is ChannelShouldQuiesceEvent else { return context.fireUserInboundEventTriggered(event) }
        isEnding = true
        if !isBusy, !session.isReceiving { end("421 4.3.2 The server ends", context) }
    }

    // MARK: Steps

    private func goOn(_ context: ChannelHandlerContext) {
        while !isBusy, !hasEnded, let step = session.next(&received) {
            act(on: step, context)
            if isEnding, !isBusy, !session.isReceiving { return end("421 4.3.2 The server ends", context) }
        }
        received.discardReadBytes()
        if !isBusy, !hasEnded { wait(context) }
    }

    private func act(on step: SMTPSession.Step, _ context: ChannelHandlerContext) {
        switch step {
        case .reply(let text):
            reply(text, context)
            wait(context)
        case .startTLS(let text):
            // What was sent before the connection is encrypted may be anybody's (CVE-2011-0411).
            received.clear()
            reply(text, context)
            do {
                guard let encryption else { return context.close(promise: nil) }
                try context.pipeline.syncOperations.addHandler(encryption(), position: .first)
            } catch {
                context.close(promise: nil)
            }
        case .deliver(let mail):
            isBusy = true
            timer?.cancel()
            timer = nil
            let deliver = deliver
            let bound = NIOLoopBound((handler: self, context: context), eventLoop: context.eventLoop)
            context.eventLoop.makeFutureWithTask { await deliver(mail) }.whenSuccess { text in
                let (handler, context) = bound.value
                handler.delivered(text, context)
            }
        case .end(let text): end(text, context)
        }
    }

    private func delivered(_ text: String, _ context: ChannelHandlerContext) {
        isBusy = false
        guard context.channel.isActive else { return }
        reply(text, context)
        guard !isEnding else { return end("421 4.3.2 The server ends", context) }
        goOn(context)
        if wantsToRead, !isBusy {
            wantsToRead = false
            context.read()
        }
    }

    private func reply(_ text: String, _ context: ChannelHandlerContext) {
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: text + "\r\n")), promise: nil)
    }

    private func end(_ text: String, _ context: ChannelHandlerContext) {
        guard !hasEnded else { return }
        hasEnded = true
        received.clear()
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: text + "\r\n")))
            .assumeIsolated().whenComplete { _ in context.close(promise: nil) }
    }

    /// Closes a connection on which the next step does not come in time.
    private func wait(_ context: ChannelHandlerContext) {
        guard timer == nil else { return }
        timer = context.eventLoop.assumeIsolated().scheduleTask(deadline: session.deadline) {
            self.timer = nil
            guard !self.isBusy else { return }
            guard context.eventLoop.now >= self.session.deadline else { return self.wait(context) }
            self.end("421 4.4.2 That took too long", context)
        }
    }
}
