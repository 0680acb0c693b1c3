package import FirebreakOperations
package import Logging
import ServiceLifecycle
import Synchronization

/// Delivers account events to each listener in order, independently of the requests that caused them.
///
/// An event is tried several times. A listener that does not answer delays its own later events, but neither other
/// listeners nor a request: when too many wait, the oldest are dropped with a warning. A listener without waiting
/// events takes no memory, so short-lived projects, each with a URL of its own, do not add up.
package final class EventAnnouncer: Service, Sendable {
    /// Delays in milliseconds before each further attempt.
    private static let pauses: [Int64] = [100, 500, 2_000]
    /// Events that may wait for one listener.
    private static let capacity = 10_000

    private let send: OutgoingRequest.Sender
    private let logger: Logger
    /// The waiting events by the listener's URL; a listener has an entry as long as its events are being delivered.
    private let queues = Mutex<[String: [OutgoingRequest]]>([:])
    /// URLs of listeners that have events again, for ``run()``.
    private let awoken: AsyncStream<String>
    private let wake: AsyncStream<String>.Continuation

    /// - Parameter send: Makes one attempt.
    package init(_ send: @escaping OutgoingRequest.Sender, _ logger: Logger) {
        self.send = send
        self.logger = logger
        (awoken, wake) = AsyncStream.makeStream()
    }

    /// How many listeners have events that are waiting or being delivered.
    package var busyListeners: Int { queues.withLock { $0.count } }

    package func announce(_ requests: [OutgoingRequest]) {
        for request in requests {
            let (isIdle, isFull) = queues.withLock { queues in
                guard var queue = queues[request.url] else {
                    queues[request.url] = [request]
                    return (true, false)
                }
                // Taken out of the dictionary meanwhile, so that it is not copied.
                queues[request.url] = []
                let isFull = queue.count >= Self.capacity
                if isFull { queue.removeFirst() }
                queue.append(request)
                queues[request.url] = queue
                return (false, isFull)
            }
            if isIdle { wake.yield(request.url) }
            if isFull {
                logger.warning("An account event was dropped, because too many wait for \(request.url)")
            }
        }
    }

    /// Delivers until the server ends and nothing is left.
    package func run() async throws {
        await withGracefulShutdownHandler {
            await withDiscardingTaskGroup { group in
                for await url in awoken {
                    group.addTask {
                        while let events = self.next(for: url) { for event in events { await self.deliver(event) } }
                    }
                }
            }
        } onGracefulShutdown: {
            self.wake.finish()
        }
    }

    /// Takes all waiting events of a listener.
    ///
    /// - Returns: `nil` when there are none; the listener's entry is removed then.
    private func next(for url: String) -> [OutgoingRequest]? {
        queues.withLock { queues in
            guard let waiting = queues[url], !waiting.isEmpty else {
                queues[url] = nil
                return nil
            }
            queues[url] = []
            return waiting
        }
    }

    private func deliver(_ event: OutgoingRequest) async {
        var failure = await attempt(event)
        for pause in Self.pauses {
            guard failure != nil, !Task.isCancelled else { break }
            // A cancelled sleep ends the attempts at the next check of the task.
            try? await Task.sleep(for: .milliseconds(pause))
            failure = await attempt(event)
        }
        if let failure {
            logger.warning(
                "An account event could not be delivered: \(failure)", metadata: ["event.url": .string(event.url)])
        }
    }

    /// - Returns: Why the listener did not accept it; `nil` when it did.
    private func attempt(_ event: OutgoingRequest) async -> String? {
        do throws(OutgoingRequest.Failure) {
            let answer = try await send(event)
            return (200..<300).contains(answer.status) ? nil : "HTTP status \(answer.status)"
        } catch {
            return "\(error)"
        }
    }
}
