import FirebreakWire
import NIOCore
import ServiceLifecycle
import Synchronization

/// Ends what waits or works for a client once that has gone.
final class ClientWatch: Sendable {
    private struct State {
        var isGone = false
        var cancel: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())
    private let channel: (any Channel)?

    /// - Parameter channel: The client's connection; `nil` for a caller in the same process.
    init(_ channel: (any Channel)?) {
        self.channel = channel
        guard let channel else { return }
        HTTP1ConnectionHandler.watch(channel, for: ObjectIdentifier(self)) { [weak self] in self?.end() }
    }

    deinit {
        if let channel { HTTP1ConnectionHandler.unwatch(channel, for: ObjectIdentifier(self)) }
    }

    private func end() {
        let cancel = state.withLock { state in
            state.isGone = true
            return state.cancel
        }
        cancel?()
    }

    /// Runs an operation that waits; it is cancelled when the client goes or the server shuts down. One at a time.
    func run<Value: Sendable>(_ operation: @escaping @Sendable () async throws -> Value) async throws -> Value {
        try await value(of: Task { try await cancelWhenGracefulShutdown(operation) })
    }

    /// Runs long work beside the event loops; it is cancelled when the client goes, and while the server shuts down
    /// finished as other requests are.
    static func work<Value: Sendable>(
        for channel: (any Channel)?, _ share: WorkerExecutor.Share, on workers: WorkerExecutor,
        _ operation: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        guard let channel else { return try await workers.run(for: share, operation) }
        return try await ClientWatch(channel).value(
            of: Task {
                try await workers.run(for: share) {
                    // It may have waited for a thread longer than the client did.
                    try Task.checkCancellation()
                    return try await operation()
                }
            })
    }

    private func value<Value: Sendable>(of task: Task<Value, any Error>) async throws -> Value {
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
