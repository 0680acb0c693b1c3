import Dispatch
package import FirebreakWire

/// Work of a server that is done when the test says so, however busy the machine is.
package struct WorkerGate: Sendable {
    /// For the server.
    package let executor = WorkerExecutor(label: "test", width: 1)

    package init() {}

    /// Runs a body while no work is done; what was begun in it is done afterwards.
    package func closed<Value>(_ body: () async throws -> Value) async rethrows -> Value {
        let (isClosed, closing) = AsyncStream<Void>.makeStream()
        let opening = DispatchSemaphore(value: 0)
        async let _ = executor.run {
            closing.finish()
            opening.wait()
        }
        for await _ in isClosed {}
        defer { opening.signal() }
        return try await body()
    }

    /// Returns once so many pieces of work wait; there is no event for it.
    package func waiting(_ count: Int) async throws {
        while executor.waitingCount < count { try await Task.sleep(for: .milliseconds(1)) }
    }
}
