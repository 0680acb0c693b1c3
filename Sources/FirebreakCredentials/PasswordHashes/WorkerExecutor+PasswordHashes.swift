package import FirebreakWire
import FoundationEssentials

extension WorkerExecutor {
    /// Computes password hashes, which are designed to cost time and memory: up to 256 MiB each. One per process,
    /// because it shares the machine's resources among all servers.
    package static let passwordHashes = WorkerExecutor(
        label: "firebreak.password-hashes", width: min(max(ProcessInfo.processInfo.activeProcessorCount - 1, 1), 4))
}
