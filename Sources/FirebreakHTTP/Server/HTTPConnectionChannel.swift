import HTTPTypes
import HummingbirdCore
package import Logging
package import NIOCore
import NIOHTTP1
package import NIOHTTPTypes

/// A connection of the server: its handlers, and its task on its own event loop.
package struct HTTPConnectionChannel: ServerChildChannel {
    package typealias Value = NIOAsyncChannel<ReceivedPart, HTTPResponsePart>

    private let responder: EmulatorResponder
    private let maximumBody: Int
    private let secure: Bool

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
            try HTTP1ConnectionHandler.install(in: channel, maximumBody: maximumBody, secure: secure, limits: limits)
            try channel.pipeline.syncOperations.addHandlers(
                ConnectionTimeouts(), RequestAssembler(maximumBody: maximumBody))
            return try NIOAsyncChannel(
                wrappingChannelSynchronously: channel, configuration: .init(isOutboundHalfClosureEnabled: true))
        }
    }

    package func handle(value: Value, logger: Logger) async {
        let channel = value.channel
        await withTaskExecutorPreference(EventLoopExecutor(channel.eventLoop)) {
            do {
                try await withTaskCancellationHandler {
                    try await serve(value)
                } onCancel: {
                    channel.close(mode: .input, promise: nil)
                }
            } catch {
                // The client has gone, or the connection was ended in place of an answer.
                logger.trace("connection ended: \(error)")
            }
        }
    }

    /// Answers one request after the other, until the connection ends.
    private func serve(_ connection: Value) async throws {
        let channel = connection.channel
        let context = EmulatorContext(channel)
        var date = DateHeader()
        try await connection.executeThenClose { inbound, outbound in
            var parts = inbound.makeAsyncIterator()
            do {
                while let part = try await parts.next() {
                    let request: ReceivedRequest
                    switch part {
                    case .request(let head, let body): request = ReceivedRequest(head, .whole(body))
                    case .head(let head):
                        request = ReceivedRequest(head, .parts(BodyParts(parts, on: channel.eventLoop)))
                    // What is left of a body that was not read to its end.
                    case .body, .end: continue
                    }
                    var response = try await responder.respond(to: request, context: context)
                    response.headers[.date] = date.value
                    try await ResponseWriter(outbound: outbound).write(response: response.head, body: response.body)
                    if request.head.headerFields.value(.connection) == "close" { break }
                }
            } catch is HTTPParserError {
                let head = HTTPResponse(
                    status: .badRequest, headerFields: [.connection: "close", .contentLength: "0"])
                try await outbound.write(contentsOf: [.head(head), .end(nil)])
            }
            outbound.finish()
            try await channel.closeFuture.get()
        }
    }

    /// Bytes of all header fields of a request together.
    private static let maximumHeaders = 80 * 1024
    private static let maximumHeaderCount = 1000
}
