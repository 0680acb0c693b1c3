package import HTTPTypes
package import NIOCore

/// A request as a connection receives it.
package struct ReceivedRequest: Sendable {
    /// The content that follows the head.
    package enum Body: Sendable {
        /// All of it, when it is small.
        case whole(ByteBuffer)
        /// What has to be read from the connection.
        case parts(BodyParts)
    }

    package let head: HTTPRequest
    let body: Body

    init(_ head: HTTPRequest, _ body: Body) {
        self.head = head
        self.body = body
    }
}

/// What a connection tells about requests, in this order: a small request at once; of another one the head, the parts of
/// its body, and its end.
package enum ReceivedPart: Sendable {
    case request(HTTPRequest, ByteBuffer)
    case head(HTTPRequest)
    case body(ByteBuffer)
    case end
}

/// The parts of a body, read from the connection as fast as they are asked for. They can be read once, on the
/// connection's event loop.
package struct BodyParts: AsyncSequence, Sendable {
    typealias Source = NIOAsyncChannelInboundStream<ReceivedPart>.AsyncIterator

    private let source: NIOLoopBound<Source>

    init(_ source: Source, on eventLoop: any EventLoop) { self.source = NIOLoopBound(source, eventLoop: eventLoop) }

    package func makeAsyncIterator() -> AsyncIterator { AsyncIterator(source: source.value) }

    package struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate var source: Source

        package mutating func next(isolation actor: isolated (any Actor)?) async throws -> ByteBuffer? {
            guard case .body(let chunk) = try await source.next(isolation: actor) else { return nil }
            return chunk
        }
    }
}
