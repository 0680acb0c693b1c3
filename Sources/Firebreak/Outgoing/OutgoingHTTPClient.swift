import AsyncHTTPClient
import FirebreakOperations
import NIOCore
import NIOHTTP1
import Synchronization

/// Posts JSON to blocking functions and listeners for account events.
final class OutgoingHTTPClient: Sendable {
    /// Bytes of an answer that are read; a function's answer is a small document.
    private static let maximumAnswer = 1 << 20

    /// Made with the first call, because most servers call nobody.
    private let client = Mutex<HTTPClient?>(nil)

    /// Runs a body, and closes the connections to others when it has ended.
    func whileOpen(_ body: () async throws -> Void) async throws {
        let outcome: Result<Void, any Error>
        do { outcome = .success(try await body()) } catch { outcome = .failure(error) }
        let client = client.withLock { client in
            defer { client = nil }
            return client
        }
        // Nothing is in flight any more, so there is nothing that closing could fail at.
        try? await client?.shutdown()
        try outcome.get()
    }

    private var openClient: HTTPClient {
        client.withLock { client in
            if let client { return client }
            var configuration = HTTPClient.Configuration()
            // A function that is not there is told at once, not when the deadline is over.
            configuration.connectionPool.retryConnectionEstablishment = false
            let new = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
            client = new
            return new
        }
    }

    func send(_ request: OutgoingRequest) async throws(OutgoingRequest.Failure) -> OutgoingRequest.Response {
        let outcome = await withTaskGroup { group in
            group.addTask { await self.outcome(of: request) }
            // The client's own deadline ends with the head of an answer.
            group.addTask {
                try? await Task.sleep(for: .milliseconds(request.timeout))
                return Outcome.failure(.timedOut)
            }
            let first = await group.next() ?? .failure(.timedOut)
            group.cancelAll()
            return first
        }
        return try outcome.get()
    }

    private typealias Outcome = Result<OutgoingRequest.Response, OutgoingRequest.Failure>

    private func outcome(of request: OutgoingRequest) async -> Outcome {
        var outgoing = HTTPClientRequest(url: request.url)
        outgoing.method = .POST
        outgoing.headers.add(name: "Content-Type", value: "application/json")
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
