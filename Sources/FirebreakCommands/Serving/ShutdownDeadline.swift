import Dispatch
import Foundation

/// Ends the process when a server that was told to end does not: work that nothing can interrupt must keep neither a
/// container nor a terminal waiting.
///
/// It needs no thread of Swift's concurrency, all of which may be busy with that work.
struct ShutdownDeadline: Sendable {
    /// Container runtimes kill after ten seconds.
    static let standard = DispatchTimeInterval.seconds(9)
    /// With an export to write at the end, which is worth waiting for.
    static let withExport = DispatchTimeInterval.seconds(60)

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

    /// Counts from one of these signals on.
    ///
    /// - Returns: What listens for them; it stops when nobody holds it.
    func start(on signals: [Int32]) -> [any DispatchSourceSignal] {
        signals.map { signal in
            let source = DispatchSource.makeSignalSource(signal: signal, queue: queue)
            source.setEventHandler { start() }
            source.resume()
            return source
        }
    }

    private static func endProcess() {
        // Nobody may read it any more; the exit code says it as well.
        try? StandardStream.error.write("Error: the server did not end in time after it was told to\n")
        _exit(ExitStatus.failure.code)
    }
}
