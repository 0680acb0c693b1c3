import FirebreakOperations
import FirebreakWire

/// Reads comma-separated values (RFC 4180): fields may be quoted, and a quoted one may contain commas, doubled quotes
/// and line ends.
enum CSVReader {
    struct Row: Equatable {
        /// The line that the row begins on, counted from 1.
        var line: Int
        var fields: [String]
    }

    /// Rows in order, without empty lines.
    ///
    /// - Throws: `INVALID_ARGUMENT` naming the line of a quoted field that is not closed, or that is followed by
    ///   anything but a comma.
    static func rows(of text: String) throws(WireError) -> [Row] {
        var rows: [Row] = []
        var fields: [String] = []
        var field: [UInt8] = []
        var line = 1
        var firstLine = 1
        var place = Place.start
        func end() {
            fields.append(String(decoding: field, as: UTF8.self))
            field = []
        }
        // Excel begins files with a byte order mark.
        let text = text.rest(afterBytes: "\u{FEFF}") ?? text[...]
        for byte in text.utf8 {
            switch (place, byte) {
            case (.quoted, quote): place = .afterQuote
            case (.quoted, _): field.append(byte)
            case (.afterQuote, quote):
                field.append(quote)
                place = .quoted
            case (.start, quote): place = .quoted
            case (_, comma):
                end()
                place = .start
            case (_, carriageReturn): break
            case (_, newline):
                if !(fields.isEmpty && field.isEmpty && place == .start) {
                    end()
                    rows.append(Row(line: firstLine, fields: fields))
                    fields = []
                }
                place = .start
                firstLine = line + 1
            case (.afterQuote, _): throw .invalidArgument("line \(line): a quoted field goes on after its end")
            case (.start, _), (.plain, _):
                field.append(byte)
                place = .plain
            }
            if byte == newline { line += 1 }
        }
        guard place != .quoted else { throw .invalidArgument("line \(firstLine): a quoted field does not end") }
        if !(fields.isEmpty && field.isEmpty && place == .start) {
            end()
            rows.append(Row(line: firstLine, fields: fields))
        }
        return rows
    }

    private enum Place { case start, plain, quoted, afterQuote }

    private static let quote = UInt8(ascii: "\"")
    private static let comma = UInt8(ascii: ",")
    private static let newline = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")
}
