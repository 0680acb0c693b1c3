package import Logging

/// Writes each log message as one line, in one of the forms of ``LogFormat``.
package struct LineLogHandler: LogHandler {
    package var metadata: Logger.Metadata = [:]
    package var metadataProvider: Logger.MetadataProvider?
    package var logLevel: Logger.Level
    private let label: String
    private let format: LogFormat
    private let write: @Sendable (_ line: String) -> Void

    /// - Parameters:
    ///   - label: The logger's label.
    ///   - logLevel: The least severe level written.
    ///   - write: Receives each line with its newline.
    package init(
        label: String, logLevel: Logger.Level, format: LogFormat, write: @escaping @Sendable (_ line: String) -> Void
    ) {
        self.label = label
        self.logLevel = logLevel
        self.format = format
        self.write = write
    }

    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    package func log(event: LogEvent) {
        var merged = metadata
        merged.merge(metadataProvider?.get() ?? [:]) { $1 }
        merged.merge(event.metadata ?? [:]) { $1 }
        if let error = event.error { merged["error"] = "\(error)" }
        // Sorted by key, so that equal messages make equal lines.
        let members = merged.sorted { $0.key < $1.key }
        switch format {
        case .text: write(LogLine.text(event, label, members) + "\n")
        case .json: write(LogLine.json(event, label, members) + "\n")
        }
    }
}
