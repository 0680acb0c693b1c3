import AsyncHTTPClient
import FirebreakOperations
import NIOCore
import NIOHTTP1
import Synchronization

/// Posts JSON to blocking functions, listeners for account events and receivers of messages.
final class OutgoingHTTPClient: Sendable {
    /// The size limit of a response; a function's response is a small document.
    private static let maximumAnswer = 1 << 20

    /// Created with the first call, because most servers make none.
    private let client = Mutex<HTTPClient?>(nil)

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
            let new = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
            client = new
            return new
        }
    }

    func send(_ request: OutgoingRequest) async throws(OutgoingRequest.Failure) -> OutgoingRequest.Response {
        // The client's own deadline only covers the head of a response.
        let outcome = await withTimeLimit(milliseconds: request.timeout) { await self.outcome(of: request) }
        return try (outcome ?? .failure(.timedOut)).get()
    }

    private typealias Outcome = Result<OutgoingRequest.Response, OutgoingRequest.Failure>

    private func outcome(of request: OutgoingRequest) async -> Outcome {
        var outgoing = HTTPClientRequest(url: request.url)
        outgoing.method = .POST
        outgoing.headers.add(name: "Content-Type", value: "application/json")
        for (name, value) in request.headers { outgoing.headers.add(name: name, value: value) }
        outgoing.body = .bytes(request.body)
        do {
            let deadline = NIODeadline.now() + .milliseconds(request.timeout)
            let answer = try await openClient.execute(outgoing, deadline: deadline)
            let body = try await answer.body.collect(upTo: Self.maximumAnswer)
            return .success(
                OutgoingRequest.Response(status: Int(answer.status.code), body: Array(body.readableBytesView)))
        } catch let error as HTTPClientError where error == .deadlineExceeded || error == .connectTimeout {
            return .failure(.timedOut)
        } catch {
            return .failure(.unreachable("\(error)"))
        }
    }
}
