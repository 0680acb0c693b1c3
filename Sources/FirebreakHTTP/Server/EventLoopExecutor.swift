import NIOCore

/// Runs the tasks of a connection on the connection's own event loop.
///
/// By default a request hops from the event loop to a thread of the cooperative pool and back, several times; on few
/// cores those hops cost more than the request itself. Long work does not run here: ``EmulatorResponder`` passes bulk
/// work to ``WorkerExecutor/bulk``.
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
