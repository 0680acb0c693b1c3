package import HummingbirdCore
package import Logging
package import NIOCore

/// Runs the tasks of a connection on the connection's own event loop.
///
/// By default a request hops from the event loop to a thread of the cooperative pool and back, several times; on few
/// cores those hops cost more than answering it does. What may take long does not run here: ``EmulatorResponder`` gives
/// bulk work to the cooperative pool.
final class EventLoopExecutor: TaskExecutor {
    private let eventLoop: any EventLoop

    init(_ eventLoop: any EventLoop) { self.eventLoop = eventLoop }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let executor = asUnownedTaskExecutor()
        eventLoop.execute { job.runSynchronously(on: executor) }
    }

    func asUnownedTaskExecutor() -> UnownedTaskExecutor { UnownedTaskExecutor(ordinary: self) }
}

/// Hummingbird's HTTP/1.1 channel, its tasks on the event loop of each connection.
package struct EventLoopHTTPChannel: ServerChildChannel {
    package typealias Value = HTTP1Channel.Value

    private let base: HTTP1Channel

    package init(_ base: HTTP1Channel) { self.base = base }

    package func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        base.setup(channel: channel, logger: logger)
    }

    package func handle(value: Value, logger: Logger) async {
        await withTaskExecutorPreference(EventLoopExecutor(value.channel.eventLoop)) {
            await base.handle(value: value, logger: logger)
        }
    }
}
