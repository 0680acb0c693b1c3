import ArgumentParser
package import Logging

/// The form of log lines on standard error.
package enum LogFormat: String, CaseIterable, ExpressibleByArgument, Sendable {
    /// swift-log's own form: time, level, label, metadata, source, message, without control characters.
    case text
    /// One JSON object per line.
    case json

    /// Sends the logs of this process to standard error. swift-log allows this once per process.
    ///
    /// - Parameter level: The least severe level written.
    package func bootstrap(level: Logger.Level) {
        // If standard error has no reader any more, the failure cannot be reported anywhere.
        let write: @Sendable (String) -> Void = { try? StandardStream.error.write($0) }
        LoggingSystem.bootstrap { LineLogHandler(label: $0, logLevel: level, format: self, write: write) }
    }
}
