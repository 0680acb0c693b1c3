import Synchronization

/// A lock for tasks: one holds it at a time, and the others wait in their order, without a thread.
///
/// A task that is cancelled keeps its place, and gets its turn.
package final class TaskLock: Sendable {
    private struct State {
        var isHeld = false
        var waiting = Line<CheckedContinuation<Void, Never>>()
    }

    private let state = Mutex(State())

    package init() {}

    /// Runs a body while no other one runs.
    ///
    /// - Parameter body: Is told whether it had to wait. It must not use the lock.
    package func run<Value>(_ body: (_ hasWaited: Bool) async throws -> Value) async throws -> Value {
        let hasWaited = !takeIfFree()
        if hasWaited { await waitForTurn() }
        defer { pass() }
        return try await body(hasWaited)
    }

    private func takeIfFree() -> Bool {
        state.withLock { state in
            defer { state.isHeld = true }
            return !state.isHeld
        }
    }

    private func waitForTurn() async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                guard state.isHeld else {
                    state.isHeld = true
                    return true
                }
                state.waiting.append(continuation)
                return false
            }
            if isFree { continuation.resume() }
        }
    }

    /// Gives the lock to the next one, if there is one.
    private func pass() {
        let next = state.withLock { state in
            let next = state.waiting.popFirst()
            if next == nil { state.isHeld = false }
            return next
        }
        next?.resume()
    }
}
