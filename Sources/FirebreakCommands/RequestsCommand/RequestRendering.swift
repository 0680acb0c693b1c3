package import FirebreakClient
package import FirebreakModel
import FirebreakWire

/// Calls as text for people.
package enum RequestRendering {
    /// A list as columns; only the header if it is empty. Below it stands why calls were answered so.
    package static func table(_ requests: [JournalRecord]) -> String {
        var columns: [TextTable<JournalRecord>.Column] = [
            ("SEQ", { String($0.seq) }),
            ("AT", \.at),
            ("OPERATION", { $0.operation ?? "\($0.method) \($0.path)" }),
            ("STATUS", { $0.status.map(String.init) ?? "–" }),
            ("ERROR", \.error),
            ("ABOUT", { $0.email ?? $0.phoneNumber ?? $0.localID }),
            ("CALLER", \.caller?.rawValue),
            ("TIME", { "\($0.durationMicroseconds) us" }),
        ]
        if requests.contains(where: { $0.tenant != nil }) { columns.append(("TENANT", \.tenant)) }
        if requests.contains(where: { !$0.messages.isEmpty }) {
            columns.append(
                ("MESSAGES", { $0.messages.isEmpty ? nil : $0.messages.map(String.init).joined(separator: ",") }))
        }
        if requests.contains(where: { $0.fault != nil }) { columns.append(("FAULT", \.fault)) }
        let table = TextTable(columns).text(requests)
        let explained = requests.compactMap { request in
            request.explanation.map { "#\(request.seq): \($0.visible)\n" }
        }
        return explained.isEmpty ? table : table + "\n" + explained.joined()
    }

    /// One call on one line, for a list that grows; why it was answered so stands behind it.
    package static func line(_ request: JournalRecord) -> String {
        let cells: [String?] = [
            String(request.seq), request.at, request.operation ?? "\(request.method) \(request.path)",
            request.status.map(String.init) ?? "no answer", request.error,
            request.email ?? request.phoneNumber ?? request.localID,
            request.explanation,
        ]
        let shown = cells.compactMap { $0?.visible }
        return TextLine.text(shown, widths: shown.map { _ in 0 })
    }
}

extension OutputFormat {
    /// A call of a stream in this format, on one line.
    ///
    /// - Throws: A failure if the event is not a call.
    package func text(call event: ServerEvent) throws(FirebreakFailure) -> String {
        let reply = ControlReply(status: 200, body: event.data)
        return switch self {
        case .json: reply.line
        case .table: RequestRendering.line(try reply.decoded(JournalRecord.self))
        }
    }

    /// A list of calls in this format.
    ///
    /// - Throws: A failure if the server's answer is not a list.
    package func text(requests reply: ControlReply) throws(FirebreakFailure) -> String {
        switch self {
        case .json: reply.line
        case .table: RequestRendering.table(try reply.decoded(JournalPage.self).requests)
        }
    }
}
