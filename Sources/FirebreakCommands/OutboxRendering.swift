package import FirebreakClient
package import FirebreakModel
import FirebreakWire

/// Messages as text for people.
package enum OutboxRendering {
    /// A list as columns; only the header if it is empty.
    package static func table(_ messages: [OutboxMessage]) -> String {
        var columns: [TextTable<OutboxMessage>.Column] = [
            ("SEQ", { String($0.seq) }),
            ("CREATED", \.createdAt),
            ("TYPE", \.type.rawValue),
            ("TO", \.to),
            ("DELIVERY", \.delivery.rawValue),
            ("STATUS", \.status?.rawValue),
        ]
        if messages.contains(where: { $0.tenant != nil }) { columns.append(("TENANT", \.tenant)) }
        columns.append(("ID", \.id))
        return TextTable(columns).text(messages)
    }

    /// One message: its main fields as a list, then its text.
    package static func details(_ message: OutboxMessage) -> String {
        let fields: [(String, String?)] = [
            ("ID", message.id), ("Seq", String(message.seq)), ("Type", message.type.rawValue),
            ("Delivery", message.delivery.rawValue), ("Status", message.status?.rawValue), ("Tenant", message.tenant),
            ("From", message.from), ("To", message.to), ("Subject", message.subject), ("Created", message.createdAt),
            ("Expires", message.expiresAt), ("Link", message.link?.mailed), ("Code", message.oobCode ?? message.code),
        ]
        let present = fields.compactMap { name, value in value.map { [name + ":", $0.visible] } }
        let head = present.map { TextLine.text($0, widths: [10, 0]) }.joined()
        guard let text = message.text?.visibleLines, !text.isEmpty else { return head }
        return head + "\n" + text + (text.ends(with: "\n") ? "" : "\n")
    }

    /// One message on one line, for a list that grows.
    package static func line(_ message: OutboxMessage) -> String {
        let cells = [
            String(message.seq), message.createdAt, message.type.rawValue, message.to, message.delivery.rawValue,
            message.id,
        ]
        return TextLine.text(cells.map(\.visible), widths: cells.map { _ in 0 })
    }

    /// What opening a link did.
    package static func details(_ opened: OpenedMessage) -> String {
        let fields: [(String, String?)] = [
            ("Mode", opened.mode), ("Email", opened.email), ("Applied", opened.applied ? "yes" : "no"),
            ("Redirect", opened.redirect),
        ]
        return fields.compactMap { name, value in
            value.map { TextLine.text([name + ":", $0.visible], widths: [10, 0]) }
        }.joined()
    }
}

extension OutputFormat {
    /// A list in this format.
    ///
    /// - Throws: A failure if the server's answer is not a list.
    package func text(list reply: ControlReply) throws(FirebreakFailure) -> String {
        switch self {
        case .json: reply.line
        case .table: OutboxRendering.table(try reply.decoded(OutboxPage.self).messages)
        }
    }

    /// A message of a stream in this format, on one line.
    ///
    /// - Throws: A failure if the event is not a message.
    package func text(event: ServerEvent) throws(FirebreakFailure) -> String {
        let reply = ControlReply(status: 200, body: event.data)
        return switch self {
        case .json: reply.line
        case .table: OutboxRendering.line(try reply.decoded(OutboxMessage.self))
        }
    }

    /// What opening a link did in this format.
    ///
    /// - Throws: A failure if the server's answer says something else.
    package func text(opened reply: ControlReply) throws(FirebreakFailure) -> String {
        switch self {
        case .json: reply.line
        case .table: OutboxRendering.details(try reply.decoded(OpenedMessage.self))
        }
    }

    /// One message in this format.
    ///
    /// - Throws: A failure if the server's answer is not a message.
    package func text(message reply: ControlReply) throws(FirebreakFailure) -> String {
        switch self {
        case .json: reply.line
        case .table: OutboxRendering.details(try reply.decoded(OutboxMessage.self))
        }
    }
}
