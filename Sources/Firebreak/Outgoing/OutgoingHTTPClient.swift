import AsyncHTTPClient
import FirebreakOperations
import NIOCore
import NIOHTTP1

/// Posts JSON to blocking functions and listeners for account events.
///
/// It uses the process's shared client, so that a server which calls nobody starts no threads and closes nothing.
struct OutgoingHTTPClient: Sendable {
    /// Bytes of an answer that are read; a function's answer is a small document.
    private static let maximumAnswer = 1 << 20

    func send(_ request: OutgoingRequest) async throws(OutgoingRequest.Failure) -> OutgoingRequest.Response {
        var outgoing = HTTPClientRequest(url: request.url)
        outgoing.method = .POST
        outgoing.headers.add(name: "Content-Type", value: "application/json")
        outgoing.body = .bytes(request.body)
        do {
            // The deadline covers head and body alike.
            let deadline = NIODeadline.now() + .milliseconds(request.timeout)
            let answer = try await HTTPClient.shared.execute(outgoing, deadline: deadline)
            let body = try await answer.body.collect(upTo: Self.maximumAnswer)
            return OutgoingRequest.Response(status: Int(answer.status.code), body: Array(body.readableBytesView))
        } catch let error as HTTPClientError where error == .deadlineExceeded || error == .readTimeout {
            throw .timedOut
        } catch {
            throw .unreachable("\(error)")
        }
    }
}
