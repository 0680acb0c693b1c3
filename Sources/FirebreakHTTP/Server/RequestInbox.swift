import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Hands the requests of a connection to its task: small ones when they are complete, so that the task is woken once for
/// each, others part by part, no faster than it takes them. Closes a connection between two requests when the server
/// shuts down.
final class RequestInbox: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = Never
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// Up to this size in bytes, a body is put together; larger ones are counted while they are read.
    static let largestWhole = RequestMemory.small
    /// While so many parts wait for the task, nothing is read from the connection.
    private static let most = 8

    private let largestWhole: Int
    private var context: ChannelHandlerContext?
    /// The head of a small request whose end is still to come, and what has come of its body.
    private var partial: HTTPRequest?
    private var partialBody = ByteBuffer()
    /// What the task has not taken yet.
    private var parts = CircularBuffer<ReceivedPart>(initialCapacity: 2)
    /// How the input ended, until the task was told.
    private var end: Result<Void, any Error>?
    private var hasEnded = false
    private var waiting: UnsafeContinuation<ReceivedPart?, any Error>?
    private var holdsRead = false
    private var unanswered = 0
    private var isQuiescing = false
    /// Completed when the last answer is written; `nil` before the first.
    private(set) var lastAnswer: EventLoopFuture<Void>?

    /// - Parameter maximumBody: Bytes; of a larger body, the head is passed on at once.
    init(maximumBody: Int) { largestWhole = min(maximumBody, Self.largestWhole) }

    // MARK: For the task

    /// The next part, on the connection's event loop.
    ///
    /// - Returns: `nil` when the client sends no more.
    /// - Throws: What ended the input.
    func next() async throws -> ReceivedPart? {
        if let part = take() { return part }
        if hasEnded {
            defer { end = nil }
            try end?.get()
            return nil
        }
        return try await withUnsafeThrowingContinuation { waiting = $0 }
    }

    /// The next part, if it is there.
    func take() -> ReceivedPart? {
        guard let part = parts.popFirst() else { return nil }
        if holdsRead, parts.count < Self.most {
            holdsRead = false
            context?.read()
        }
        return part
    }

    private func pass(_ part: ReceivedPart) {
        guard let waiting else { return parts.append(part) }
        self.waiting = nil
        waiting.resume(returning: part)
    }

    private func finish(_ end: Result<Void, any Error>) {
        guard !hasEnded else { return }
        passPartial()
        hasEnded = true
        guard let waiting else { return self.end = end }
        self.waiting = nil
        waiting.resume(with: end.map { nil })
    }

    // MARK: For the connection

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) {
        finish(.success(()))
        self.context = nil
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            unanswered += 1
            if isSmall(head) { partial = head } else { pass(.head(head)) }
        case .body(var chunk):
            guard partial != nil else { return pass(.body(chunk)) }
            if partialBody.readableBytes == 0 { partialBody = chunk } else { partialBody.writeBuffer(&chunk) }
        case .end:
            guard let head = partial else { return pass(.end) }
            let body = partialBody
            forgetPartial()
            pass(.request(head, body))
        }
    }

    private func isSmall(_ head: HTTPRequest) -> Bool {
        if let length = head.headerFields.value(.contentLength) {
            return Int(length).map { $0 <= largestWhole } ?? false
        }
        return head.headerFields.value(.transferEncoding) == nil
    }

    private func forgetPartial() {
        partial = nil
        partialBody = ByteBuffer()
    }

    /// Passes on what there is of a request that will not be complete.
    private func passPartial() {
        guard let head = partial else { return }
        let body = partialBody
        forgetPartial()
        pass(.head(head))
        if body.readableBytes > 0 { pass(.body(body)) }
    }

    func read(context: ChannelHandlerContext) {
        if parts.count < Self.most { context.read() } else { holdsRead = true }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { finish(.failure(error)) }

    func channelInactive(context: ChannelHandlerContext) {
        finish(.success(()))
        context.fireChannelInactive()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case is ChannelShouldQuiesceEvent:
            isQuiescing = true
            if unanswered == 0 { closeOnceWritten(context) }
        case ChannelEvent.inputClosed as ChannelEvent: finish(.success(()))
        default: context.fireUserInboundEventTriggered(event)
        }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard case .end = unwrapOutboundIn(data) else { return context.write(data, promise: promise) }
        let written = promise ?? context.eventLoop.makePromise()
        lastAnswer = written.futureResult
        context.write(data, promise: written)
        unanswered = max(0, unanswered - 1)
        if isQuiescing, unanswered == 0 { closeOnceWritten(context) }
    }

    /// Closes the connection; what is not written by then would be lost.
    private func closeOnceWritten(_ context: ChannelHandlerContext) {
        guard let lastAnswer else { return context.close(promise: nil) }
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        lastAnswer.whenComplete { _ in bound.value.close(promise: nil) }
    }
}

/// A request as a connection receives it.
struct ReceivedRequest: Sendable {
    /// The content that follows the head.
    enum Body: Sendable {
        /// All of it, when it is small.
        case whole(ByteBuffer)
        /// What has to be read from the connection.
        case parts(BodyParts)
    }

    let head: HTTPRequest
    let body: Body

    init(_ head: HTTPRequest, _ body: Body) {
        self.head = head
        self.body = body
    }
}

/// What a connection tells about requests, in this order: a small request at once; of another one the head, the parts of
/// its body, and its end.
enum ReceivedPart: Sendable {
    case request(HTTPRequest, ByteBuffer)
    case head(HTTPRequest)
    case body(ByteBuffer)
    case end
}

/// The parts of a body, read from the connection as fast as they are asked for. They can be read once, on the
/// connection's event loop.
struct BodyParts: AsyncSequence, Sendable {
    private let inbox: NIOLoopBound<RequestInbox>

    init(_ inbox: NIOLoopBound<RequestInbox>) { self.inbox = inbox }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(inbox: inbox) }

    struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let inbox: NIOLoopBound<RequestInbox>

        func next() async throws -> ByteBuffer? {
            guard case .body(let chunk) = try await inbox.value.next() else { return nil }
            return chunk
        }
    }
}
