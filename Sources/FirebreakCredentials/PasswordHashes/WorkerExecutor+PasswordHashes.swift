package import FirebreakWire
import Synchronization

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension WorkerExecutor {
    /// Computes password hashes, which are designed to cost time and memory: up to 256 MiB each. One per process,
    /// because it shares the machine's resources among all servers.
    package static let passwordHashes = WorkerExecutor(
        label: "firebreak.password-hashes", width: min(max(ProcessInfo.processInfo.activeProcessorCount - 1, 1), 4))
}

/// Computes password hashes on the threads for that, and counts them: their number is what the time of an answer depends
/// on.
package final class PasswordHashing: Sendable {
    private let executor: WorkerExecutor
    private let counter = Atomic(0)

    package init(_ executor: WorkerExecutor = .passwordHashes) { self.executor = executor }

    /// How many hashes were computed since the start.
    package var count: Int { counter.load(ordering: .relaxed) }

    /// Runs the computation of one hash.
    package func run<Value>(_ compute: () -> Value) async -> Value {
        counter.wrappingAdd(1, ordering: .relaxed)
        return await executor.run { compute() }
    }
}
