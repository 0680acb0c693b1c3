import FirebreakModel
import Synchronization

@testable import FirebreakClient

/// A server that gives one answer to whatever it is asked, and notes what that was.
final class FakeTransport: Transport {
    private let result: Result<ControlReply, FirebreakFailure>
    private let noted = Mutex<[ControlRequest]>([])

    let url = "http://localhost:9099/"

    var requests: [ControlRequest] { noted.withLock { $0 } }

    init(_ body: String, status: Int = 200) {
        result = .success(ControlReply(status: status, body: Array(body.utf8)))
    }

    init(_ failure: FirebreakFailure) { result = .failure(failure) }

    func send(_ request: ControlRequest) async throws(FirebreakFailure) -> ControlReply {
        noted.withLock { $0.append(request) }
        return try result.get()
    }

    func events(_ request: ControlRequest) -> AsyncThrowingStream<ServerEvent, any Error> {
        noted.withLock { $0.append(request) }
        return AsyncThrowingStream { continuation in
            do throws(FirebreakFailure) {
                var reader = EventStreamReader()
                for event in try reader.events(in: result.get().body) { continuation.yield(event) }
                continuation.finish()
            } catch {
                continuation.finish(throwing: error)
            }
        }
    }
}
