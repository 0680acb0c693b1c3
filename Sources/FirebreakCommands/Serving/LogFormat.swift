import ArgumentParser
package import Logging

/// The form of log lines on standard error.
package enum LogFormat: String, CaseIterable, ExpressibleByArgument, Sendable {
    /// swift-log's own line: time, level, label, metadata, message.
    case text
    /// One JSON object a line, see ``JSONLogHandler``.
    case json

    /// Sends the logs of this process to standard error. swift-log allows this once per process.
    ///
    /// - Parameter level: The least severe level written.
    package func bootstrap(level: Logger.Level) {
        switch self {
        case .text:
            LoggingSystem.bootstrap { label in
                var handler = StreamLogHandler.standardError(label: label)
                handler.logLevel = level
                return handler
            }
        case .json:
            LoggingSystem.bootstrap { label in
                JSONLogHandler(label: label, logLevel: level) { line in
                    // Nobody reads standard error any more, and there is nowhere else to complain.
                    try? StandardStream.error.write(line)
                }
            }
        }
    }
}
