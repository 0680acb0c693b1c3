import AsyncHTTPClient
import FirebreakOperations
import NIOCore
import NIOHTTP1
import Synchronization

/// Posts JSON to blocking functions, listeners for account events and receivers of messages, and asks other emulators
/// what there is.
final class OutgoingHTTPClient: Sendable {
    private let followsRedirects: Bool
    /// Created with the first call, because most servers make none.
    private let client = Mutex<HTTPClient?>(nil)

    init(followsRedirects: Bool = true) { self.followsRedirects = followsRedirects }

    /// Runs a body, and closes the outgoing connections when it has ended.
    func whileOpen(_ body: () async throws -> Void) async throws {
        let outcome: Result<Void, any Error>
        do { outcome = .success(try await body()) } catch { outcome = .failure(error) }
        let client = client.withLock { client in
            defer { client = nil }
            return client
        }
        // No call is in progress any more, so closing cannot fail.
        try? await client?.shutdown()
        try outcome.get()
    }

    private var openClient: HTTPClient {
        client.withLock { client in
            if let client { return client }
            var configuration = HTTPClient.Configuration()
            // A function that is not running is reported at once, not after the deadline.
            configuration.connectionPool.retryConnectionEstablishment = false
            // As many as Node's fetch follows for the reference.
            configuration.redirectConfiguration = followsRedirects ? .follow(max: 20, allowCycles: true) : .disallow
            let new = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
            client = new
            return new
        }
    }

    func send(_ request: OutgoingRequest) async throws(OutgoingRequest.Failure) -> OutgoingRequest.Response {
        var outgoing = HTTPClientRequest(url: request.url)
        outgoing.method = .POST
        outgoing.headers.add(name: "Content-Type", value: request.contentType)
        for (name, value) in request.headers { outgoing.headers.add(name: name, value: value) }
        outgoing.body = .bytes(request.body)
        return try await send(outgoing, within: request.timeout)
    }

    /// Asks for a document.
    ///
    /// - Parameter timeout: Milliseconds until the whole response must have arrived.
    func get(
        _ url: String, within timeout: Int64
    ) async throws(OutgoingRequest.Failure) -> OutgoingRequest.Response {
        try await send(HTTPClientRequest(url: url), within: timeout)
    }

    private func send(
        _ request: HTTPClientRequest, within timeout: Int64
    ) async throws(OutgoingRequest.Failure) -> OutgoingRequest.Response {
        // The client's own deadline only covers the head of a response.
        let outcome = await withTimeLimit(milliseconds: timeout) { await self.outcome(of: request, within: timeout) }
        return try (outcome ?? .failure(.timedOut)).get()
    }

    private typealias Outcome = Result<OutgoingRequest.Response, OutgoingRequest.Failure>

    private func outcome(of request: HTTPClientRequest, within timeout: Int64) async -> Outcome {
        do {
            let deadline = NIODeadline.now() + .milliseconds(timeout)
            let answer = try await openClient.execute(request, deadline: deadline)
            let body = try await answer.body.collect(upTo: OutgoingRequest.maximumResponse)
            return .success(
                OutgoingRequest.Response(status: Int(answer.status.code), body: Array(body.readableBytesView)))
        } catch {
            return .failure(OutgoingRequest.Failure(error))
        }
    }
}
