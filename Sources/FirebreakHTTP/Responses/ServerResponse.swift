import HTTPTypes
import HummingbirdCore
import NIOCore

/// A response with all its headers, as it is sent.
struct ServerResponse: Sendable {
    enum Body: Sendable {
        case whole(ByteBuffer)
        /// Written as fast as the client reads it.
        case parts(ResponseBody)
    }

    var head: HTTPResponse
    let body: Body

    init(_ status: HTTPResponse.Status, _ headers: HTTPFields, _ body: Body = .whole(ByteBuffer())) {
        head = HTTPResponse(status: status, headerFields: headers)
        self.body = body
    }
}
