import FirebreakWire
import Foundation
package import Logging

/// Writes each log message as one line of JSON:
/// `{"time":"2026-06-01T12:00:00.000Z","level":"info","label":"firebreak","message":"…","metadata":{"port":"9099"}}`.
package struct JSONLogHandler: LogHandler {
    package var metadata: Logger.Metadata = [:]
    package var metadataProvider: Logger.MetadataProvider?
    package var logLevel: Logger.Level
    private let label: String
    private let write: @Sendable (_ line: String) -> Void

    /// - Parameters:
    ///   - label: The logger's label.
    ///   - logLevel: The least severe level written.
    ///   - write: Gets each line with its newline.
    package init(label: String, logLevel: Logger.Level, write: @escaping @Sendable (_ line: String) -> Void) {
        self.label = label
        self.logLevel = logLevel
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

        var line: JSON = [
            "time": .string(Self.timestamp()), "level": .string(event.level.rawValue), "label": .string(label),
            "message": .string(event.message.description),
        ]
        if !merged.isEmpty { line["metadata"] = Self.json(.dictionary(merged)) }
        write(line.text + "\n")
    }

    private static func timestamp() -> String {
        Date().formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }

    /// Sorted by key, so that equal messages make equal lines.
    private static func json(_ value: Logger.MetadataValue) -> JSON {
        switch value {
        case .string(let text): .string(text)
        case .stringConvertible(let convertible): .string(convertible.description)
        case .array(let values): .array(values.map(json))
        case .dictionary(let members):
            .object(members.sorted { $0.key < $1.key }.map { JSON.Member($0.key, json($0.value)) })
        }
    }
}
