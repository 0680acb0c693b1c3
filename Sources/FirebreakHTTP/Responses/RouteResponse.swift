package import FirebreakControl
import FirebreakOperations
package import FirebreakPages
package import FirebreakWire
package import HTTPTypes
import NIOCore

/// What a route answers, before the headers that all answers have.
package struct RouteResponse: Sendable {
    package var status: HTTPResponse.Status
    package var contentType: String?
    package var headers: HTTPFields
    /// Headers that stand as they are, whatever all answers have.
    var overrides: HTTPFields = [:]
    package var body: [UInt8]
    /// Whether JSON is not indented where it would be.
    var isCompact = false
    /// What follows the headers instead of a body.
    package var events: (any EventStream)?

    package init(
        status: HTTPResponse.Status, contentType: String?, body: [UInt8], headers: HTTPFields = [:]
    ) {
        self.status = status
        self.contentType = contentType
        self.body = body
        self.headers = headers
    }

    /// A success of an API method.
    init(json: [UInt8]) { self.init(status: .ok, contentType: "application/json", body: json) }

    /// A success that goes on.
    package init(events: any EventStream) {
        // Watching the client consumes the rest of the connection's input, so this is its last request.
        self.init(
            status: .ok, contentType: "text/event-stream", body: [],
            headers: [.cacheControl: "no-store", .connection: "close"])
        self.events = events
    }

    /// A part of a message. Clients influence its content: it is shown, but may not act as a page of this server.
    package static func untrusted(_ body: [UInt8], contentType: String) -> RouteResponse {
        RouteResponse(
            status: .ok, contentType: contentType, body: body,
            headers: [.contentSecurityPolicy: "sandbox", .xContentTypeOptions: "nosniff"])
    }

    package static let jsonText = "application/json; charset=utf-8"
    package static let plainText = "text/plain; charset=utf-8"
    package static let html = "text/html; charset=utf-8"
}

extension RouteResponse {
    /// 303, as the reference's pages redirect.
    package static func redirect(to target: String) -> RouteResponse {
        let location = PercentEncoding.escapeIllegal(target)
        return RouteResponse(
            status: .seeOther, contentType: RouteResponse.plainText,
            body: Array("See Other. Redirecting to \(location.excerpt)".utf8),
            headers: [.location: location, .vary: "Accept"])
    }
}

/// A response with all its headers, as it is sent.
struct ServerResponse: Sendable {
    enum Body: Sendable {
        case whole(ByteBuffer)
        /// Written in parts, as fast as the client reads them.
        case parts(@Sendable (_ write: PartWriter) async throws -> Void)
        /// Written as they come.
        case events(EventBody)
    }

    /// Takes a part of a body, and returns when the client has taken it.
    typealias PartWriter = (ByteBuffer) async throws -> Void

    var head: HTTPResponse
    let body: Body

    init(_ status: HTTPResponse.Status, _ headers: HTTPFields, _ body: Body = .whole(ByteBuffer())) {
        head = HTTPResponse(status: status, headerFields: headers)
        self.body = body
    }
}

extension RouteResponse {
    /// JSON in lines.
    static func indented(_ document: JSON, status: HTTPResponse.Status = .ok) -> RouteResponse {
        RouteResponse(status: status, contentType: jsonText, body: JSON.indented(document.bytes))
    }
}

extension PagePolicy {
    /// The page as a response, which must not be cached: the accounts change.
    package func answer(_ page: HTML, status: Int = 200) -> RouteResponse {
        RouteResponse(
            status: HTTPResponse.Status(code: status), contentType: RouteResponse.html, body: Array(page.text.utf8),
            headers: [.contentSecurityPolicy: text, .cacheControl: "no-store"])
    }
}
