import FirebreakWire
package import Logging

/// Writes each log message as one line of text, in swift-log's own form: time, level, label, metadata, message.
///
/// Control characters in any part of it are escaped: what a client sends must not make up lines, or move a terminal's
/// cursor.
package struct TextLogHandler: LogHandler {
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
        // Sorted by key, so that equal messages make equal lines.
        let words = merged.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        let context = words.isEmpty ? "" : " " + words.joined(separator: " ")
        let line =
            "\(Timestamp.now.rfc3339) \(event.level.rawValue) \(label):\(context) [\(event.source)] \(event.message)"
        write(Self.escaped(line) + "\n")
    }

    /// Control characters, and those that Unicode takes for line ends or changes of direction, as `\u{1B}`.
    private static func escaped(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isHarmful) else { return text }
        return text.unicodeScalars.reduce(into: "") { output, scalar in
            if isHarmful(scalar) {
                output += scalar == "\n" ? "\\n" : "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            } else {
                output.unicodeScalars.append(scalar)
            }
        }
    }

    private static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
