import FirebreakTestSupport
import FirebreakWire
import Synchronization
import Testing

struct WorkerExecutorTests {
    @Test func `no more jobs run at once than it has threads, and all of them run`() async {
        let executor = WorkerExecutor(label: "test", width: 2)
        let gauge = Gauge()

        await withTaskGroup { group in
            for _ in 0..<40 {
                group.addTask(executorPreference: executor) {
                    gauge.measure {
                        // A busy machine may start the second thread late.
                        let end = ContinuousClock.now + .seconds(30)
                        repeat { Self.work() } while gauge.state.withLock({ $0.most }) < 2 && ContinuousClock.now < end
                    }
                }
            }
        }

        #expect(gauge.state.withLock { $0.finished } == 40)
        #expect(gauge.state.withLock { $0.most } == 2)
    }

    @Test func `what is run on it runs on its threads`() async {
        let executor = WorkerExecutor(label: "test", width: 1)
        let gauge = Gauge()

        let results = await withTaskGroup { group in
            for number in 0..<8 {
                group.addTask {
                    await executor.run {
                        gauge.measure(Self.work)
                        return number
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }

        #expect(results.sorted() == Array(0..<8))
        #expect(gauge.state.withLock { $0.most } == 1)
    }

    @Test func `an asynchronous function that is all there is to run waits for its threads`() async throws {
        let gate = WorkerGate()
        let gauge = Gauge()
        @Sendable func note() async { gauge.measure {} }

        let running = try await gate.closed {
            let running = Task { await gate.executor.run { await note() } }
            try await gate.waiting(1)
            #expect(gauge.state.withLock { $0.finished } == 0)
            return running
        }
        await running.value
        #expect(gauge.state.withLock { $0.finished } == 1)
    }

    /// Keeps a thread busy for some milliseconds.
    @Sendable private static func work() {
        var hash: UInt64 = 1
        for number in 0..<2_000_000 { hash = (hash ^ UInt64(number)) &* 0x9E37_79B9_7F4A_7C15 }
        withExtendedLifetime(hash) {}
    }
}

/// Counts what runs at the same time.
private final class Gauge: Sendable {
    struct State {
        var running = 0
        var most = 0
        var finished = 0
    }

    let state = Mutex(State())

    func measure(_ body: () -> Void) {
        state.withLock { state in
            state.running += 1
            state.most = max(state.most, state.running)
        }
        body()
        state.withLock { state in
            state.running -= 1
            state.finished += 1
        }
    }
}
