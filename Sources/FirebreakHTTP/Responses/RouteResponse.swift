package import FirebreakControl
package import HTTPTypes

/// What a route answers, before the headers that all answers have.
package struct RouteResponse: Sendable {
    package var status: HTTPResponse.Status
    package var contentType: String?
    package var headers: HTTPFields
    /// Headers that stand as they are, whatever all answers have.
    package var overrides: HTTPFields = [:]
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
    package init(json: [UInt8]) { self.init(status: .ok, contentType: "application/json", body: json) }

    /// A success that goes on.
    package init(events: any EventStream) {
        // Watching the client consumes the rest of the connection's input, so this is its last request.
        self.init(
            status: .ok, contentType: "text/event-stream", body: [],
            headers: [.cacheControl: "no-store", .connection: "close"])
        self.events = events
    }

    /// A part of a message. Clients influence its content: it is shown, but may not act as a page of this server.
    static func untrusted(_ body: [UInt8], contentType: String) -> RouteResponse {
        RouteResponse(
            status: .ok, contentType: contentType, body: body,
            headers: [.contentSecurityPolicy: "sandbox", .xContentTypeOptions: "nosniff"])
    }

    package static let jsonText = "application/json; charset=utf-8"
    package static let plainText = "text/plain; charset=utf-8"
    package static let html = "text/html; charset=utf-8"
}
