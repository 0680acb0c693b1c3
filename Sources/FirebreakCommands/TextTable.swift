import ArgumentParser
package import FirebreakClient
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

/// A line of text in columns, of cells that are visible.
enum TextLine {
    /// - Parameter widths: None for columns as wide as the cells of this line.
    static func text(_ cells: [String], widths: [Int] = []) -> String {
        var line = ""
        for (index, cell) in cells.enumerated() {
            let width = index < widths.count ? widths[index] : 0
            line += cell + String(repeating: " ", count: max(0, width - cell.count)) + "  "
        }
        while line.last == " " { line.removeLast() }
        return line + "\n"
    }

    /// A line for each value that there is, behind its name.
    ///
    /// - Parameter width: Where the values begin.
    static func fields(_ fields: [(name: String, value: String?)], width: Int) -> String {
        fields.compactMap { name, value in
            let gap = String(repeating: " ", count: max(1, width - name.count - 1))
            return value.map { text([name + ":" + gap + $0.visible]) }
        }.joined()
    }
}

/// How a command prints the answer of a server.
package enum OutputFormat: String, CaseIterable, ExpressibleByArgument, Sendable {
    /// For people: columns that fit the content.
    case table
    /// The server's answer, unchanged.
    case json

    /// An answer in this format, with a line feed at the end.
    ///
    /// - Parameter table: The answer for people.
    /// - Throws: A failure if the server answered something else.
    package func text<Answer: Decodable>(
        _ reply: ControlReply, _ table: (Answer) -> String
    ) throws(FirebreakFailure) -> String {
        switch self {
        case .json: reply.line
        case .table: table(try reply.decoded(Answer.self))
        }
    }
}

extension ServerOptions {
    /// Makes a call and prints its answer.
    ///
    /// - Parameters:
    ///   - table: The answer for people.
    ///   - elements: What the answer is a table of, such as `messages`. Of an empty one, standard error says which project
    ///     has none: it may not be the one that was meant.
    ///   - request: The call.
    func show<Answer: Decodable>(
        _ format: OutputFormat, _ table: (Answer) -> String, listing elements: String? = nil,
        of request: (FirebreakProject) throws -> ControlRequest
    ) async throws {
        let project = try selectedProject()
        let reply = try await project.transport.success(try request(project))
        let text = try format.text(reply, table)
        try StandardStream.output.write(text)
        let isTitlesAlone = text.utf8.count { $0 == UInt8(ascii: "\n") } == 1
        if let elements, format == .table, isTitlesAlone {
            try StandardStream.error.write("No \(elements) found in project \(project.id).\n".visibleLines)
        }
    }
}

extension ControlReply {
    /// The answer with a line feed at the end. What a terminal would act upon is escaped, as JSON can say all of it so.
    var line: String {
        let text = JSON.visible(Array(text.utf8))
        return text.endsWithBytes(of: "\n") ? text : text + "\n"
    }
}
