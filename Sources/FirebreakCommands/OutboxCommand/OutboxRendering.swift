import Foundation

/// Messages as text for people.
package enum OutboxRendering {
    /// A list as columns; the header alone if there is nothing.
    package static func table(_ messages: [OutboxMessage]) -> String {
        var columns: [(title: String, value: (OutboxMessage) -> String?)] = [
            ("SEQ", { $0.seq.map(String.init) }),
            ("CREATED", \.createdAt),
            ("TYPE", \.type),
            ("TO", \.to),
            ("DELIVERY", \.delivery),
            ("STATUS", \.status),
        ]
        if messages.contains(where: { $0.tenant != nil }) { columns.append(("TENANT", \.tenant)) }
        columns.append(("ID", \.id))

        let rows = [columns.map(\.title)] + messages.map { message in columns.map { cell($0.value(message)) } }
        let widths = columns.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in line(row, widths) }.joined()
    }

    /// One message: what matters as a list of fields, then its text.
    package static func details(_ message: OutboxMessage) -> String {
        let fields: [(String, String?)] = [
            ("ID", message.id), ("Seq", message.seq.map(String.init)), ("Type", message.type),
            ("Delivery", message.delivery), ("Status", message.status), ("Tenant", message.tenant),
            ("From", message.from), ("To", message.to), ("Subject", message.subject), ("Created", message.createdAt),
            ("Expires", message.expiresAt), ("Link", message.link?.mailed), ("Code", message.oobCode ?? message.code),
        ]
        let present = fields.compactMap { name, value in value.map { [name + ":", printable($0)] } }
        let head = present.map { line($0, [10, 0]) }.joined()
        guard let text = message.text, !text.isEmpty else { return head }
        return head + "\n" + text + (text.hasSuffix("\n") ? "" : "\n")
    }

    private static func cell(_ value: String?) -> String {
        value.map(printable) ?? "-"
    }

    /// Addresses and names come from whoever called the server; they must not move the cursor.
    private static func printable(_ text: String) -> String {
        let scalars = text.unicodeScalars.map { $0.properties.generalCategory == .control ? "?" : $0 }
        return String(String.UnicodeScalarView(scalars))
    }

    private static func line(_ cells: [String], _ widths: [Int]) -> String {
        var line = ""
        for (cell, width) in zip(cells, widths) {
            line += cell + String(repeating: " ", count: max(0, width - cell.count)) + "  "
        }
        while line.last == " " { line.removeLast() }
        return line + "\n"
    }
}

extension OutputFormat {
    /// A list in this format.
    ///
    /// - Throws: ``CommandFailure`` if the server's answer is not a list.
    package func text(list answer: ControlServer.Answer) throws -> String {
        switch self {
        case .json: lines(answer)
        case .table: OutboxRendering.table(try decode(OutboxPage.self, answer).messages)
        }
    }

    /// One message in this format.
    ///
    /// - Throws: ``CommandFailure`` if the server's answer is not a message.
    package func text(message answer: ControlServer.Answer) throws -> String {
        switch self {
        case .json: lines(answer)
        case .table: OutboxRendering.details(try decode(OutboxMessage.self, answer))
        }
    }

    /// The answer as it is, ended by a line feed.
    func lines(_ answer: ControlServer.Answer) -> String {
        answer.text.hasSuffix("\n") ? answer.text : answer.text + "\n"
    }

    /// - Throws: ``CommandFailure`` for an answer of another form.
    func decode<Value: Decodable>(_ type: Value.Type, _ answer: ControlServer.Answer) throws -> Value {
        do {
            return try JSONDecoder().decode(type, from: Data(answer.body))
        } catch {
            throw CommandFailure("the server's answer is not what this command expects; is it a Firebreak server?")
        }
    }
}
