package import FirebreakWire
import FoundationEssentials

extension WorkerExecutor {
    /// Computes password hashes, which are made to cost time and memory: up to 256 MiB each. The process's own, because
    /// what it shares out belongs to the machine, not to one of several servers.
    package static let passwordHashes = WorkerExecutor(
        label: "firebreak.password-hashes", width: min(max(ProcessInfo.processInfo.activeProcessorCount - 1, 1), 4))
}
