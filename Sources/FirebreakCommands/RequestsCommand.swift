package import ArgumentParser
package import FirebreakClient
package import FirebreakModel
import FirebreakWire

/// `firebreak requests`: the calls that a running server got.
package struct RequestsCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "requests",
        abstract: "Read the calls that a running server got, and why they were answered so.",
        discussion: """
            Passwords, tokens, codes and keys in them are replaced by what they are, such as <password>. The server \
            is --url, else $FIREBREAK_URL, else http://$FIREBASE_AUTH_EMULATOR_HOST, else http://127.0.0.1:9099.

            Examples:
              firebreak requests list --status 4xx
              firebreak requests wait --operation accounts.signUp --timeout 5s
            """,
        subcommands: [RequestsList.self, RequestsWait.self, RequestsFollow.self]
    )

    package init() {}
}

/// The flags that select calls; all of them must match.
package struct RequestFilters: ParsableArguments {
    @Option(
        help: "Only this operation, as accounts.signUp, or accounts.* for all that begin so.", completion: .operations)
    var operation: String?

    @Option(
        help: "Only this HTTP status, or a class of them, as 4xx.",
        completion: .list(["1xx", "2xx", "3xx", "4xx", "5xx"]))
    var status: String?

    @Option(help: "Only calls with this error, as EMAIL_EXISTS.", completion: .errorCodes)
    var error: String?

    @Option(
        name: .customLong("local-id"),
        help: ArgumentHelp("Only calls about the account with this user ID.", valueName: "id"))
    var localID: String?

    @Option(help: "Only calls about the account with this e-mail address.")
    var email: String?

    @Option(help: ArgumentHelp("Only calls about the account with this phone number.", valueName: "number"))
    var phoneNumber: String?

    @Option(
        help: "Only what was called by app, admin or anybody.",
        completion: .names(JournalRecord.Caller.app, .admin, .anybody))
    var caller: String?

    @Option(help: ArgumentHelp("Only calls with a higher seq than this.", valueName: "seq"))
    var after: Int?

    package init() {}

    /// The filter of these flags; the server checks the values.
    package var filter: RequestFilter {
        RequestFilter(
            operation: operation, status: status, error: error, localID: localID, email: email,
            phoneNumber: phoneNumber, caller: caller.map(JournalRecord.Caller.init), after: after.map(Int64.init))
    }
}

/// The flags that say how many calls, and in which order.
package struct RequestPagingFlags: ParsableArguments {
    @Option(help: "At most so many calls, up to 1000. (default: 100)")
    var limit: Int?

    @Option(
        help: "asc for newest last, desc for newest first. (default: asc)",
        completion: .names(OutboxPaging.Order.ascending, .descending))
    var order: String?

    package init() {}

    /// The paging of these flags; the server checks the values.
    package var paging: OutboxPaging { OutboxPaging(limit: limit, order: order.map(OutboxPaging.Order.init)) }
}

/// `firebreak requests list`.
package struct RequestsList: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List calls, newest last.",
        discussion: """
            Examples:
              firebreak requests list --operation accounts.signInWithPassword
              firebreak requests list --error UNAUTHORIZED_DOMAIN --format json
            """
    )

    @OptionGroup(title: "Filters")
    var filters: RequestFilters

    @OptionGroup
    var paging: RequestPagingFlags

    @OptionGroup(title: "Server")
    var options: ServerOptions

    @Option(help: "How to print the calls.")
    var format: OutputFormat = .table

    package init() {}

    package func run() async throws {
        let project = options.selectedProject()
        let reply = try await project.transport.success(project.requests.listing(filters.filter, paging.paging))
        try StandardStream.output.write(try format.text(requests: reply))
    }
}

/// `firebreak requests wait`.
package struct RequestsWait: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "wait",
        abstract: "Wait until enough calls match, and list them.",
        discussion: """
            Calls that were made already count, unless --after is given. Exits 1 when the time is over, and says on \
            standard error what was called instead.

            Examples:
              firebreak requests wait --operation accounts.signUp --email alice@b.test
              firebreak requests wait --after 41 --status 4xx --count 3 --timeout 2s
            """
    )

    @OptionGroup(title: "Filters")
    var filters: RequestFilters

    @OptionGroup
    var paging: RequestPagingFlags

    @OptionGroup(title: "Server")
    var options: ServerOptions

    @OptionGroup
    var patience: WaitFlags

    @Option(help: "How to print the calls.")
    var format: OutputFormat = .table

    package init() {}

    package func run() async throws {
        let project = options.selectedProject()
        let request = project.requests.waiting(
            for: filters.filter, count: patience.count, within: patience.duration, paging.paging)
        let reply = try await project.transport.success(request)
        try StandardStream.output.write(try format.text(requests: reply))
    }
}

/// `firebreak requests follow`.
package struct RequestsFollow: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "follow",
        abstract: "Print calls as they come, one per line.",
        discussion: """
            With --after, first those that were made already. Ends with the server.

            Examples:
              firebreak requests follow
              firebreak requests follow --status 4xx --format json
            """
    )

    @OptionGroup(title: "Filters")
    var filters: RequestFilters

    @OptionGroup(title: "Server")
    var options: ServerOptions

    @Option(help: "How to print the calls.")
    var format: OutputFormat = .table

    package init() {}

    package func run() async throws {
        let project = options.selectedProject()
        for try await event in project.transport.events(project.requests.streaming(filters.filter))
        where event.name == "request" {
            try StandardStream.output.write(try format.text(call: event))
        }
    }
}

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
