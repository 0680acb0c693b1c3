import ArgumentParser
import FirebreakClient
import FirebreakWire

/// Values as columns for people, as wide as their content.
struct TextTable<Row> {
    /// A title, and what stands below it; a dash where there is nothing.
    typealias Column = (title: String, value: (Row) -> String?)

    private let columns: [Column]

    init(_ columns: [Column]) { self.columns = columns }

    /// Only the titles if there are no rows.
    func text(_ rows: [Row]) -> String {
        let cells = [columns.map(\.title)] + rows.map { row in columns.map { $0.value(row)?.visible ?? "-" } }
        let widths = columns.indices.map { column in cells.map { $0[column].count }.max() ?? 0 }
        return cells.map { TextLine.text($0, widths: widths) }.joined()
    }
}

/// A line of text in columns.
enum TextLine {
    static func text(_ cells: [String], widths: [Int]) -> String {
        var line = ""
        for (cell, width) in zip(cells, widths) {
            line += cell + String(repeating: " ", count: max(0, width - cell.count)) + "  "
        }
        while line.last == " " { line.removeLast() }
        return line + "\n"
    }
}

/// How a command prints messages.
package enum OutputFormat: String, CaseIterable, ExpressibleByArgument, Sendable {
    /// For people: columns that fit the content.
    case table
    /// The server's answer, unchanged.
    case json
}

extension ControlReply {
    /// The answer with a line feed at the end. What a terminal would act upon is escaped, as JSON can say all of it so.
    var line: String {
        let text = JSON.visible(Array(text.utf8))
        return text.ends(with: "\n") ? text : text + "\n"
    }
}
