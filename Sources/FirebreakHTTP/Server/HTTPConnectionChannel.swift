package import HummingbirdCore
package import Logging
package import NIOCore
import NIOHTTP1
package import NIOHTTPTypes

/// A connection of the server: its handlers, and its tasks on its own event loop.
package struct HTTPConnectionChannel: HTTPChannelHandler {
    package typealias Value = NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>

    package let responder: HTTPChannelHandler.Responder
    private let maximumBody: Int
    private let secure: Bool

    /// - Parameters:
    ///   - maximumBody: Bytes of the largest request body.
    ///   - secure: Whether connections are encrypted.
    package init(responder: @escaping HTTPChannelHandler.Responder, maximumBody: Int, secure: Bool) {
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
                ConnectionTimeouts(), HTTPConnectionStateHandler(logger: logger))
            return try NIOAsyncChannel(
                wrappingChannelSynchronously: channel, configuration: .init(isOutboundHalfClosureEnabled: true))
        }
    }

    package func handle(value: Value, logger: Logger) async {
        await withTaskExecutorPreference(EventLoopExecutor(value.channel.eventLoop)) {
            await handleHTTP(asyncChannel: value, logger: logger)
        }
    }

    /// Bytes of all header fields of a request together.
    private static let maximumHeaders = 80 * 1024
    private static let maximumHeaderCount = 1000
}
