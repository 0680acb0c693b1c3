import FirebreakWire
import Synchronization
import Testing

struct TaskLockTests {
    private final class Log: Sendable {
        let state = Mutex((inside: 0, most: 0, done: [Int](), arrived: 0))
    }

    @Test func `one at a time holds it, and each gets its turn`() async throws {
        let lock = TaskLock()
        let log = Log()
        try await withThrowingTaskGroup { group in
            for number in 0..<200 {
                group.addTask {
                    try await lock.run { _ in
                        log.state.withLock { state in
                            state.inside += 1
                            state.most = max(state.most, state.inside)
                        }
                        await Task.yield()
                        log.state.withLock { state in
                            state.inside -= 1
                            state.done.append(number)
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(log.state.withLock { $0.most } == 1)
        #expect(log.state.withLock { $0.done.sorted() } == Array(0..<200))
    }

    @Test func `those who wait get it in the order in which they came, also when they were cancelled`() async throws {
        let lock = TaskLock()
        let log = Log()
        let (gate, opening) = AsyncStream<Void>.makeStream()
        let holder = Task {
            try await lock.run { hasWaited in
                #expect(!hasWaited)
                log.state.withLock { $0.inside = 1 }
                for await _ in gate {}
            }
        }
        while log.state.withLock(\.inside) == 0 { try await Task.sleep(for: .milliseconds(1)) }
        var waiting: [Task<Void, any Error>] = []
        for number in 0..<20 {
            let before = log.state.withLock(\.arrived)
            waiting.append(
                Task { @MainActor in
                    log.state.withLock { $0.arrived += 1 }
                    try await lock.run { hasWaited in
                        #expect(hasWaited)
                        log.state.withLock { $0.done.append(number) }
                    }
                })
            while log.state.withLock(\.arrived) == before { try await Task.sleep(for: .milliseconds(1)) }
            // On one actor, the next one runs when this one waits.
            await MainActor.run {}
        }
        waiting[3].cancel()
        opening.finish()
        try await holder.value
        for task in waiting { try await task.value }
        #expect(log.state.withLock(\.done) == Array(0..<20))
    }

    @Test func `an error gives it back`() async throws {
        struct Refusal: Error {}
        let lock = TaskLock()
        await #expect(throws: Refusal.self) { try await lock.run { _ in throw Refusal() } }
        #expect(try await lock.run { hasWaited in !hasWaited })
    }
}
