import NIOCore
import ServiceLifecycle
import Synchronization

/// Ends what waits for a client once that has gone, or the server shuts down.
final class ClientWatch: Sendable {
    private struct State {
        var isGone = false
        var cancel: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())

    /// - Parameter channel: The client's connection; `nil` for a caller in the same process.
    init(_ channel: (any Channel)?) {
        guard let channel else { return }
        HTTP1ConnectionHandler.whenInputCloses(on: channel) { [weak self] in self?.end() }
    }

    private func end() {
        let cancel = state.withLock { state in
            state.isGone = true
            return state.cancel
        }
        cancel?()
    }

    /// Runs an operation, which is cancelled when the client goes or the server shuts down. One at a time.
    func run<Value: Sendable>(_ operation: @escaping @Sendable () async throws -> Value) async throws -> Value {
        let task = Task { try await cancelWhenGracefulShutdown(operation) }
        let isGone = state.withLock { state in
            state.cancel = { task.cancel() }
            return state.isGone
        }
        if isGone { task.cancel() }
        defer { state.withLock { $0.cancel = nil } }
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }
}
