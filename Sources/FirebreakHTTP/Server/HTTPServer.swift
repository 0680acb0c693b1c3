import FirebreakOperations
import FirebreakWire
import HTTPTypes
import Logging
package import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOPosix
import ServiceLifecycle

/// Listens, and answers the requests of each connection in a task on the connection's own event loop.
///
/// It ends when it is cancelled, which closes all connections, or with a graceful shutdown: then nothing new is
/// accepted, and each connection is closed once what it has received is answered.
package struct HTTPServer: Service {
    /// A connection with its handlers.
    private struct Connection: Sendable {
        let channel: any Channel
        let inbox: NIOLoopBound<RequestInbox>
    }

    private let responder: EmulatorResponder
    private let host: String
    private let port: Int
    private let maximumBody: Int
    private let encryption: (@Sendable () throws -> any ChannelHandler)?
    private let onListening: @Sendable (any Channel) async -> Void
    private let heads = RequestMemory(limit: RequestMemory.headLimit)

    /// - Parameters:
    ///   - responder: Answers the requests.
    ///   - port: 0 for one that the system chooses.
    ///   - maximumBody: Bytes of the largest request body.
    ///   - encryption: Makes what encrypts a connection; `nil` if they are not encrypted.
    ///   - onListening: Receives the socket once it is bound, before anything is answered.
    package init(
        _ responder: EmulatorResponder, host: String, port: Int, maximumBody: Int,
        encryption: (@Sendable () throws -> any ChannelHandler)?,
        onListening: @escaping @Sendable (any Channel) async -> Void
    ) {
        self.responder = responder
        self.host = host
        self.port = port
        self.maximumBody = maximumBody
        self.encryption = encryption
        self.onListening = onListening
    }

    /// - Throws: `IOError` when it cannot listen.
    package func run() async throws {
        let (accepted, connections) = AsyncStream.makeStream(of: Connection.self)
        let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.backlog, value: 256)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let connection = try addHandlers(to: channel)
                    // NIO closes a connection that no task will answer any more.
                    guard case .enqueued = connections.yield(connection) else { throw ChannelError.ioOnClosedChannel }
                }
            }
            .bind(host: host, port: port).get()
        listener.closeFuture.whenComplete { _ in connections.finish() }
        await withTaskCancellationOrGracefulShutdownHandler {
            await onListening(listener)
            await withDiscardingTaskGroup { tasks in
                for await connection in accepted { tasks.addTask { await answer(connection) } }
            }
        } onCancelOrGracefulShutdown: {
            listener.close(promise: nil)
        }
        try await listener.closeFuture.get()
    }

    private func addHandlers(to channel: any Channel) throws -> Connection {
        let pipeline = channel.pipeline.syncOperations
        if let encryption { try pipeline.addHandler(encryption()) }
        try HTTP1ConnectionHandler.install(
            in: channel, maximumBody: maximumBody, secure: encryption != nil, heads: heads)
        let inbox = RequestInbox(maximumBody: maximumBody)
        try pipeline.addHandlers(ConnectionTimeouts(), inbox)
        return Connection(channel: channel, inbox: NIOLoopBound(inbox, eventLoop: channel.eventLoop))
    }

    private func answer(_ connection: Connection) async {
        let channel = connection.channel
        await withTaskExecutorPreference(EventLoopExecutor(channel.eventLoop)) {
            await withTaskCancellationHandler {
                await withGracefulShutdownHandler {
                    await withTaskGroup { tasks in
                        tasks.addTask { await answerRequests(of: connection) }
                        tasks.addTask { try? await channel.closeFuture.get() }  // only tells when
                        // When the connection is closed, no client waits for what is still being answered.
                        for await _ in tasks where !channel.isActive { tasks.cancelAll() }
                    }
                } onGracefulShutdown: {
                    channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
                }
            } onCancel: {
                // Ends what waits for the client, to send or to take something.
                channel.close(promise: nil)
            }
        }
    }

    /// Answers one request after the other, until there are no more, and ends the connection.
    private func answerRequests(of connection: Connection) async {
        let channel = connection.channel
        do {
            try await answerEachRequest(of: connection)
            // Closing drops what is not written yet, if the client has closed its side.
            try await connection.inbox.value.lastAnswer?.get()
            channel.close(mode: .output, promise: nil)
        } catch {
            // The client has gone, or a fault ended the connection.
            responder.services.logger.trace("connection ended: \(error)")
            channel.close(promise: nil)
        }
    }

    private func answerEachRequest(of connection: Connection) async throws {
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
            channel.writeAndFlush(head, promise: nil)
            try await body { part in try await channel.writeAndFlush(HTTPResponsePart.body(part)) }
            try await channel.writeAndFlush(HTTPResponsePart.end(nil))
        case .events(let body):
            // The client learns at once that it is answered, however long the first event takes.
            channel.writeAndFlush(head, promise: nil)
            try await body.write(to: channel)
            try await channel.writeAndFlush(HTTPResponsePart.end(nil))
        case .whole(let content):
            channel.write(head, promise: nil)
            if content.readableBytes > 0 { channel.write(HTTPResponsePart.body(content), promise: nil) }
            let end = HTTPResponsePart.end(nil)
            guard channel.isWritable else { return try await channel.writeAndFlush(end) }
            channel.writeAndFlush(end, promise: nil)
        }
    }
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
