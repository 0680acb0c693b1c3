import Dispatch
import Firebreak
import Foundation

/// Ends the process when a server that was told to stop does not: work that cannot be interrupted must not keep a
/// container or a terminal waiting.
///
/// Once started it needs no thread of Swift's concurrency, all of which may be busy with that work.
struct ShutdownDeadline: Sendable {
    /// The deadline for a server of this configuration.
    static func of(_ configuration: EmulatorConfiguration) -> Self {
        Self(limit: configuration.exportPath == nil ? ShutdownLimits.process : ShutdownLimits.processWithExport)
    }

    private let limit: DispatchTimeInterval
    private let end: @Sendable () -> Void
    private let queue = DispatchQueue(label: "firebreak.shutdown-deadline")

    /// - Parameters:
    ///   - limit: From ``start()`` to the end.
    ///   - end: Ends the process.
    init(limit: DispatchTimeInterval, end: @escaping @Sendable () -> Void = Self.endProcess) {
        self.limit = limit
        self.end = end
    }

    /// Starts the countdown.
    func start() { queue.asyncAfter(deadline: .now() + limit, execute: end) }

    private static func endProcess() {
        // It may have no reader any more; the exit code reports the failure as well.
        try? StandardStream.error.write("Error: the server did not end in time after it was told to\n")
        _exit(ExitStatus.failure.code)
    }
}
