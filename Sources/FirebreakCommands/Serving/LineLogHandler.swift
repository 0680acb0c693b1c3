import ArgumentParser
import FirebreakWire
package import Logging

/// Writes each log message as one line, in one of the forms of ``LogFormat`` or in that of a terminal.
package struct LineLogHandler: LogHandler {
    package var metadata: Logger.Metadata = [:]
    package var metadataProvider: Logger.MetadataProvider?
    package var logLevel: Logger.Level
    private let label: String
    private let format: LogFormat
    private let style: TerminalStyle?
    private let write: @Sendable (_ line: String) -> Void

    /// - Parameters:
    ///   - label: The logger's label.
    ///   - logLevel: The least severe level written.
    ///   - write: Receives each line with its newline.
    package init(
        label: String, logLevel: Logger.Level, format: LogFormat, write: @escaping @Sendable (_ line: String) -> Void
    ) {
        self.init(label: label, logLevel: logLevel, format: format, style: nil, write: write)
    }

    /// - Parameter style: Of the terminal whose person reads the lines; `nil` where they are to have the format.
    init(
        label: String, logLevel: Logger.Level, format: LogFormat, style: TerminalStyle?,
        write: @escaping @Sendable (_ line: String) -> Void
    ) {
        self.label = label
        self.logLevel = logLevel
        self.format = format
        self.style = style
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
        write(format.line(event, label, members, style) + "\n")
    }
}

/// One log message as a line.
enum LogLine {
    /// In swift-log's own form: time, level, label, metadata, source, message.
    ///
    /// Control characters in any part of it are escaped: client input must not forge lines or move a terminal's cursor.
    static func text(_ event: LogEvent, _ label: String, _ metadata: [Logger.Metadata.Element]) -> String {
        let words = metadata.map { "\($0.key)=\($0.value)" }
        let context = words.isEmpty ? "" : " " + words.joined(separator: " ")
        return "\(Timestamp.now.rfc3339) \(event.level.rawValue) \(label):\(context) [\(event.source)] \(event.message)"
            .visible
    }

    /// For who sits at the terminal: the message with its links, and how severe it is where that matters.
    static func person(_ event: LogEvent, _ metadata: [Logger.Metadata.Element], _ style: TerminalStyle) -> String {
        let message = style.textWithLinks(event.message.description)
        let context = style.text(metadata.map { " \($0.key)=\($0.value)" }.joined(), .dim)
        switch event.level {
        case .trace, .debug: return style.text(event.level.rawValue, .dim) + " " + message + context
        case .info, .notice: return message + context
        case .warning: return style.text("warning:", .yellow) + " " + message + context
        case .error, .critical: return style.text("error:", .red) + " " + message + context
        }
    }

    /// `{"time":"2026-06-01T12:00:00.000Z","level":"info","label":"firebreak","message":"…","metadata":{"port":"9099"}}`
    static func json(_ event: LogEvent, _ label: String, _ metadata: [Logger.Metadata.Element]) -> String {
        var line: JSON = [
            "time": .string(Timestamp.now.rfc3339), "level": .string(event.level.rawValue), "label": .string(label),
            "message": .string(event.message.description),
        ]
        if !metadata.isEmpty { line["metadata"] = json(metadata) }
        return JSON.visible(line.bytes)
    }

    private static func json(_ members: [Logger.Metadata.Element]) -> JSON {
        .object(members.map { JSON.Member($0.key, json($0.value)) })
    }

    private static func json(_ value: Logger.MetadataValue) -> JSON {
        switch value {
        case .string(let text): .string(text)
        case .stringConvertible(let convertible): .string(convertible.description)
        case .array(let values): .array(values.map(json))
        case .dictionary(let members): json(members.sorted { $0.key < $1.key })
        }
    }
}

/// The form of log lines on standard error.
package enum LogFormat: String, CaseIterable, ExpressibleByArgument, Sendable {
    /// swift-log's own form: time, level, label, metadata, source, message, without control characters.
    case text
    /// One JSON object per line.
    case json

    /// A message as a line.
    ///
    /// - Parameter style: Of the terminal whose person reads it; `nil` where it is to have this format.
    fileprivate func line(
        _ event: LogEvent, _ label: String, _ metadata: [Logger.Metadata.Element], _ style: TerminalStyle?
    ) -> String {
        if let style { return LogLine.person(event, metadata, style) }
        return switch self {
        case .text: LogLine.text(event, label, metadata)
        case .json: LogLine.json(event, label, metadata)
        }
    }

    /// Sends the logs of this process to standard error. swift-log allows this once per process.
    ///
    /// - Parameters:
    ///   - level: The least severe level written.
    ///   - screen: The terminal that standard error is, if it is one.
    ///   - style: That of the terminal if the lines are for who sits there, in place of this format.
    func bootstrap(level: Logger.Level, screen: TerminalScreen?, style: TerminalStyle?) {
        let write: @Sendable (String) -> Void = screen?.print ?? UnwaitingStream.standardError.write
        UnwaitingStream.standardError.countDropped { count in
            let event = LogEvent(
                level: .warning, message: "\(count) lines were dropped here: standard error was not read in time",
                metadata: nil, source: nil, file: #fileID, function: #function, line: #line)
            return line(event, "firebreak", [], style) + "\n"
        }
        LoggingSystem.bootstrap {
            LineLogHandler(label: $0, logLevel: level, format: self, style: style, write: write)
        }
    }
}
