import HTTPTypes
import NIOCore

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
