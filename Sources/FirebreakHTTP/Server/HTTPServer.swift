import FirebreakWire
import HTTPTypes
import HummingbirdCore
package import Logging
package import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// A connection of the server: its handlers, and its task on its own event loop.
package struct HTTPConnectionChannel: ServerChildChannel {
    /// A connection with its handlers.
    package struct Value: ServerChildChannelValue {
        package let channel: any Channel
        let inbox: NIOLoopBound<RequestInbox>
    }

    private let responder: EmulatorResponder
    private let maximumBody: Int
    private let secure: Bool
    private let heads = RequestMemory(limit: RequestMemory.headLimit)

    /// - Parameters:
    ///   - responder: Answers the requests.
    ///   - maximumBody: Bytes of the largest request body.
    ///   - secure: Whether connections are encrypted.
    package init(responder: EmulatorResponder, maximumBody: Int, secure: Bool) {
        self.responder = responder
        self.maximumBody = maximumBody
        self.secure = secure
    }

    package func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            var limits = NIOHTTPDecoderLimitConfiguration()
            limits.maxHeaderListSize = Self.maximumHeaders
            limits.maxHeaderFieldCount = Self.maximumHeaderCount
            try HTTP1ConnectionHandler.install(
                in: channel, maximumBody: maximumBody, secure: secure, heads: heads, limits: limits)
            let inbox = RequestInbox(maximumBody: maximumBody)
            try channel.pipeline.syncOperations.addHandlers(ConnectionTimeouts(), inbox)
            return Value(channel: channel, inbox: NIOLoopBound(inbox, eventLoop: channel.eventLoop))
        }
    }

    package func handle(value: Value, logger: Logger) async {
        let channel = value.channel
        await withTaskExecutorPreference(EventLoopExecutor(channel.eventLoop)) {
            await withTaskCancellationHandler {
                await withTaskGroup { tasks in
                    tasks.addTask { await answerRequests(of: value, logger) }
                    tasks.addTask { try? await channel.closeFuture.get() }  // only tells when
                    // Nobody waits any more for what is still being answered when the connection is closed.
                    for await _ in tasks where !channel.isActive { tasks.cancelAll() }
                }
            } onCancel: {
                // Ends what waits for the client, to send or to take something.
                channel.close(promise: nil)
            }
        }
    }

    /// Answers one request after the other, until there are no more, and ends the connection.
    private func answerRequests(of connection: Value, _ logger: Logger) async {
        let channel = connection.channel
        do {
            try await answerRequests(of: connection)
            // Closing drops what is not written yet, if the client has closed its side.
            try await connection.inbox.value.lastAnswer?.get()
            channel.close(mode: .output, promise: nil)
        } catch {
            // The client has gone, or a fault ended the connection.
            logger.trace("connection ended: \(error)")
            channel.close(promise: nil)
        }
    }

    private func answerRequests(of connection: Value) async throws {
        guard let context = EmulatorContext(connection.channel) else { throw ChannelError.ioOnClosedChannel }
        var date = DateHeader()
        do {
            while let part = try await connection.inbox.value.next() {
                let request: ReceivedRequest
                switch part {
                case .request(let head, let body): request = ReceivedRequest(head, .whole(body))
                case .head(let head): request = ReceivedRequest(head, .parts(BodyParts(connection.inbox)))
                // What is left of a body that was not read to its end.
                case .body, .end: continue
                }
                guard connection.channel.isActive else { throw ChannelError.ioOnClosedChannel }
                var response = try await responder.respond(to: request, context: context)
                response.head.headerFields[.date] = date.value
                try await send(response, on: connection.channel)
                if request.head.headerFields.value(.connection) == "close" { return }
            }
        } catch is HTTPParserError {
            try await refuse(.badRequest, on: connection.channel)
        } catch is RequestMemory.Exhausted {
            try await refuse(.serviceUnavailable, on: connection.channel)
        }
    }

    /// Answers a request whose head cannot be read, the last one of the connection.
    private func refuse(_ status: HTTPResponse.Status, on channel: any Channel) async throws {
        try await send(ServerResponse(status, [.connection: "close", .contentLength: "0"]), on: channel)
    }

    /// Sends a response; one that the connection does not take at once only as fast as the client reads it.
    private func send(_ response: ServerResponse, on channel: any Channel) async throws {
        let head = HTTPResponsePart.head(response.head)
        switch response.body {
        case .parts(let body):
            // The client learns at once that it is answered, however long the first part takes.
            channel.writeAndFlush(head, promise: nil)
            try await body.write(PartWriter(channel: channel))
        case .whole(let content):
            channel.write(head, promise: nil)
            if content.readableBytes > 0 { channel.write(HTTPResponsePart.body(content), promise: nil) }
            let end = HTTPResponsePart.end(nil)
            guard channel.isWritable else { return try await channel.writeAndFlush(end) }
            channel.writeAndFlush(end, promise: nil)
        }
    }

    /// Writes each part when the one before has been taken.
    private struct PartWriter: ResponseBodyWriter {
        let channel: any Channel

        func write(_ part: ByteBuffer) async throws { try await channel.writeAndFlush(HTTPResponsePart.body(part)) }

        func finish(_ trailers: HTTPFields?) async throws {
            try await channel.writeAndFlush(HTTPResponsePart.end(trailers))
        }
    }

    /// Bytes of all header fields of a request together.
    private static let maximumHeaders = 80 * 1024
    private static let maximumHeaderCount = 1000
}

/// Runs the tasks of a connection on the connection's own event loop.
///
/// By default a request hops from the event loop to a thread of the cooperative pool and back, several times; on few
/// cores those hops cost more than the request itself. Long work does not run here: ``EmulatorResponder`` passes bulk
/// work to ``WorkerExecutor/bulk``.
final class EventLoopExecutor: TaskExecutor {
    private let eventLoop: any EventLoop

    init(_ eventLoop: any EventLoop) { self.eventLoop = eventLoop }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let executor = asUnownedTaskExecutor()
        eventLoop.execute { job.runSynchronously(on: executor) }
    }

    func asUnownedTaskExecutor() -> UnownedTaskExecutor { UnownedTaskExecutor(ordinary: self) }
}

/// The value of the `Date` header (RFC 9110, section 6.6.1) on a connection, written once a second.
struct DateHeader {
    private var second: Int64?
    private var text = ""

    var value: String {
        mutating get {
            let now = Timestamp.now
            if second != now.seconds {
                second = now.seconds
                text = now.httpDate
            }
            return text
        }
    }
}

extension Timestamp {
    /// As headers have it (RFC 9110, section 5.6.7).
    var httpDate: String { internetDate + " GMT" }
}
