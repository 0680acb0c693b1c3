import FirebreakOperations
import Logging
import ServiceLifecycle
import Synchronization

/// Delivers account events to their listeners, in their order and apart from the requests that caused them.
///
/// An event is tried several times. A listener that does not answer holds up later events, but never a request: when
/// too many wait, the oldest are dropped with a warning.
final class EventAnnouncer: Service, Sendable {
    /// Milliseconds before each further attempt.
    private static let pauses: [Int64] = [100, 500, 2_000]
    private static let capacity = 10_000

    private let sender: OutgoingHTTPClient
    private let logger: Logger
    private let events: AsyncStream<OutgoingRequest>
    private let continuation: AsyncStream<OutgoingRequest>.Continuation

    init(_ sender: OutgoingHTTPClient, _ logger: Logger) {
        self.sender = sender
        self.logger = logger
        (events, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(Self.capacity))
    }

    func announce(_ requests: [OutgoingRequest]) {
        for request in requests {
            if case .dropped = continuation.yield(request) {
                logger.warning("An account event was dropped, because too many wait to be delivered")
            }
        }
    }

    /// Delivers until the server ends and nothing is left.
    func run() async throws {
        await withGracefulShutdownHandler {
            for await event in events { await deliver(event) }
        } onGracefulShutdown: {
            self.continuation.finish()
        }
    }

    private func deliver(_ event: OutgoingRequest) async {
        var failure = await attempt(event)
        for pause in Self.pauses {
            guard failure != nil, !Task.isCancelled else { break }
            // A cancelled sleep ends the attempts with the next look at the task.
            try? await Task.sleep(for: .milliseconds(pause))
            failure = await attempt(event)
        }
        if let failure {
            logger.warning(
                "An account event could not be delivered: \(failure)", metadata: ["event.url": .string(event.url)])
        }
    }

    /// - Returns: Why the listener did not take it; `nil` when it did.
    private func attempt(_ event: OutgoingRequest) async -> String? {
        do throws(OutgoingRequest.Failure) {
            let answer = try await sender.send(event)
            return (200..<300).contains(answer.status) ? nil : "HTTP status \(answer.status)"
        } catch {
            return "\(error)"
        }
    }
}
