import FirebreakOperations
import FirebreakStore
package import FirebreakWire

/// The queues that have got something to deliver, on their way from the commits to the ``DeliveryService``.
package struct DeliveryWakes: Sendable {
    /// The messages of one project to one destination, which are delivered in order.
    struct Queue: Hashable, Sendable {
        var project: ProjectID
        var destination: String
    }

    let queues: AsyncStream<Queue>
    private let wake: AsyncStream<Queue>.Continuation

    package init() { (queues, wake) = AsyncStream.makeStream() }

    /// To be called after the commit.
    package func add(_ project: ProjectID, _ destinations: some Sequence<String>) {
        for destination in destinations { wake.yield(Queue(project: project, destination: destination)) }
    }

    func finish() { wake.finish() }
}
