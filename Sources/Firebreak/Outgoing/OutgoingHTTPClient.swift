import FirebreakClient
import FirebreakOperations
import Synchronization

/// Posts JSON to blocking functions, listeners for account events and receivers of messages, and asks other emulators
/// what there is.
final class OutgoingHTTPClient: Sendable {
    private let followsRedirects: Bool
    /// Created with the first call, because most servers make none.
    private let connections = Mutex<HTTPConnections?>(nil)

    init(followsRedirects: Bool = true) { self.followsRedirects = followsRedirects }

    /// Runs a body, and closes the outgoing connections when it has ended.
    func whileOpen(_ body: () async throws -> Void) async throws {
        let outcome: Result<Void, any Error>
        do { outcome = .success(try await body()) } catch { outcome = .failure(error) }
        let connections = connections.withLock { connections in
            defer { connections = nil }
            return connections
        }
        await connections?.close()
        try outcome.get()
    }

    private var openConnections: HTTPConnections {
        connections.withLock { connections in
            if let connections { return connections }
            let new = HTTPConnections(followsRedirects: followsRedirects)
            connections = new
            return new
        }
    }

    func send(_ request: OutgoingRequest) async throws(OutgoingRequest.Failure) -> OutgoingRequest.Response {
        let headers = [(name: "Content-Type", value: request.contentType)]
        return try await send(
            HTTPConnections.Call(
                "POST", request.url, headers: headers + request.headers.map { (name: $0.0, value: $0.1) },
                body: request.body, timeLimit: .milliseconds(request.timeout)),
            within: request.timeout)
    }

    /// Asks for a document.
    ///
    /// - Parameter timeout: Milliseconds until the whole response must have arrived.
    func get(
        _ url: String, within timeout: Int64
    ) async throws(OutgoingRequest.Failure) -> OutgoingRequest.Response {
        try await send(HTTPConnections.Call("GET", url, timeLimit: .milliseconds(timeout)), within: timeout)
    }

    private func send(
        _ call: HTTPConnections.Call, within timeout: Int64
    ) async throws(OutgoingRequest.Failure) -> OutgoingRequest.Response {
        // A call's own limit only covers the head of a response.
        let outcome = await withTimeLimit(milliseconds: timeout) { await self.outcome(of: call) }
        return try (outcome ?? .failure(.timedOut)).get()
    }

    private typealias Outcome = Result<OutgoingRequest.Response, OutgoingRequest.Failure>

    private func outcome(of call: HTTPConnections.Call) async -> Outcome {
        do {
            let answer = try await openConnections.begin(call)
            let body = try await answer.body(upTo: OutgoingRequest.maximumResponse)
            return .success(OutgoingRequest.Response(status: answer.status, body: body))
        } catch {
            return .failure(OutgoingRequest.Failure(error))
        }
    }
}
