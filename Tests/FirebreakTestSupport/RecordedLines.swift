package import Logging
import Synchronization

/// Keeps every line of the log, with its metadata.
package final class RecordedLines: LogHandler, Sendable {
    private let kept = Mutex<[String]>([])

    package init() {}

    package var logger: Logger { Logger(label: "test", factory: { _ in self }) }
    package var lines: [String] { kept.withLock { $0 } }

    package var metadata: Logger.Metadata {
        get { [:] }
        set {}
    }
    package var logLevel: Logger.Level {
        get { .trace }
        set {}
    }
    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { nil }
        set {}
    }

    package func log(event: LogEvent) {
        let line = "\(event.message) \(event.metadata ?? [:])"
        kept.withLock { $0.append(line) }
    }
}
