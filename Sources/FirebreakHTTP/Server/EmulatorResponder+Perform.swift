import FirebreakOperations
package import HTTPTypes
import NIOCore

extension EmulatorResponder {
    /// Answers a request without a connection in the same way as one with: the same routes, headers and bodies.
    ///
    /// - Parameters:
    ///   - path: With its query, for example `/firebreak/v1/projects/p/outbox?limit=1`.
    ///   - host: The host name to use for this server, also in links of the response; `nil` for its own address.
    ///   - remoteIP: The client's address; `nil` for this process.
    /// - Returns: The answer with all its headers, and with its events where it has any.
    package func perform(
        _ method: HTTPRequest.Method, _ path: String, headers: HTTPFields = [:], body: [UInt8] = [],
        host: String? = nil, from remoteIP: String? = nil
    ) async throws -> RouteResponse {
        var headers = headers
        if !body.isEmpty || method == .post { headers[.contentLength] = String(body.count) }
        let head = HTTPRequest(method: method, scheme: "http", authority: host, path: path, headerFields: headers)
        let request = ReceivedRequest(head, .whole(ByteBuffer(bytes: body)))
        let context = EmulatorContext(remoteIP: remoteIP)
        let response = try await respond(to: request, context: context)
        var bytes: [UInt8] = []
        switch response.body {
        case .whole(let content): bytes = Array(content.readableBytesView)
        case .parts(let body): try await body { part in bytes += part.readableBytesView }
        }
        let answered = response.head
        var answer = RouteResponse(
            status: answered.status, contentType: answered.headerFields[.contentType], body: bytes,
            headers: answered.headerFields)
        answer.events = context.events?.stream
        return answer
    }
}
