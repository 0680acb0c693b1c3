import FirebreakTestSupport
import FirebreakWire
import Foundation
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

    /// Blocks the threads that it gets until it is told to go on.
    private final class Blockade: Sendable {
        private let state = Mutex((waiting: 0, isOpen: false))
        var waiting: Int { state.withLock { $0.waiting } }

        func block() {
            state.withLock { $0.waiting += 1 }
            while !state.withLock({ $0.isOpen }) { usleep(1000) }
        }

        func open() { state.withLock { $0.isOpen = true } }
    }

    @Test(arguments: [
        (1, 16, 4), (4, 16, 8), (1, 8, 2), (8, 8, 4), (3, 2, 1), (2, 1, 1),
    ])
    func `no kind of call takes more than its share, no project more than half, and others go on`(
        kinds: Int, width: Int, most: Int
    ) async throws {
        let executor = WorkerExecutor(label: "test", width: width)
        let blockade = Blockade()
        let count = 40

        await withTaskGroup { group in
            for number in 0..<count {
                let share = WorkerExecutor.Share(project: "busy", kind: "k\(number % kinds)")
                group.addTask { await executor.run(for: share) { blockade.block() } }
            }
            // All of them have come, and those that may run do.
            while executor.waitingCount + blockade.waiting < count || blockade.waiting < most {
                try? await Task.sleep(for: .milliseconds(1))
            }
            #expect(blockade.waiting == most)
            // With a single thread there is nothing to share.
            if width > 1 {
                let other = WorkerExecutor.Share(project: "other", kind: "k0")
                #expect(await executor.run(for: other) { "done" } == "done")
                #expect(await executor.run { "done" } == "done")
            }
            #expect(blockade.waiting == most)
            blockade.open()
        }
        #expect(blockade.waiting == count)
        #expect(executor.waitingCount == 0)
    }

    private final class Order: Sendable {
        let kinds = Mutex<[String]>([])
    }

    @Test func `those that wait take turns`() async throws {
        let gate = WorkerGate()
        let order = Order()
        await withTaskGroup { group in
            try? await gate.closed {
                for (count, kind) in ["a", "a", "a", "b", "a", "c", "b"].enumerated() {
                    group.addTask {
                        await gate.executor.run(for: .init(project: kind, kind: kind)) {
                            order.kinds.withLock { $0.append(kind) }
                        }
                    }
                    try await gate.waiting(count + 1)
                }
            }
        }
        #expect(order.kinds.withLock { $0 } == ["a", "b", "c", "a", "b", "a", "a"])
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
