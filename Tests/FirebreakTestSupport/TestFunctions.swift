package import FirebreakOperations
package import FirebreakWire
import Synchronization

/// Stands in for the servers of others that a server calls: blocking functions and listeners to account events.
package final class TestFunctions: Sendable {
    /// What a function does with a call, given the claims of its token.
    package typealias Handler = @Sendable (JSON) async throws(OutgoingRequest.Failure) -> OutgoingRequest.Response

    private struct State {
        var handlers: [String: Handler] = [:]
        var calls: [(url: String, claims: JSON)] = []
        var tokens: [String] = []
        var announced: [OutgoingRequest] = []
    }

    private let state = Mutex(State())

    package init() {}

    /// Lets a URL answer this status and body.
    package func answer(_ url: String, status: Int = 200, _ body: JSON) {
        handle(url) { _ throws(OutgoingRequest.Failure) in .init(status: status, body: body.bytes) }
    }

    package func handle(_ url: String, _ handler: @escaping Handler) {
        state.withLock { $0.handlers[url] = handler }
    }

    /// The claims of the calls to a URL, oldest first.
    package func calls(_ url: String) -> [JSON] {
        state.withLock { $0.calls.filter { $0.url == url }.map(\.claims) }
    }

    /// The tokens of all calls, oldest first.
    package var tokens: [String] { state.withLock { $0.tokens } }

    /// What was announced to listeners, oldest first.
    package var announced: [(url: String, body: JSON)] {
        state.withLock { $0.announced }.map { (url: $0.url, body: (try? JSON(parsing: $0.body)) ?? .null) }
    }

    /// The requests for them.
    package var announcedRequests: [OutgoingRequest] { state.withLock { $0.announced } }

    package func send(_ request: OutgoingRequest) async throws(OutgoingRequest.Failure) -> OutgoingRequest.Response {
        let body = (try? JSON(parsing: request.body)) ?? .null
        let token = body[path: "data.jwt"]?.stringValue
        let claims = token.flatMap { JSONWebToken($0) }?.payload ?? .null
        let handler = state.withLock { state in
            if let token { state.tokens.append(token) }
            state.calls.append((request.url, claims))
            return state.handlers[request.url]
        }
        guard let handler else { throw .unreachable("nobody listens at \(request.url)") }
        return try await handler(claims)
    }

    package func announce(_ requests: [OutgoingRequest]) { state.withLock { $0.announced += requests } }
}
