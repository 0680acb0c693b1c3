import FirebreakWire
import Logging

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

    /// `{"time":"2026-06-01T12:00:00.000Z","level":"info","label":"firebreak","message":"…","metadata":{"port":"9099"}}`
    static func json(_ event: LogEvent, _ label: String, _ metadata: [Logger.Metadata.Element]) -> String {
        var line: JSON = [
            "time": .string(Timestamp.now.rfc3339), "level": .string(event.level.rawValue), "label": .string(label),
            "message": .string(event.message.description),
        ]
        if !metadata.isEmpty { line["metadata"] = json(metadata) }
        return line.text
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
