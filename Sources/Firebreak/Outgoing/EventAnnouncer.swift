import FirebreakOperations
import Logging
import ServiceLifecycle
import Synchronization

/// Delivers account events to their listeners, to each in their order, and apart from the requests that caused them.
///
/// An event is tried several times. A listener that does not answer holds up its own later events, but neither other
/// listeners nor a request: when too many wait, the oldest are dropped with a warning.
final class EventAnnouncer: Service, Sendable {
    /// Milliseconds before each further attempt.
    private static let pauses: [Int64] = [100, 500, 2_000]
    /// Events that may wait for one listener.
    private static let capacity = 10_000

    private typealias Queue = AsyncStream<OutgoingRequest>

    private let sender: OutgoingHTTPClient
    private let logger: Logger
    /// Listeners by URL, each with the way into its queue.
    private let listeners = Mutex<[String: Queue.Continuation]>([:])
    /// Queues of new listeners, on their way to ``run()``.
    private let queues: AsyncStream<Queue>
    private let newQueue: AsyncStream<Queue>.Continuation

    init(_ sender: OutgoingHTTPClient, _ logger: Logger) {
        self.sender = sender
        self.logger = logger
        (queues, newQueue) = AsyncStream.makeStream()
    }

    func announce(_ requests: [OutgoingRequest]) {
        for request in requests {
            if case .dropped = listener(request.url).yield(request) {
                logger.warning("An account event was dropped, because too many wait for \(request.url)")
            }
        }
    }

    private func listener(_ url: String) -> Queue.Continuation {
        listeners.withLock { listeners in
            if let known = listeners[url] { return known }
            let (queue, continuation) = Queue.makeStream(bufferingPolicy: .bufferingNewest(Self.capacity))
            listeners[url] = continuation
            newQueue.yield(queue)
            return continuation
        }
    }

    /// Delivers until the server ends and nothing is left.
    func run() async throws {
        await withGracefulShutdownHandler {
            await withDiscardingTaskGroup { group in
                for await queue in queues {
                    group.addTask { for await event in queue { await self.deliver(event) } }
                }
            }
        } onGracefulShutdown: {
            self.newQueue.finish()
            for listener in self.listeners.withLock({ $0.values }) { listener.finish() }
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
