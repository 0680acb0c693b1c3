import Dispatch
import Firebreak
import Foundation

/// Ends the process when a server that was told to end does not: work that nothing can interrupt must keep neither a
/// container nor a terminal waiting.
///
/// Once it counts it needs no thread of Swift's concurrency, all of which may be busy with that work.
struct ShutdownDeadline: Sendable {
    /// Container runtimes kill after ten seconds.
    private static let standard = DispatchTimeInterval.seconds(9)
    /// With an export to write at the end, which is worth waiting for.
    private static let withExport = DispatchTimeInterval.seconds(60)

    /// The one for a server of this configuration.
    static func of(_ configuration: EmulatorConfiguration) -> Self {
        Self(limit: configuration.exportPath == nil ? standard : withExport)
    }

    private let limit: DispatchTimeInterval
    private let end: @Sendable () -> Void
    private let queue = DispatchQueue(label: "firebreak.shutdown-deadline")

    /// - Parameters:
    ///   - limit: From ``start()`` to the end.
    ///   - end: What ends the process.
    init(limit: DispatchTimeInterval, end: @escaping @Sendable () -> Void = Self.endProcess) {
        self.limit = limit
        self.end = end
    }

    /// Counts from now on.
    func start() { queue.asyncAfter(deadline: .now() + limit, execute: end) }

    private static func endProcess() {
        // Nobody may read it any more; the exit code says it as well.
        try? StandardStream.error.write("Error: the server did not end in time after it was told to\n")
        _exit(ExitStatus.failure.code)
    }
}
